import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { reportPeriod, type Range, type ReportPeriod } from "#app/orders/domain/figures/report-period.ts";
import type { ShownReport } from "#app/orders/ui/staff/promotion-report.tsx";
import type { Db } from "#app/platform/db/database.server.ts";
import { NOTHING_GIVEN, readPromotionReport, type Span } from "#app/promotions/data/promotion-reports.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { givenQuery } from "#app/routes/admin/query.schema.ts";
import { businessDay } from "#app/values/time.ts";

/** The discounts of a promotion or a coupon set in the period of the address. */
export async function readShownReport(
  db: Db,
  of: { readonly promotionId: number } | { readonly couponSetId: number },
  request: Request,
  now: Date,
): Promise<ShownReport> {
  const clock = shopClock(await readSettings(db));
  const period = reportPeriod(readPageQuery(request, givenQuery), now, clock);
  const { days, ...report } = await readPromotionReport(db, of, spanOf(period), clock.timeZone);
  return {
    ...report,
    range: period.range,
    label: period.label,
    period: period.days,
    today: businessDay(now, clock.timeZone),
    days: period.spans.map(({ day }) => days.find((each) => each.day === day) ?? { ...NOTHING_GIVEN, day }),
  };
}

/** The period of a list's filter; null = no limit. */
export async function spanOfRange(db: Db, range: Range | "", now: Date): Promise<Span | null> {
  if (range === "") return null;
  return spanOf(reportPeriod({ range, from: "", to: "" }, now, shopClock(await readSettings(db))));
}

function spanOf({ spans }: ReportPeriod): Span {
  const [first] = spans;
  const last = spans.at(-1);
  if (first === undefined || last === undefined) throw new Error("a period has a day");
  return { startsAt: first.startsAt, endsAt: last.endsAt };
}
