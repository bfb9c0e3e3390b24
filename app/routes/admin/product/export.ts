import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { listMatchingIds } from "#app/catalogue/data/product-lists/product-list-ids.server.ts";
import { productList } from "#app/catalogue/domain/product-list.schema.ts";
import { csvDownload } from "#app/http/answers/csv-file.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { readListFile } from "#app/http/staff/list-file.server.ts";
import { idsOf } from "#app/http/staff/staff-action.server.ts";
import type { Route } from "./+types/export";

/** A larger selection has to be exported as a whole. */
const MAX_FILTERED = 200_000;

/** GET /admin/product/export: the chosen products, those that match the list's search and filters, or all; streamed in chunks. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env, now } = context.get(servicesContext);
  const at = now();
  const { list, chosen } = readListFile(request);
  const query = readPageQuery(list, productList);
  const isFiltered = [query.q, query.category, query.state, query.tag, query.tax, query.picture].some((value) => value !== "");
  const found = chosen === "all" && isFiltered ? await listMatchingIds(db, query, MAX_FILTERED) : null;
  const only = chosen === "all" ? found : idsOf(chosen);
  const pieces = exportCatalogue(db, { publicUrl: env.publicUrl, now: at, ...(only === null ? {} : { only }) });
  return csvDownload(`products-${at.toISOString().slice(0, 10)}`, pieces);
}
