/* Actions on several kinds are one history row: an id combines kind and record. */

/** Positions never change, because history rows use them. Referenced kinds first, so that they are restored first. */
const KINDS = ["settings", "customization-template", "page", "menu", "promotion", "coupon-set", "coupon-codes", "role"] as const;
export type CombinedKind = (typeof KINDS)[number];

/** The kind of such an action in the history. */
export const COMBINED_KIND = "configuration";

/** Larger than any id. */
const ROOM = 10_000_000_000;

/** Null for a kind that no such action includes. */
export function combinedId(kind: string, id: number): number | null {
  const place = KINDS.findIndex((each) => each === kind);
  return place === -1 ? null : (place + 1) * ROOM + id;
}

export function splitId(combined: number): { readonly kind: CombinedKind; readonly id: number } {
  const kind = KINDS[Math.floor(combined / ROOM) - 1];
  if (kind === undefined) throw new Error("no record has this number");
  return { kind, id: combined % ROOM };
}
