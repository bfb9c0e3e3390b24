import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { openApiDocument } from "./openapi/document.ts";

/** GET /api/openapi.json */
const route = apiRoute({
  GET: ({ request, context }) => {
    const { env, appVersion } = context.get(servicesContext);
    return answerWithEtag(request, openApiDocument(env.publicUrl, appVersion), "no-cache");
  },
});

export const loader = route.loader;
export const action = route.action;
