import { Readable } from "node:stream";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { listMatchingIds } from "#app/catalogue/data/product-list.server.ts";
import { productList } from "#app/catalogue/domain/product-list.schema.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { MAX_ID } from "#app/values/limits.ts";
import { servicesContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/export";

/** More are exported all together, or not at all. */
const MAX_FILTERED = 200_000;

/** GET /admin/product/export with the search and filters of the list: these products as a file, a piece at a time; all without them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env, now } = context.get(servicesContext);
  const at = now();
  const query = readPageQuery(request, productList);
  const isFiltered = [query.q, query.category, query.state, query.tag, query.tax, query.picture].some((value) => value !== "");
  const chosen = query.selected === "all" ? [] : query.selected.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id <= MAX_ID);
  const only = chosen.length > 0 ? chosen : isFiltered ? await listMatchingIds(db, query, MAX_FILTERED) : null;
  const pieces = exportCatalogue(db, { publicUrl: env.publicUrl, now: at, ...(only === null ? {} : { only }) });
  return new Response(Readable.toWeb(Readable.from(pieces, { objectMode: false })) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="products-${at.toISOString().slice(0, 10)}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
