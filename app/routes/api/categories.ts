import { listCategoryTree } from "#app/catalogue/data/categories.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { toCategoryWire } from "./wire/catalogue-wire.ts";

/** GET /api/categories: the tree customers see, in menu order. */
const route = apiRoute({
  GET: async ({ request, context }) =>
    answerWithEtag(request, (await listCategoryTree(context.get(servicesContext).db)).map(toCategoryWire), "no-cache"),
});

export const loader = route.loader;
export const action = route.action;
