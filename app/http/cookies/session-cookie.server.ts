import { createCookie, type Cookie } from "react-router";
import { z } from "zod";
import { SESSION_HOURS } from "#app/staff/data/sessions.server.ts";
import type { Env } from "#app/http/env.server.ts";
import { readCookie } from "./signed-cookie.server.ts";

type CookieEnv = Pick<Env, "isSecure">;

const names = { true: "__Host-staff", false: "staff" } as const;
const cookies = new Map<boolean, Cookie>();

/**
 * Lax, not Strict: a member of staff who follows the link in a "new order" mail must arrive signed in. What Strict would add is done by the
 * origin check, which refuses every cross-site change. The token is random and only its hash is stored, so it needs no signature.
 */
function sessionCookie({ isSecure }: CookieEnv): Cookie {
  let cookie = cookies.get(isSecure);
  if (cookie === undefined) {
    cookie = createCookie(names[`${isSecure}`], {
      httpOnly: true,
      sameSite: "lax",
      secure: isSecure,
      path: "/",
      maxAge: SESSION_HOURS * 3600,
    });
    cookies.set(isSecure, cookie);
  }
  return cookie;
}

const tokenSchema = z.string().regex(/^[\w-]{43}$/);

export function readSessionToken(request: Request, env: CookieEnv): Promise<string | null> {
  return readCookie(sessionCookie(env), request, tokenSchema);
}

/** The Set-Cookie header that signs this browser in. */
export function serializeSessionToken(token: string, env: CookieEnv): Promise<string> {
  return sessionCookie(env).serialize(token);
}

/** The Set-Cookie header that makes this browser forget its session. */
export function clearSessionToken(env: CookieEnv): Promise<string> {
  return sessionCookie(env).serialize("", { maxAge: 0 });
}
