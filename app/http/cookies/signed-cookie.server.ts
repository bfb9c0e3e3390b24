import { createHmac, timingSafeEqual } from "node:crypto";
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
    const fullName = env.isSecure ? `__Host-${name}` : name;
    // Not the router's own signing: it asks WebCrypto, whose threads take ten times as long as these few bytes.
    cookie = createCookie(fullName, {
      encode: (value) => (value === "" ? "" : encodeURIComponent(seal(value, cookieSecret))),
      decode: (sent) => open(sent, cookieSecret),
      filter: (each) => each === fullName,
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

/** The value with its HMAC-SHA-256 in base64 behind a dot: what the router's signing made of it too, so cookies outlive the change. */
function seal(value: string, secret: string): string {
  return `${value}.${createHmac("sha256", secret).update(value).digest("base64").replace(/=+$/, "")}`;
}

/** The value of a sealed cookie as it was sent; empty when this shop has not sealed it. */
function open(sent: string, secret: string): string {
  const text = unescaped(sent);
  const value = text.slice(0, Math.max(0, text.lastIndexOf(".")));
  const [given, wanted] = [Buffer.from(text), Buffer.from(seal(value, secret))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? value : "";
}

/** Text as it stood before it was escaped; the same when its escapes make no sense. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
