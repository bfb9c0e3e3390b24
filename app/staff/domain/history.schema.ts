import type { z } from "zod";
import { listDay, listFilter, listIdFilter, listQuery } from "#app/values/list-query.schema.ts";
import { HISTORY_KINDS } from "./history-kinds.ts";

/** The history's query parameters. */
export const historyList = listQuery(["-at"], {
  person: listIdFilter,
  kind: listFilter("denied", ...HISTORY_KINDS.map(({ kind }) => kind)),
  from: listDay,
  to: listDay,
});
export type HistoryListQuery = z.output<typeof historyList>;
