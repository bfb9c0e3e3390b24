import { listRuns } from "#app/catalogue/data/import/list-runs.server.ts";
import { importList } from "#app/catalogue/domain/import/import.schema.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { MAX_FILE_ROWS, readListFile, rowsFile } from "#app/http/staff/list-file.server.ts";
import { idsOf } from "#app/http/staff/staff-action.server.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { fileTime } from "#app/values/time.ts";
import type { Route } from "./+types/runs-csv";

/** GET /admin/product/import/runs.csv: the chosen imports, or all that match the list's address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const settings = await readSettings(db);
  const zone = settings.STORE_TIMEZONE;
  const { list, chosen } = readListFile(request);
  const query = { ...readPageQuery(list, importList), ...(chosen === "all" ? {} : { ids: idsOf(chosen) }) };
  const { rows: runs } = await listRuns(db, { ...query, page: 1, per_page: MAX_FILE_ROWS + 1 });
  return rowsFile(
    "imports",
    "imports",
    runs,
    {
      file: (run) => run.fileName,
      at: (run) => fileTime(run.createdAt, zone),
      who: (run) => run.userName,
      state: (run) => run.state,
      new: (run) => String(run.counts?.new ?? ""),
      changed: (run) => String(run.counts?.changed ?? ""),
      unchanged: (run) => String(run.counts?.unchanged ?? ""),
      left_out: (run) => String(run.counts?.broken ?? ""),
      bytes: (run) => String(run.sizeBytes),
      undone_at: (run) => fileTime(run.undoneAt, zone),
      undone_by: (run) => run.undoneBy ?? "",
    },
    csvFormat(settings),
  );
}
