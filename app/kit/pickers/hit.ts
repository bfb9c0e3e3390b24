/** What the staff area's search can find. */
export const HIT_KINDS = ["order", "product", "category", "page", "media"] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** One thing found, as pickers and the command palette show it. */
export interface Hit {
  readonly kind: HitKind;
  readonly id: string;
  readonly label: string;
  /** What tells it from others of the same name: price, number, path. */
  readonly detail: string;
  /** Its page; null = it has none yet. */
  readonly to: string | null;
  /** Address of a small picture. */
  readonly picture: string | null;
}

/** The staff search call; its answer is `{hits: Hit[]}`. An order-admin may ask the second address only, which finds orders. */
export const SEARCH_CALL = "/admin/api/search";
export const ORDER_SEARCH_CALL = "/admin/api/orders/search";
