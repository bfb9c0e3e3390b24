import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { MAX_FILE_ROWS, readListFile, rowsFile } from "#app/http/staff/list-file.server.ts";
import { idsOf } from "#app/http/staff/staff-action.server.ts";
import { listProblemPage } from "#app/orders/data/payment-problems.server.ts";
import { problemList } from "#app/orders/domain/problem-list.schema.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { amountCell } from "#app/values/csv.ts";
import { fileTime } from "#app/values/time.ts";
import type { Route } from "./+types/problems-csv";

/** GET /admin/orders/problems.csv: the chosen payment problems, or all that match the list's address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const settings = await readSettings(db);
  const { STORE_TIMEZONE: zone, CURRENCY } = settings;
  const { list, chosen } = readListFile(request);
  const query = { ...readPageQuery(list, problemList), ...(chosen === "all" ? {} : { ids: idsOf(chosen) }) };
  const { rows } = await listProblemPage(db, { ...query, page: 1, per_page: MAX_FILE_ROWS + 1 });
  return rowsFile(
    "payment-problems",
    "payment problems",
    rows,
    {
      order: (row) => row.orderNumber ?? "",
      customer: (row) => row.customerName ?? "",
      problem: (row) => row.kind,
      amount: (row) => amountCell(row.amount, row.orderCurrency ?? CURRENCY),
      payment: (row) => row.intentId ?? "",
      what: (row) => row.what,
      told: (row) => row.told,
      opened_at: (row) => fileTime(row.openedAt, zone),
      settled_at: (row) => fileTime(row.settledAt, zone),
      settled_by: (row) => row.settledBy,
      settlement: (row) => row.settlement,
      currency: (row) => (row.orderCurrency ?? CURRENCY).toUpperCase(),
    },
    csvFormat(settings),
  );
}
