import { readSettings } from "#app/store/data/site-settings.server.ts";
import { listProducts } from "#app/catalogue/data/products.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { readQuery } from "#app/http/answers/read-query.server.ts";
import { productsQuery } from "./query.schema.ts";
import { toProductCardWire } from "./wire/catalogue-wire.ts";

/** GET /api/products?category=&q=&sort=&page=&per_page= */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const { db, now } = context.get(servicesContext);
    const query = readQuery(request, productsQuery);
    const filter = {
      ...(query.category === undefined ? {} : { categoryId: query.category }),
      ...(query.q === undefined ? {} : { q: query.q }),
      ...(query.sort === undefined ? {} : { sort: query.sort }),
      page: query.page,
      perPage: query.per_page,
    };
    const found = await listProducts(db, filter, now());
    const { CURRENCY } = await readSettings(db);
    const products = found.products.map((card) => toProductCardWire(card, CURRENCY));
    return answerWithEtag(request, { products, total: found.total, page: query.page, per_page: query.per_page }, "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
