import { listDay, listFilter, listIdFilter, listQuery } from "#app/values/list-query.schema.ts";

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
  "denied",
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** The history, as its address asks for it. */
export const historyList = listQuery(["-at"], {
  person: listIdFilter,
  kind: listFilter(...HISTORY_KINDS),
  from: listDay,
  to: listDay,
});
