import type { HistoryFilter } from "#app/staff/data/history-list.server.ts";
import type { HistoryListQuery } from "#app/staff/domain/history.schema.ts";
import { addDays, instantOf } from "#app/values/time.ts";

/** What the address asks for: days become instants on the shop's clock. */
export function historyFilter(query: HistoryListQuery, zone: string): HistoryFilter {
  return {
    ...query,
    from: query.from === "" ? null : instantOf(query.from, 0, zone),
    to: query.to === "" ? null : instantOf(addDays(query.to, 1), 0, zone),
    isOldestFirst: query.sort === "at",
  };
}
