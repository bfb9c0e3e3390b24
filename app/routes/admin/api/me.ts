import { staffContext } from "#app/http/context.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { jsonAnswer, problem } from "#app/http/answers/problem.server.ts";

/**
 * GET /admin/api/me: the user with roles, repeated as `user` in the shape of the session call; 401 without a session.
 */
const route = apiRoute({
  GET({ context }) {
    const user = context.get(staffContext);
    return user === null ? problem(401, { detail: "Sign in first." }) : jsonAnswer({ ...user, user });
  },
});

export const loader = route.loader;
export const action = route.action;
