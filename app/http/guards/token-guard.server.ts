import type { RouterContextProvider } from "react-router";
import { problem, retryAfter } from "#app/http/answers/problem.server.ts";
import { requestContext, servicesContext, staffContext, tokenScopesContext } from "#app/http/context.server.ts";
import { noteRefusal } from "#app/http/refusals.server.ts";
import { takePointsHere, type RateRule } from "#app/platform/rate-limit.server.ts";
import type { ApiTokenOwner } from "#app/staff/data/api-tokens.server.ts";
import { scopeOfCall } from "#app/staff/domain/api-token.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { authenticateApiToken } from "#app/staff/workflows/api-tokens.server.ts";

/** Calls per token, counted by each process. */
export const TOKEN_CALLS: RateRule = { name: "api-token", points: 300, seconds: 60 };

interface TokenRequest {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
  readonly token: string;
}

/**
 * Authenticates an API token as the user who created it, or rejects: 401 invalid token, 429 too many calls, 403 outside its scopes. A
 * session cookie in the same request is ignored.
 */
export async function admitToken({ request, context, token }: TokenRequest): Promise<Response | null> {
  const services = context.get(servicesContext);
  const { id: requestId, clientAddress } = context.get(requestContext);
  const found = await authenticateApiToken(services.db, token, services.now());
  // As for users: until the creator has a second factor, only their own account is open.
  const isLocked = found?.hasSecondFactor === false && (await readSettings(services.db)).REQUIRE_TWO_FACTOR;
  const owner = isLocked ? null : found;
  if (owner === null) {
    noteRefusal(services, { kind: "sign-in", security: "token-refused", message: "an API token was refused", clientAddress, requestId });
    return problem(401, {
      detail:
        "This API token does not work: it is wrong, expired or revoked, or who created it may not sign in. Create another one in the staff area.",
      headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
    });
  }
  const allowed = await takePointsHere(services.db, TOKEN_CALLS, String(owner.id));
  if (!allowed.ok)
    return problem(429, {
      detail: `A token may call ${TOKEN_CALLS.points} times a minute. Try again later.`,
      headers: retryAfter(allowed.retryAfterSeconds),
    });
  const scope = scopeOfCall(request.method, new URL(request.url).pathname);
  if (scope === null) return problem(403, { detail: "API tokens do not open this call." });
  if (!owner.scopes.includes(scope))
    return problem(403, {
      detail: `This token lacks the permission ${scope}.`,
      headers: { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  context.set(staffContext, actorOf(owner));
  context.set(tokenScopesContext, owner.scopes);
  return null;
}

/**
 * A token has the rights of order staff. It refunds money only where they may and only with its scope, including refunds by a change or a
 * rejection. No scope allows manual discounts.
 */
function actorOf({ id: tokenId, userId, email, name, scopes }: ApiTokenOwner): StaffUser {
  const user = { id: userId, email, name: `${name} (API)`, roles: ["order-admin"], tokenId };
  return scopes.includes("orders:refund") ? user : { ...user, mayReturnMoney: false };
}
