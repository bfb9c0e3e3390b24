import { readSettings } from "#app/store/data/site-settings.server.ts";
import { findProduct } from "#app/catalogue/data/products.server.ts";
import { getReviewSummary } from "#app/content/data/reviews.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { notFoundProblem } from "#app/http/answers/problem.server.ts";
import { toProductWire } from "./wire/catalogue-wire.ts";

const noSuchProduct = () => notFoundProblem("There is no such product.");

/** GET /api/products/:id: all data needed to order one. */
const route = apiRoute({
  GET: async ({ request, params, context }) => {
    const { db, now } = context.get(servicesContext);
    const product = await findProduct(db, readParam(params.id, urlId, noSuchProduct), now());
    if (product === undefined) return noSuchProduct();
    const { CURRENCY } = await readSettings(db);
    return answerWithEtag(request, toProductWire(product, await getReviewSummary(db, product.id), CURRENCY), "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
