import { randomUUID } from "node:crypto";
import { z } from "zod";
import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import { findSignedIn, finishSignIn, signIn, signOut } from "#app/staff/workflows/sign-in.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { countCodeTry, countLoginTry, forgiveCodeTry, forgiveLoginTry, type LoginTry } from "#app/http/limits/login-limit.server.ts";
import { noteRefusal } from "#app/http/refusals.server.ts";
import { unuse, useOnce } from "#app/http/limits/use-once.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { findAccount, findUserByEmail, type Account } from "#app/staff/data/users.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import { readDevice, rememberDevice, type Device } from "./device-cookie.server.ts";
import { readCookie, signedCookie } from "./signed-cookie.server.ts";
import { clearSessionToken, readSessionToken, serializeSessionToken } from "./session-cookie.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { counted } from "#texts/plural.ts";

export type SignInAnswer =
  | { readonly kind: "signed-in"; readonly user: StaffUser; readonly setCookies: readonly string[] }
  | { readonly kind: "refused"; readonly message: string }
  /** Email and password are right; a two-factor code is required. `signInWithCode` continues with these cookies. */
  | { readonly kind: "code"; readonly message: string; readonly setCookies: readonly string[] }
  | { readonly kind: "too-many"; readonly message: string; readonly retryAfterSeconds: number };

/** Sign-in for page and API: limits, password, session, cookie. */
export async function signInStaff(
  services: Services,
  request: Request,
  info: RequestInfo,
  input: { readonly email: string; readonly password: string; readonly code: string },
): Promise<SignInAnswer> {
  const { db, env } = services;
  const device = await readDevice(request, services);
  const attempt: LoginTry = {
    email: input.email,
    clientAddress: info.clientAddress,
    knownDevice: device === null ? null : await knownDeviceOf(db, device, input.email),
  };
  const allowed = await countLoginTry(db, attempt);
  if (!allowed.ok) return tooMany(services, info, allowed.retryAfterSeconds, input.email);
  const { email, password, code } = input;
  const opening = { userAgent: headerOf(request, "User-Agent"), replaces: await readSessionToken(request, env), now: services.now() };
  const answer = await signIn(db, services.secrets, { email, password, ...opening });
  if (answer.kind === "refused") return refuseSignIn(services, info, email);
  if (answer.kind === "code") {
    const finished = code.trim() === "" ? null : await tryCode(services, info, answer.account, { code, ...opening });
    if (finished === "changed") return refuseSignIn(services, info, email);
    if (finished !== null && finished !== "wrong-code") {
      if ("kind" in finished) return finished;
      await forgiveLoginTry(db, attempt);
      return { kind: "signed-in", user: finished.user, setCookies: await sessionCookies(services, request, info, finished) };
    }
    if (finished === null) await forgiveLoginTry(db, attempt);
    const setCookies = [
      await halfway(services).serialize({
        id: randomUUID(),
        userId: answer.account.id,
        password: passwordMark(answer.account),
        until: services.now().getTime() + HALFWAY_SECONDS * 1000,
      }),
    ];
    return { kind: "code", message: finished === null ? ASK_CODE : WRONG_CODE, setCookies };
  }
  await forgiveLoginTry(db, attempt);
  return { kind: "signed-in", user: answer.user, setCookies: await sessionCookies(services, request, info, answer) };
}

function refuseSignIn(services: Services, info: RequestInfo, email: string): SignInAnswer {
  noteSignInRefusal(services, info, "login-refused", "a sign-in was refused", email);
  return { kind: "refused", message: "Email or password is not right. Check both and try again." };
}

/** Checks a code within the day's limit. */
async function tryCode(services: Services, info: RequestInfo, account: Account, input: Parameters<typeof finishSignIn>[3]) {
  const { db, secrets } = services;
  const allowed = await countCodeTry(db, account);
  if (!allowed.ok) return tooMany(services, info, allowed.retryAfterSeconds, account.id);
  const finished = await finishSignIn(db, secrets, account, input);
  if (finished === "wrong-code") noteSignInRefusal(services, info, "login-code-refused", "a one-time code was refused", account.id);
  else await forgiveCodeTry(db, account);
  return finished;
}

const ASK_CODE = "Enter the six-digit code that your app shows now, or a recovery code.";
const WRONG_CODE = "This code is not right, or was used already. Wait for the next one and enter it.";

/** Between a right password and its code. */
const HALFWAY_SECONDS = 300;
const halfwaySchema = z.object({ id: z.string(), userId: z.number(), password: z.string(), until: z.number() });

/** Identifies the password that was right: a newer one invalidates the started sign-in. */
const passwordMark = ({ passwordHash }: Pick<Account, "passwordHash">) => hashToken(passwordHash ?? "");

const halfway = (services: Services) => signedCookie("sign-in", HALFWAY_SECONDS, services);

