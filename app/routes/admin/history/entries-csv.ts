import { moneyFormat } from "#app/store/domain/settings.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb } from "#app/http/context.server.ts";
import { MAX_FILE_ROWS, readListFile, rowsFile } from "#app/http/staff/list-file.server.ts";
import { idsOf } from "#app/http/staff/staff-action.server.ts";
import { listHistoryPage } from "#app/staff/data/history-list.server.ts";
import { historyList } from "#app/staff/domain/history.schema.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { fileTime } from "#app/values/time.ts";
import type { Route } from "./+types/entries-csv";
import { historyFilter } from "./history-filter.server.ts";
import { changeLines, entryWords } from "./history-words.ts";
import { withOrders, type NamedRow } from "./subjects.server.ts";

/** GET /admin/history/entries.csv: the chosen entries, or all that match the list's address, with the changes of each. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const db = readDb(context);
  const settings = await readSettings(db);
  const zone = settings.STORE_TIMEZONE;
  const { list, chosen } = readListFile(request);
  const ids = chosen === "all" ? {} : { ids: idsOf(chosen) };
  const filter = { ...(await historyFilter(db, readPageQuery(list, historyList), zone)), ...ids };
  const { rows } = await listHistoryPage(db, filter, { from: 0, limit: MAX_FILE_ROWS + 1 });
  return rowsFile<NamedRow>(
    "history",
    "entries",
    await withOrders(db, rows),
    {
      at: (row) => fileTime(row.at, zone),
      who: (row) => row.userName,
      what: entryWords,
      kind: (row) => row.kind ?? "",
      records: (row) => row.ids.join(" "),
      changes: (row) =>
        changeLines(row, { clock: { timeZone: zone, region: US_REGION }, format: moneyFormat(settings) })
          .map(({ field, before, after }) => `${field}: ${before} → ${after}`)
          .join("\n"),
      undone_by: (row) => row.undoneBy ?? "",
    },
    csvFormat(settings),
  );
}
