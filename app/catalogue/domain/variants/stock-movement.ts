/** Why stock changed: an order took or returned it, a refund returned it, staff edited or counted it, or a file was imported. */
export type MovementReason = "order" | "return" | "refund" | "edit" | "import" | "stock-taking";

/** Movements are kept for this many days. */
export const MOVEMENT_DAYS = 730;
export const MOVEMENTS_PER_PAGE = 20;

/** "5 → 3" as a change: "−2"; "" if counting starts or ends. */
export function changeOf({ before, after }: { readonly before: number | null; readonly after: number | null }): string {
  if (before === null || after === null) return "";
  return after < before ? `−${before - after}` : `+${after - before}`;
}