/** Second step of a sign-in on the page, with the code. null: expired, or no first step. */
export async function signInWithCode(services: Services, request: Request, info: RequestInfo, code: string): Promise<SignInAnswer | null> {
  const { db } = services;
  const startedSignIn = await readCookie(halfway(services), request, halfwaySchema);
  if (startedSignIn === null || startedSignIn.until < services.now().getTime()) return null;
  const account = await findAccount(db, startedSignIn.userId);
  if (account === undefined || account.isDisabled || passwordMark(account) !== startedSignIn.password) return null;
  const device = await readDevice(request, services);
  const knownDevice = device?.userIds.includes(account.id) === true ? `${device.id}:${account.id}` : null;
  const attempt: LoginTry = { email: account.email, clientAddress: info.clientAddress, knownDevice };
  const allowed = await countLoginTry(db, attempt);
  if (!allowed.ok) return tooMany(services, info, allowed.retryAfterSeconds, account.id);
  const replaces = await readSessionToken(request, services.env);
  const input = { code, replaces, userAgent: headerOf(request, "User-Agent"), now: services.now() };
  // Of two requests with one cookie, only the first succeeds.
  if (!(await useOnce(db, `sign-in:${startedSignIn.id}`))) return null;
  const signedIn = await tryCode(services, info, account, input);
  if (signedIn === "changed") return null;
  if (signedIn === "wrong-code" || "kind" in signedIn) {
    await unuse(db, `sign-in:${startedSignIn.id}`);
    return signedIn === "wrong-code" ? { kind: "code", message: WRONG_CODE, setCookies: [] } : signedIn;
  }
  await forgiveLoginTry(db, attempt);
  const forget = await halfway(services).serialize("", { maxAge: 0 });
  return { kind: "signed-in", user: signedIn.user, setCookies: [...(await sessionCookies(services, request, info, signedIn)), forget] };
}

/** A rejected sign-in attempt, for the log and the owner's count. @param account as it was typed, or its id */
export function noteSignInRefusal(
  services: Services,
  info: RequestInfo,
  security: string,
  message: string,
  account?: string | number,
): void {
  const { id: requestId, clientAddress } = info;
  noteRefusal(services, { kind: "sign-in", security, message, clientAddress, requestId, ...(account === undefined ? {} : { account }) });
}

export function tooMany(
  services: Services,
  info: RequestInfo,
  retryAfterSeconds: number,
  account?: string | number,
): Extract<SignInAnswer, { kind: "too-many" }> {
  const { id: requestId, clientAddress } = info;
  noteRefusal(services, {
    kind: "limit",
    security: "login-limit",
    message: "too many sign-in tries",
    clientAddress,
    requestId,
    ...(account === undefined ? {} : { account }),
  });
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = counted(minutes, "minute", "minutes");
  return { kind: "too-many", message: `Too many tries. Wait ${wait}, then try again.`, retryAfterSeconds };
}

/** The cookies of a session that was just opened. */
export async function sessionCookies(
  services: Services,
  request: Request,
  info: RequestInfo,
  { user, token }: { readonly user: StaffUser; readonly token: string },
): Promise<readonly string[]> {
  services.log.info({ security: "login", userId: user.id, requestId: info.id, clientAddress: info.clientAddress }, "signed in");
  const device = await readDevice(request, services);
  return [await serializeSessionToken(token, services.env), await rememberDevice(device, user.id, services)];
}

/** Device and account, if the account has signed in there; else null. */
export async function knownDeviceOf(db: Db, device: Device, email: string): Promise<string | null> {
  const account = await findUserByEmail(db, email);
  return account !== undefined && device.userIds.includes(account.id) ? `${device.id}:${account.id}` : null;
}

/** The signed-in user of this request; null if none. */
export async function findStaff({ db, env, now }: Services, request: Request): Promise<StaffUser | null> {
  const token = await readSessionToken(request, env);
  const signedIn = token === null ? null : await findSignedIn(db, token, now());
  if (signedIn === null) return null;
  const isMissing = !signedIn.hasSecondFactor && (await readSettings(db)).REQUIRE_TWO_FACTOR;
  return isMissing ? { ...signedIn.user, needsSecondFactor: true } : signedIn.user;
}

/** Ends the session; returns the Set-Cookie header that clears it. */
export async function endStaffSession(
  services: Services,
  request: Request,
  { id: requestId, clientAddress }: RequestInfo,
): Promise<string> {
  const token = await readSessionToken(request, services.env);
  if (token !== null) {
    const signedIn = await findSignedIn(services.db, token, services.now());
    await signOut(services.db, token);
    services.log.info({ security: "logout", userId: signedIn?.user.id ?? null, requestId, clientAddress }, "signed out");
  }
  return clearSessionToken(services.env);
}
