import { csvFile } from "#app/http/answers/csv-file.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { listCouponSets } from "#app/promotions/data/coupon-sets.server.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Route } from "./+types/codes-csv";
import { listCodesCsv } from "./codes-csv.server.ts";

/** GET /admin/coupon-sets/:id/codes.csv: every code with its uses, streamed in batches. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = readId(request, params.id);
  if (!(await listCouponSets(db)).some((set) => set.id === id)) throw notFound(request);
  const settings = await readSettings(db);
  return csvFile(`codes-${id}`, listCodesCsv(db, id, settings.STORE_TIMEZONE), csvFormat(settings));
}
