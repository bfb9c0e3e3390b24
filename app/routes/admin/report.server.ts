import { readPeriod } from "#app/orders/data/order-facts.server.ts";
import type { FactKind } from "#app/orders/domain/figures.ts";
import { reportPeriod, type ReportPeriod } from "#app/orders/domain/report-period.ts";
import type { Report } from "#app/orders/domain/report-tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { dashboardQuery } from "./query.schema.ts";

/** What the figures are compared by; the lists of items and the like are not. */
const COMPARED: readonly FactKind[] = ["sum", "hour"];

/** The period the address asks for, and its figures beside those it is measured by. */
export async function readReport(
  db: Db,
  request: Request,
  now: Date,
  zone: string,
): Promise<{ readonly period: ReportPeriod; readonly report: Report }> {
  const period = reportPeriod(readPageQuery(request, dashboardQuery), now, zone);
  const [current, before] = await Promise.all([readPeriod(db, period.spans, zone), readPeriod(db, period.before.spans, zone, COMPARED)]);
  return { period, report: { current, before, beforeLabel: period.before.label, days: period.days } };
}
