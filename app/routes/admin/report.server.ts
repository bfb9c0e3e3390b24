import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";
import { countUnkeptDays, readPeriod } from "#app/orders/data/figures/order-facts.server.ts";
import type { FactKind } from "#app/orders/domain/figures/figures.ts";
import { reportPeriod, type ReportPeriod } from "#app/orders/domain/figures/report-period.ts";
import type { Report } from "#app/orders/domain/figures/report-tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { dashboardQuery } from "./query.schema.ts";
import { counted } from "#texts/plural.ts";

/** The metrics that are compared; lists such as items are not. */
const COMPARED: readonly FactKind[] = ["sum", "hour"];

/** The most days that one request aggregates order by order: with a million orders, all days take half a minute. */
const MOST_COUNTED_DAYS = 31;

/**
 * The period of the address, and its metrics next to those of the comparison period. The report is null while the job has not aggregated
 * `waiting` days (the first minute after an update or a change of the time zone).
 */
export async function readReport(
  db: Db,
  request: Request,
  now: Date,
  settings: Settings,
): Promise<{ readonly period: ReportPeriod; readonly report: Report | null; readonly waiting: number }> {
  const clock = shopClock(settings);
  const period = reportPeriod(readPageQuery(request, dashboardQuery), now, clock);
  const all = [...period.before.spans, ...period.spans];
  const waiting = all.length <= 2 * MOST_COUNTED_DAYS ? 0 : await countUnkeptDays(db, all);
  if (waiting > 2 * MOST_COUNTED_DAYS) return { period, report: null, waiting };
  const [current, before] = await Promise.all([
    readPeriod(db, period.spans, clock.timeZone),
    readPeriod(db, period.before.spans, clock.timeZone, COMPARED),
  ]);
  return {
    period,
    report: { current, before, beforeLabel: period.before.label, days: period.days, format: moneyFormat(settings), region: clock.region },
    waiting,
  };
}

/** Shown instead of the report while too many days are not aggregated. */
export function waitingSentence(waiting: number): string {
  return `${counted(waiting, "day is", "days are")} still being added up. This takes about a minute after an update or a new time zone. Then reload this page.`;
}
