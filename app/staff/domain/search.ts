/** What the staff area's search can find. */
export const HIT_KINDS = ["order", "customer", "product", "category", "template", "option", "page", "media"] as const;
export type HitKind = (typeof HIT_KINDS)[number];
/** What pickers find, too: words that are no records. */
export const PICKER_KINDS = [...HIT_KINDS, "tag"] as const;
export type PickerKind = (typeof PICKER_KINDS)[number];

/** The search for order-admins, who may find orders and customers only. */
export const ORDER_SEARCH_CALL = "/admin/api/orders/search";
