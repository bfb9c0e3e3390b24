import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { readFrameSettings } from "#app/http/frame-part.server.ts";
import { readFrameBanner } from "#app/routes/shop/banner-list.server.ts";

/** GET /api/closed-banner: the texts of the closed banner and when each starts, for pages that stay open. Cached in memory: no query. */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const services = context.get(servicesContext);
    const { list } = await readFrameBanner(services, await readFrameSettings(services));
    return answerWithEtag(request, list, "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
