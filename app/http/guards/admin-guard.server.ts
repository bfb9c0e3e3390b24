import { redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { FORBIDDEN_BY_ROLE, adminAccess, isStaffPath, loginPath, normalizePath, type AdminAccess } from "#app/staff/domain/permissions.ts";
import { servicesContext, staffContext, type Services } from "#app/http/context.server.ts";
import { problem } from "#app/http/answers/problem.server.ts";
import { takePointsHere, type RateRule } from "#app/platform/rate-limit.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { findStaff } from "#app/http/cookies/staff-session.server.ts";
import { bearerToken } from "#app/staff/domain/api-token.schema.ts";
import { admitToken } from "./token-guard.server.ts";

const NEEDS_SECOND_FACTOR =
  "This shop requires two-factor authentication. Set up a code app or a passkey under My account, or sign in with it.";
const REFUSALS = { 401: "Sign in first.", 403: FORBIDDEN_BY_ROLE, 404: "There is nothing at this address." } as const;

/**
 * Access check of the staff area for pages and calls. Runs in root middleware on the requested path, so that neither routes outside the admin layout
 * (`/:id/products` matches /admin/products) nor resource routes bypass it.
 */
export const guardAdmin: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const requested = new URL(request.url).pathname;
  if (!isStaffPath(requested)) return next();
  const path = normalizePath(requested);
  const token = path?.startsWith("/admin/api/") === true ? bearerToken.parse(request.headers.get("Authorization")) : null;
  if (token !== null) return privateAnswer((await admitToken({ request, context, token })) ?? (await next()));
  const user = await findStaff(context.get(servicesContext), request);
  context.set(staffContext, user);
  const access = adminAccess(requested, user);
  if (!access.allow && user !== null && user.needsSecondFactor !== true)
    await recordDenial(context.get(servicesContext), user, path ?? "an address that cannot be read");
  const answer = access.allow ? await next() : refuse(access, url, user, user === null && (await hadSession(request, context)));
  return privateAnswer(answer);
};

function privateAnswer(answer: Response): Response {
  // A copy, because a response's headers may be immutable.
  const response = new Response(answer.body, answer);
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

/** Repeated attempts on one path are one history row in ten minutes; an order-admin's start page is excluded. */
const DENIALS: RateRule = { name: "denial", points: 1, seconds: 600 };
/** Of one user on all paths: a script would bury what others did. */
const DENIALS_OF_USER: RateRule = { name: "denials", points: 30, seconds: 600 };
const MAX_PATH = 200;

/** Denied access is recorded in the history. */
async function recordDenial({ db }: Services, user: StaffUser, path: string): Promise<void> {
  if (path === "/admin") return;
  const shown = path.slice(0, MAX_PATH).toWellFormed();
  if (!(await takePointsHere(db, DENIALS, `${user.id} ${shown}`)).ok) return;
  if (!(await takePointsHere(db, DENIALS_OF_USER, String(user.id))).ok) return;
  await recordAudit(db, { userId: user.id, userName: user.name, action: "denied", subject: shown });
}

/** The browser still sends an expired session's cookie. */
async function hadSession(request: Request, context: Readonly<RouterContextProvider>): Promise<boolean> {
  return (await readSessionToken(request, context.get(servicesContext).env)) !== null;
}

function refuse(access: Exclude<AdminAccess, { allow: true }>, url: URL, user: StaffUser | null, isEnded: boolean): Response {
  if (!("redirect" in access)) {
    const isMissing = access.status === 403 && user?.needsSecondFactor === true;
    return problem(access.status, { detail: isMissing ? NEEDS_SECOND_FACTOR : REFUSALS[access.status] });
  }
  if (access.redirect !== "/admin/login") return redirect(access.redirect);
  // The original case, because some routes are case-sensitive.
  return redirect(loginPath(`${url.pathname}${url.search}`, isEnded));
}
