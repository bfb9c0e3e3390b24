import { findProduct } from "#app/catalogue/data/products.server.ts";
import { getReviewSummary } from "#app/content/data/reviews.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { notFoundProblem } from "#app/http/answers/problem.server.ts";
import { idInPath } from "./query.schema.ts";
import { toProductWire } from "./wire/catalogue-wire.ts";

/** GET /api/products/:id: everything needed to order one. */
const route = apiRoute({
  GET: async ({ request, params, context }) => {
    const { db, now } = context.get(servicesContext);
    const id = idInPath.safeParse(params.id);
    const product = id.success ? await findProduct(db, id.data, now()) : undefined;
    return product === undefined
      ? notFoundProblem("There is no such product.")
      : answerWithEtag(request, toProductWire(product, await getReviewSummary(db, product.id)), "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
