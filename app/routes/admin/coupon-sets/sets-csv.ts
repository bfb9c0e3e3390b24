import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { readListFile, rowsFile } from "#app/http/staff/list-file.server.ts";
import { couponSetList } from "#app/promotions/domain/coupon-set.schema.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { amountCell } from "#app/values/csv.ts";
import type { Route } from "./+types/sets-csv";
import { readCouponSets } from "./read-coupon-sets.server.ts";

/** GET /admin/coupon-sets/sets.csv: the chosen sets, or all that match the list's address, with the metrics of its period. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const db = readDb(context);
  const { list, chosen } = readListFile(request);
  const settings = await readSettings(db);
  const { CURRENCY } = settings;
  const sets = await readCouponSets(db, readPageQuery(list, couponSetList), now());
  const rows = chosen === "all" ? sets : sets.filter((set) => chosen.includes(String(set.id)));
  return rowsFile(
    "coupon-sets",
    "sets",
    rows,
    {
      set: (row) => row.name,
      promotion: (row) => row.promotion,
      codes: (row) => String(row.codes),
      valid: (row) => String(row.active),
      uses: (row) => String(row.uses),
      given_away: (row) => amountCell(row.discount, CURRENCY),
      paid: (row) => amountCell(row.revenue, CURRENCY),
    },
    csvFormat(settings),
  );
}
