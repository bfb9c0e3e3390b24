import { readSettings } from "#app/store/data/site-settings.server.ts";
import { listProductPage } from "#app/catalogue/data/product-lists/product-list.server.ts";
import { listNamedVariants } from "#app/catalogue/data/variants/named-variants.server.ts";
import { productCallQuery } from "#app/catalogue/domain/product-call.schema.ts";
import { productList } from "#app/catalogue/domain/product-list.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { readQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { staffProductWire } from "./product-wire.ts";

/** GET /admin/api/products?q=&state=&category=&sort=&page=&per_page= : what is not in the bin, as staff see it. */
const route = apiRoute({
  async GET({ request, context }) {
    const { db, now } = context.get(servicesContext);
    const user = requireStaff(context);
    const { q, state = "", category, sort, page, per_page: perPage } = readQuery(request, productCallQuery);
    const query = {
      ...productList.parse({ state, category: category === undefined ? "" : String(category), sort }),
      q,
      page,
      per_page: perPage,
    };
    const found = await listProductPage(db, query);
    const { CURRENCY: currency } = await readSettings(db);
    const variants = await listNamedVariants(
      db,
      found.rows.map(({ id }) => id),
    );
    return jsonAnswer({
      products: found.rows.map((row) => staffProductWire(row, user, { currency, now: now(), variants: variants.get(row.id) })),
      total: found.total,
      is_total_capped: found.isTotalCapped,
      page,
      per_page: perPage,
    });
  },
});

export const loader = route.loader;
export const action = route.action;
