import { headerOf } from "#app/http/answers/request-headers.schema.ts";
import { data, redirect } from "react-router";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { forgetChallenge, keepChallenge, takeChallenge } from "#app/http/cookies/passkey-challenge.server.ts";
import { readSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { noteSignInRefusal, sessionCookies, tooMany } from "#app/http/cookies/staff-session.server.ts";
import { countLinkTry } from "#app/http/limits/login-limit.server.ts";
import { beginPasskeySignIn, checkPasskey } from "#app/staff/workflows/passkeys.server.ts";
import { openSessionWhile } from "#app/staff/workflows/sign-in.server.ts";
import { refusal, tooManyTries } from "./refusal.server.ts";
import { jsonOf } from "#app/values/json.ts";

/** The options for the browser's passkey request. */
export async function passkeyOptions(services: Services, info: RequestInfo) {
  const allowed = await countLinkTry(services.db, info.clientAddress);
  if (!allowed.ok) return tooManyTries(tooMany(services, info, allowed.retryAfterSeconds), "");
  const options = await beginPasskeySignIn(services.env.publicUrl);
  return data({ options }, { headers: { "Set-Cookie": await keepChallenge(services, "sign-in", options.challenge) } });
}

/** Opens a session for the owner of the passkey. @param answer the browser's signed challenge, as JSON */
export async function passkeySignIn(services: Services, request: Request, info: RequestInfo, answer: string, to: string) {
  const allowed = await countLinkTry(services.db, info.clientAddress);
  if (!allowed.ok) return tooManyTries(tooMany(services, info, allowed.retryAfterSeconds), "");
  const { db, env, now } = services;
  const challenge = await takeChallenge(services, "sign-in", request);
  const checked = challenge === null ? null : await checkPasskey(db, env.publicUrl, readAnswer(answer), challenge, now());
  const signIn = {
    replaces: await readSessionToken(request, env),
    userAgent: headerOf(request, "User-Agent"),
    hasSecondFactor: true,
    now: now(),
  };
  const signedIn = checked === null ? null : await openSessionWhile(db, checked.user, checked.isStillThere, signIn);
  if (signedIn === null) {
    noteSignInRefusal(services, info, "login-passkey-refused", "a passkey was refused");
    return refusal(401, { email: "", errors: {}, message: "This passkey is not known here. Sign in with email and password." });
  }
  const cookies = [...(await sessionCookies(services, request, info, signedIn)), await forgetChallenge(services)];
  return redirect(to, { headers: cookies.map((value): [string, string] => ["Set-Cookie", value]) });
}

/** undefined if the text is not JSON. */
export function readAnswer(text: string): unknown {
  return jsonOf(text.slice(0, 20_000));
}
