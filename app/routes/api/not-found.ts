import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { notFoundProblem } from "#app/http/answers/problem.server.ts";

/** Every other address below /api, whatever the method: an answer calls can read, never a page. */
const unknown = () => notFoundProblem("There is no such call.");
const route = apiRoute({ GET: unknown, POST: unknown, PUT: unknown, PATCH: unknown, DELETE: unknown });

export const loader = route.loader;
export const action = route.action;
