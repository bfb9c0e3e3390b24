import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { notFoundProblem } from "#app/http/answers/problem.server.ts";

/** Every other address below /api, with any method: a problem response for API clients, never a page. */
const unknown = () => notFoundProblem("There is no such call.");
const route = apiRoute({ GET: unknown, POST: unknown, PUT: unknown, PATCH: unknown, DELETE: unknown });

export const loader = route.loader;
export const action = route.action;
