/** The kinds of records in the staff search. */
export const HIT_KINDS = ["order", "customer", "product", "category", "template", "option", "page", "media"] as const;
export type HitKind = (typeof HIT_KINDS)[number];
/** Additional kinds for pickers: words that are no records. */
export const PICKER_KINDS = [...HIT_KINDS, "tag"] as const;
export type PickerKind = (typeof PICKER_KINDS)[number];

/** The search for order-admins, who may find orders and customers only. */
export const ORDER_SEARCH_CALL = "/admin/api/orders/search";
