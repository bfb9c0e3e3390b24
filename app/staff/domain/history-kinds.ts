/** What acts were done to, as the list of the history asks for it. Some have no record: then the first word of the subject tells. */
export const HISTORY_KINDS = [
  "order",
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
  "settings",
  "configuration",
  "denied",
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];
