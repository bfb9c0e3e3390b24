import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { csvFile } from "#app/http/answers/csv-file.server.ts";
import { problem, retryAfter } from "#app/http/answers/problem.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { reportTable, type ReportTable } from "#app/orders/domain/figures/report-tables.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { amountCell, type CsvRows } from "#app/values/csv.ts";
import type { Route } from "./+types/figures-csv";
import { figuresCsvQuery } from "./query.schema.ts";
import { readReport, waitingSentence } from "./report.server.ts";

/**
 * GET /admin/figures.csv?table=items: one of the dashboard's tables for its period. For programs: hours, days and percentages do not follow
 * LOCALE.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const db = readDb(context);
  const { table } = readPageQuery(request, figuresCsvQuery);
  const settings = await readSettings(db);
  const { report, waiting } = await readReport(db, request, now(), settings);
  if (report === null) return problem(503, { detail: waitingSentence(waiting), headers: retryAfter(30) });
  const { from, to } = report.days;
  return csvFile(
    `${table}-${from === to ? from : `${from}-${to}`}`,
    linesOf(
      reportTable(table, { ...report, region: US_REGION, format: { locale: "en-US", currency: settings.CURRENCY } }),
      settings.CURRENCY,
    ),
    csvFormat(settings),
  );
}

function linesOf({ rowTitle, columns, rows }: ReportTable, currency: string): CsvRows {
  return [
    [rowTitle, ...columns.map((column) => column.title)],
    ...rows.map(({ label, values }) => [
      label,
      ...values.map((value, index) => (columns[index]?.unit === "cents" ? amountCell(value, currency) : String(value))),
    ]),
  ];
}
