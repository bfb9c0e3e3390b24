import { readFrameSettings } from "#app/http/frame-part.server.ts";
import { publicSettings } from "#app/store/domain/settings.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { cleanStoredHtml } from "#app/platform/sanitize-html.server.ts";

/** GET /api/site-settings: the public settings, an allow-list. */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const settings = await readFrameSettings(context.get(servicesContext));
    const DELIVERY_DESCRIPTION = cleanStoredHtml(settings.DELIVERY_DESCRIPTION);
    return answerWithEtag(request, publicSettings({ ...settings, DELIVERY_DESCRIPTION }), "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
