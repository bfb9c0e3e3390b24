import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";

/** GET /api/version: lets an open page detect that a newer build is served. */
const route = apiRoute({
  GET: ({ context }) => jsonAnswer({ version: context.get(servicesContext).appVersion }, { headers: { "Cache-Control": "no-cache" } }),
});

export const loader = route.loader;
export const action = route.action;
