import { servicesContext } from "#app/http/context.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { reportTable, type ReportTable } from "#app/orders/domain/report-tables.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { dollarsText } from "#app/values/money.ts";
import type { Route } from "./+types/figures-csv";
import { figuresCsvQuery } from "./query.schema.ts";
import { readReport } from "./report.server.ts";

/** GET /admin/figures.csv?table=items, with the dashboard's period: one of its tables as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const { table } = readPageQuery(request, figuresCsvQuery);
  const { STORE_TIMEZONE: zone } = await readSettings(db);
  const { report } = await readReport(db, request, now(), zone);
  const { from, to } = report.days;
  return new Response(csvOf(reportTable(table, report)), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${table}-${from === to ? from : `${from}-${to}`}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}

function csvOf({ rowTitle, columns, rows }: ReportTable): string {
  const lines = [
    [rowTitle, ...columns.map((column) => column.title)],
    ...rows.map(({ label, values }) => [
      label,
      ...values.map((value, index) => (columns[index]?.unit === "cents" ? dollarsText(value) : String(value))),
    ]),
  ];
  return lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

/** A text that a spreadsheet could take for a formula is set apart; an amount below zero is none. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
