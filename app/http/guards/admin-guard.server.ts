import { redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { adminAccess, loginPath, normalizePath } from "#app/staff/domain/permissions.ts";
import { servicesContext, staffContext, type Services } from "#app/http/context.server.ts";
import { problem } from "#app/http/answers/problem.server.ts";
import { takePointsHere, type RateRule } from "#app/platform/rate-limit.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { findStaff } from "#app/http/cookies/staff-session.server.ts";

const REFUSALS = { 401: "Sign in first.", 403: "Your role does not allow this.", 404: "There is nothing at this address." } as const;

/**
 * The guard of the whole staff area, pages and calls. It runs in the root, on the path as asked, so that neither a
 * route outside the admin layout (`/:id/products` matches /admin/products) nor a resource route slips past it.
 */
export const guardAdmin: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const requested = new URL(request.url).pathname;
  const path = normalizePath(requested);
  if (path !== null && path !== "/admin" && !path.startsWith("/admin/")) return next();
  const user = await findStaff(context.get(servicesContext), request);
  context.set(staffContext, user);
  const access = adminAccess(requested, user);
  if (!access.allow && user !== null) await recordDenial(context.get(servicesContext), user, path ?? "an address that cannot be read");
  const answer = access.allow ? await next() : refuse(access, url, user === null && (await hadSession(request, context)));
  // A copy: the answer of a route may have headers that cannot be changed.
  const response = new Response(answer.body, answer);
  response.headers.set("Cache-Control", "private, no-store");
  return response;
};

/** One page or call that somebody tries over and over is one row in ten minutes; the start page of an order-admin is another one by design. */
const DENIALS: RateRule = { name: "denial", points: 1, seconds: 600 };
const MAX_PATH = 200;

/** What a role did not allow stands in the history, too. */
async function recordDenial({ db }: Services, user: StaffUser, path: string): Promise<void> {
  if (path === "/admin") return;
  const shown = path.slice(0, MAX_PATH).toWellFormed();
  if (!(await takePointsHere(db, DENIALS, `${user.id} ${shown}`)).ok) return;
  await recordAudit(db, { userId: user.id, userName: user.name, action: "denied", subject: shown });
}

/** The browser still sends the cookie of a session that has ended. */
async function hadSession(request: Request, context: Readonly<RouterContextProvider>): Promise<boolean> {
  return (await readSessionToken(request, context.get(servicesContext).env)) !== null;
}

function refuse(access: Exclude<ReturnType<typeof adminAccess>, { allow: true }>, url: URL, isEnded: boolean): Response {
  if (!("redirect" in access)) return problem(access.status, { detail: REFUSALS[access.status] });
  if (access.redirect !== "/admin/login") return redirect(access.redirect);
  // The page's own address in its original case: some routes match case-sensitively.
  return redirect(loginPath(`${url.pathname}${url.search}`, isEnded));
}
