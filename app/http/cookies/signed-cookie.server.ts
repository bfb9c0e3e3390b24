import { createCookie, type Cookie } from "react-router";
import type { z } from "zod";
import type { Env } from "#app/http/env.server.ts";

/** What a signed cookie needs of the process's services. */
export interface CookieOwner {
  readonly env: Pick<Env, "isSecure">;
  readonly cookieSecret: string;
}

const cookies = new Map<string, Cookie>();

/**
 * A cookie that only this shop can write and no script can read. `__Host-` binds it to this very host over https; browsers refuse the prefix
 * on plain http, so a local shop goes without.
 */
export function signedCookie(name: string, maxAgeSeconds: number, { env, cookieSecret }: CookieOwner): Cookie {
  const id = `${name}:${env.isSecure}:${cookieSecret}`;
  let cookie = cookies.get(id);
  if (cookie === undefined) {
    cookie = createCookie(env.isSecure ? `__Host-${name}` : name, {
      secrets: [cookieSecret],
      httpOnly: true,
      sameSite: "lax",
      secure: env.isSecure,
      path: "/",
      maxAge: maxAgeSeconds,
    });
    cookies.set(id, cookie);
  }
  return cookie;
}

/** What a cookie of the request holds, as its schema reads it; null = there is none, this shop has not signed it, or it makes no sense. */
export async function readCookie<Schema extends z.ZodType>(
  cookie: Cookie,
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const parsed = schema.safeParse(await cookie.parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : null;
}
