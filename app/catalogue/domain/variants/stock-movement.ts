/** Why stock changed: an order took it, an order returned it, a refund put it back, staff edited it, a file was imported, or staff counted what is there. */
export type MovementReason = "order" | "return" | "refund" | "edit" | "import" | "stock-taking";

/** Movements are kept so many days. */
export const MOVEMENT_DAYS = 730;
export const MOVEMENTS_PER_PAGE = 20;

/** "5 → 3" as a change: "−2"; "" when counting begins or ends. */
export function changeOf({ before, after }: { readonly before: number | null; readonly after: number | null }): string {
  if (before === null || after === null) return "";
  return after < before ? `−${before - after}` : `+${after - before}`;
}
