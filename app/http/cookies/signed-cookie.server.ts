import { createHmac, timingSafeEqual } from "node:crypto";
import { createCookie, type Cookie } from "react-router";
import type { z } from "zod";
import type { Env } from "#app/http/env.server.ts";

/** The services that a signed cookie needs. */
export interface CookieOwner {
  readonly env: Pick<Env, "isSecure">;
  readonly cookieSecret: string;
}

const cookies = new Map<string, Cookie>();

/** A signed HttpOnly cookie. `__Host-` requires https, so a local http shop goes without. */
export function signedCookie(name: string, maxAgeSeconds: number, { env, cookieSecret }: CookieOwner): Cookie {
  const id = `${name}:${env.isSecure}:${cookieSecret}`;
  let cookie = cookies.get(id);
  if (cookie === undefined) {
    const fullName = env.isSecure ? `__Host-${name}` : name;
    // Not the router's signing, which uses WebCrypto threads and takes ten times as long.
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

/** Value and HMAC-SHA-256 (base64) with a dot, compatible with the router's former signing. */
function seal(value: string, secret: string): string {
  return `${value}.${createHmac("sha256", secret).update(value).digest("base64").replace(/=+$/, "")}`;
}

/** The signed value; empty if the signature is invalid. */
function open(sent: string, secret: string): string {
  const text = unescaped(sent);
  const value = text.slice(0, Math.max(0, text.lastIndexOf(".")));
  const [given, wanted] = [Buffer.from(text), Buffer.from(seal(value, secret))];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? value : "";
}

/** Unescapes text; unchanged if escapes are invalid. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A cookie's validated value; null if missing, unsigned or invalid. */
export async function readCookie<Schema extends z.ZodType>(
  cookie: Cookie,
  request: Request,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const parsed = schema.safeParse(await cookie.parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : null;
}
