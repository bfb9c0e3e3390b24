import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { endStaffSession } from "#app/http/cookies/staff-session.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";

/** POST /admin/api/logout. A form without JavaScript is redirected to the login page. */
const route = apiRoute({
  async POST({ request, context }) {
    const setCookie = await endStaffSession(context.get(servicesContext), request, context.get(requestContext));
    const isForm = headerOf(request, "Content-Type") === "application/x-www-form-urlencoded";
    if (isForm) return new Response(null, { status: 303, headers: { Location: "/admin/login", "Set-Cookie": setCookie } });
    return jsonAnswer({}, { headers: { "Set-Cookie": setCookie } });
  },
});

export const loader = route.loader;
export const action = route.action;
