import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { bannerFacts } from "#app/routes/shop/banner-list.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";

/** GET /api/closed-banner: what the closed banner says from when on, for pages that stay open. Remembered as they are: it costs no statement. */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const { db, now } = context.get(servicesContext);
    return answerWithEtag(request, bannerFacts(storeHours(await readSettings(db)), now()).list, "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
