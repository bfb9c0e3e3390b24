import { csvFile } from "#app/http/answers/csv-file.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { countOrders, listGiven, NOTHING_GIVEN } from "#app/promotions/data/promotion-reports.server.ts";
import { listPromotionRows } from "#app/promotions/data/promotion-records.server.ts";
import { promotionList } from "#app/promotions/domain/promotion-form.schema.ts";
import { givenCsvQuery } from "#app/routes/admin/query.schema.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { amountCell } from "#app/values/csv.ts";
import type { Route } from "./+types/report-csv";
import { readShownReport, spanOfRange } from "./report.server.ts";

/**
 * GET /admin/promotions/report.csv: the discounts of every promotion in the `range` of the list's address; with `promotion` or `set` those
 * of that one record for each day of the period.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const db = readDb(context);
  const settings = await readSettings(db);
  const { CURRENCY } = settings;
  const { promotion, set } = readPageQuery(request, givenCsvQuery);
  if (promotion === null && set === null) {
    const { range } = readPageQuery(request, promotionList);
    const span = await spanOfRange(db, range, now());
    const [rows, given, orders] = await Promise.all([listPromotionRows(db, now()), listGiven(db, span), countOrders(db, span)]);
    const lines = rows.map(({ id, name, state }) => {
      const { uses, discount, revenue } = given.get(id) ?? NOTHING_GIVEN;
      return [String(id), name, state, String(uses), amountCell(discount, CURRENCY), amountCell(revenue, CURRENCY), String(orders)];
    });
    return csvFile("promotions", [["id", "promotion", "state", "uses", "given_away", "paid", "all_orders"], ...lines], csvFormat(settings));
  }
  const of = promotion === null ? { couponSetId: set ?? 0 } : { promotionId: promotion };
  const { days, period } = await readShownReport(db, of, request, now());
  const lines = days.map(({ day, uses, discount, revenue }) => [
    day,
    String(uses),
    amountCell(discount, CURRENCY),
    amountCell(revenue, CURRENCY),
  ]);
  return csvFile(`given-${period.from}-${period.to}`, [["day", "uses", "given_away", "paid"], ...lines], csvFormat(settings));
}
