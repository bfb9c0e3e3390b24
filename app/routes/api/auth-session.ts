import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { endStaffSession, findStaff } from "#app/http/cookies/staff-session.server.ts";

/** GET /api/_auth/session: {user} with roles, or {} without a session. DELETE signs out. */
const route = apiRoute({
  async GET({ request, context }) {
    const user = await findStaff(context.get(servicesContext), request);
    return jsonAnswer(user === null ? {} : { user });
  },
  async DELETE({ request, context }) {
    return jsonAnswer(
      {},
      { headers: { "Set-Cookie": await endStaffSession(context.get(servicesContext), request, context.get(requestContext)) } },
    );
  },
});

export const loader = route.loader;
export const action = route.action;
