import { listCategoryTree } from "#app/data/categories.server.ts";
import { apiRoute } from "#app/http/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/etag.server.ts";
import { toCategoryWire } from "./catalogue-wire.ts";

/** GET /api/categories: the tree customers see, in menu order. */
const route = apiRoute({
  GET: async ({ request, context }) =>
    answerWithEtag(request, (await listCategoryTree(context.get(servicesContext).db)).map(toCategoryWire), "no-cache"),
});

export const loader = route.loader;
export const action = route.action;
