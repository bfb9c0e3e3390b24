import { findOrdersNumbered } from "#app/orders/data/order-numbers.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { historyWords, type HistoryFilter } from "#app/staff/data/history-list.server.ts";
import type { HistoryListQuery } from "#app/staff/domain/history.schema.ts";
import { addDays, instantOf } from "#app/values/time.ts";
import { orderSubject } from "./subjects.server.ts";

/** The most order numbers in a search; other input counts as words. */
const MOST_NUMBERS = 4;

/** The filter in the address: days become instants in the shop's time zone, order numbers become orders. */
export async function historyFilter(db: Db, query: HistoryListQuery, zone: string): Promise<HistoryFilter> {
  const words = [...new Set(historyWords(query.q))].filter((word) => /\d/.test(word)).slice(0, MOST_NUMBERS);
  const subjectsOf = await Promise.all(words.map(async (word) => [word, (await findOrdersNumbered(db, word)).map(orderSubject)] as const));
  return {
    ...query,
    subjectsOf: new Map(subjectsOf),
    from: query.from === "" ? null : instantOf(query.from, 0, zone),
    to: query.to === "" ? null : instantOf(addDays(query.to, 1), 0, zone),
    isOldestFirst: query.sort === "at",
  };
}
