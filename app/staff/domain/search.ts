/** What the staff area's search can find. */
export const HIT_KINDS = ["order", "product", "category", "template", "option", "page", "media"] as const;
export type HitKind = (typeof HIT_KINDS)[number];

/** The search call for an order-admin, who may not ask for other records; it finds orders. */
export const ORDER_SEARCH_CALL = "/admin/api/orders/search";
