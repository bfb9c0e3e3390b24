import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";

/** GET /api/openapi.json */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const { env, appVersion } = context.get(servicesContext);
    // Lazy: the description of every call takes some megabytes.
    const { openApiDocument } = await import("./openapi/document.ts");
    return answerWithEtag(request, openApiDocument(env.publicUrl, appVersion), "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
