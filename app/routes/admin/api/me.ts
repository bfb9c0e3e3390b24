import { staffContext } from "#app/http/context.server.ts";
import { apiRoute } from "#app/http/api-route.server.ts";
import { jsonAnswer, problem } from "#app/http/problem.server.ts";

/** GET /admin/api/me: who is signed in, with roles; 401 for nobody. */
const route = apiRoute({
  GET({ context }) {
    const user = context.get(staffContext);
    return user === null ? problem(401, { detail: "Sign in first." }) : jsonAnswer({ user });
  },
});

export const loader = route.loader;
export const action = route.action;
