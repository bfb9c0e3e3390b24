import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { readSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { countLoginTry, forgiveLoginTry } from "#app/http/limits/login-limit.server.ts";
import { confirmSession, findConfirmedAt } from "#app/staff/data/sessions.server.ts";
import { isConfirmationFresh } from "#app/staff/domain/account-changes.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { isPasswordOf } from "#app/staff/workflows/password-links.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";

/** Whether the user signed in or confirmed the password within ten minutes. */
export async function isConfirmed({ db, env, now }: Pick<Services, "db" | "env" | "now">, request: Request): Promise<boolean> {
  const token = await readSessionToken(request, env);
  return token !== null && isConfirmationFresh(await findConfirmedAt(db, hashToken(token)), now());
}

/** Checks the user's password. Attempts are limited; success returns the attempt. */
export async function isOwnPassword({ db }: Services, info: RequestInfo, user: StaffUser, password: string): Promise<boolean> {
  const attempt = { email: user.email, clientAddress: info.clientAddress, knownDevice: `account:${user.id}` };
  if (!(await countLoginTry(db, attempt)).ok || !(await isPasswordOf(db, user.id, password))) return false;
  await forgiveLoginTry(db, attempt);
  return true;
}

/** Confirms with the password; false if wrong or limited. */
export async function confirm(
  services: Services,
  request: Request,
  info: RequestInfo,
  user: StaffUser,
  password: string,
): Promise<boolean> {
  const token = await readSessionToken(request, services.env);
  if (token === null || !(await isOwnPassword(services, info, user, password))) return false;
  await confirmSession(services.db, hashToken(token), services.now());
  return true;
}
