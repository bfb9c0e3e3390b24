import { readSettings } from "#app/store/data/site-settings.server.ts";
import { publicSettings } from "#app/store/domain/settings.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { cleanStoredHtml } from "#app/platform/sanitize-html.server.ts";

/** GET /api/site-settings: the public settings, an allow-list. */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const settings = await readSettings(context.get(servicesContext).db);
    const DELIVERY_DESCRIPTION = cleanStoredHtml(settings.DELIVERY_DESCRIPTION);
    return answerWithEtag(request, publicSettings({ ...settings, DELIVERY_DESCRIPTION }), "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
