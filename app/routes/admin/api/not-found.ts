import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { notFoundProblem } from "#app/http/answers/problem.server.ts";

const answer = () => notFoundProblem();

/** Catches every other address under /admin/api, which would otherwise match the staff pages. */
const route = apiRoute({ GET: answer, POST: answer, PUT: answer, PATCH: answer, DELETE: answer });

export const loader = route.loader;
export const action = route.action;
