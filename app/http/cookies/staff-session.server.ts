import { findSignedIn, signIn, signOut } from "#app/staff/workflows/sign-in.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { countLoginTry, forgiveLoginTry, type LoginTry } from "#app/http/limits/login-limit.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { findUserByEmail } from "#app/staff/data/users.server.ts";
import { readDevice, rememberDevice, type Device } from "./device-cookie.server.ts";
import { clearSessionToken, readSessionToken, serializeSessionToken } from "./session-cookie.server.ts";

export type SignInAnswer =
  | { readonly kind: "signed-in"; readonly user: StaffUser; readonly setCookies: readonly string[] }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "too-many"; readonly message: string; readonly retryAfterSeconds: number };

/** One sign-in from the page or from the call: limits, password, session, cookie. */
export async function signInStaff(
  services: Services,
  request: Request,
  info: RequestInfo,
  input: { readonly email: string; readonly password: string },
): Promise<SignInAnswer> {
  const { db, env, log } = services;
  const device = await readDevice(request, services);
  const attempt: LoginTry = {
    email: input.email,
    clientAddress: info.clientAddress,
    knownDevice: device === null ? null : await knownDeviceOf(db, device, input.email),
  };
  const allowed = await countLoginTry(db, attempt);
  if (!allowed.ok) {
    log.warn({ security: "login-limit", requestId: info.id }, "too many sign-in tries");
    const minutes = Math.ceil(allowed.retryAfterSeconds / 60);
    return {
      kind: "too-many",
      message: `Too many tries. Wait ${minutes === 1 ? "a minute" : `${minutes} minutes`}, then try again.`,
      retryAfterSeconds: allowed.retryAfterSeconds,
    };
  }
  const signedIn = await signIn(db, {
    ...input,
    userAgent: request.headers.get("User-Agent") ?? "",
    replaces: await readSessionToken(request, env),
    now: services.now(),
  });
  if (signedIn === null) {
    log.warn({ security: "login-refused", requestId: info.id }, "a sign-in was refused");
    return { kind: "refused", message: "E-mail or password is not right. Check both and try again." };
  }
  await forgiveLoginTry(db, attempt);
  log.info({ security: "login", userId: signedIn.user.id, requestId: info.id }, "signed in");
  const setCookies = [await serializeSessionToken(signedIn.token, env), await rememberDevice(device, signedIn.user.id, services)];
  return { kind: "signed-in", user: signedIn.user, setCookies };
}

async function knownDeviceOf(db: Db, device: Device, email: string): Promise<string | null> {
  const account = await findUserByEmail(db, email);
  return account !== undefined && device.userIds.includes(account.id) ? `${device.id}:${account.id}` : null;
}

/** Who sent this request; null for nobody. */
export async function findStaff(services: Services, request: Request): Promise<StaffUser | null> {
  const token = await readSessionToken(request, services.env);
  return token === null ? null : findSignedIn(services.db, token, services.now());
}

/** Ends the session on the server; answers the Set-Cookie header that makes the browser forget it. */
export async function endStaffSession(services: Services, request: Request): Promise<string> {
  const token = await readSessionToken(request, services.env);
  if (token !== null) await signOut(services.db, token);
  return clearSessionToken(services.env);
}
