import { loginSchema } from "#app/staff/domain/sign-in.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, problem } from "#app/http/answers/problem.server.ts";
import { signInStaff } from "#app/http/cookies/staff-session.server.ts";

/** POST /admin/api/login {email, password, code?}: opens a session and sets its cookie. */
const route = apiRoute({
  async POST({ request, context }) {
    const { email, password, code = "" } = await parseJsonBody(request, loginSchema);
    const answer = await signInStaff(context.get(servicesContext), request, context.get(requestContext), { email, password, code });
    switch (answer.kind) {
      case "signed-in": {
        const signedIn = jsonAnswer({ user: answer.user });
        for (const value of answer.setCookies) signedIn.headers.append("Set-Cookie", value);
        return signedIn;
      }
      case "too-many":
        return problem(429, { detail: answer.message, headers: { "Retry-After": String(answer.retryAfterSeconds) } });
      case "code":
        return problem(401, { detail: answer.message, code_required: true });
      case "refused":
        return problem(401, { detail: answer.message });
    }
  },
});

export const loader = route.loader;
export const action = route.action;
