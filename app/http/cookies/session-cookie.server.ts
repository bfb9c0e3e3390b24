import { createCookie, type Cookie } from "react-router";
import { z } from "zod";
import { SESSION_HOURS } from "#app/staff/data/sessions.server.ts";
import type { Env } from "#app/http/env.server.ts";
import { readCookie } from "./signed-cookie.server.ts";

type CookieEnv = Pick<Env, "isSecure">;

const names = { true: "__Host-staff", false: "staff" } as const;
const cookies = new Map<boolean, Cookie>();

/**
 * Lax, not Strict: following the link in a "new order" email must keep the session. The origin check rejects cross-site changes. The random token
 * needs no signature; only its hash is stored.
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

/** The format of `newToken`. */
export const tokenSchema = z.string().regex(/^[\w-]{43}$/);

export function readSessionToken(request: Request, env: CookieEnv): Promise<string | null> {
  return readCookie(sessionCookie(env), request, tokenSchema);
}

/** The Set-Cookie header that signs this browser in. */
export function serializeSessionToken(token: string, env: CookieEnv): Promise<string> {
  return sessionCookie(env).serialize(token);
}

/** Set-Cookie header that clears the session. */
export function clearSessionToken(env: CookieEnv): Promise<string> {
  return sessionCookie(env).serialize("", { maxAge: 0 });
}
