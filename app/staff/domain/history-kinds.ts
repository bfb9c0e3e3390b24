/** Filters of the history. Some actions have no record: the subject's first word decides. */
export const HISTORY_KINDS = [
  "order",
  "customer",
  "product",
  "category",
  "customization-template",
  "import",
  "promotion",
  "coupon-set",
  "review",
  "page",
  "menu",
  "media",
  "user",
  "api-token",
  "webhook",
  "settings",
  "configuration",
  "denied",
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];
