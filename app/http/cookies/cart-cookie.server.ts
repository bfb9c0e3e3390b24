import { createCookie, type Cookie } from "react-router";
import type { Env } from "#app/http/env.server.ts";

/** How long an untouched cart is remembered by the browser. */
const CART_COOKIE_SECONDS = 30 * 86_400;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface CookieOwner {
  readonly env: Pick<Env, "isSecure">;
  readonly cookieSecret: string;
}

/**
 * Which cart this browser owns; null without a cookie and for one that was not signed by this shop. The id alone opens nothing: a cart is
 * reached through its cookie only.
 */
export async function readCartId(request: Request, owner: CookieOwner): Promise<string | null> {
  const value: unknown = await cartCookie(owner).parse(request.headers.get("Cookie"));
  return typeof value === "string" && UUID.test(value) ? value : null;
}

/** The Set-Cookie header that gives this browser the cart. */
export function serializeCartId(cartId: string, owner: CookieOwner): Promise<string> {
  return cartCookie(owner).serialize(cartId);
}

const cookies = new Map<string, Cookie>();

/** `__Host-` binds the cookie to this very host over https; browsers refuse the prefix on plain http, so a local shop goes without. */
function cartCookie({ env, cookieSecret }: CookieOwner): Cookie {
  const id = `${env.isSecure}:${cookieSecret}`;
  let cookie = cookies.get(id);
  if (cookie === undefined) {
    cookie = createCookie(env.isSecure ? "__Host-cart" : "cart", {
      secrets: [cookieSecret],
      httpOnly: true,
      sameSite: "lax",
      secure: env.isSecure,
      path: "/",
      maxAge: CART_COOKIE_SECONDS,
    });
    cookies.set(id, cookie);
  }
  return cookie;
}
