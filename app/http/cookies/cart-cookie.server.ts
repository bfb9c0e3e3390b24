import { isUuid } from "#app/values/ids.ts";
import { z } from "zod";
import { readCookie, signedCookie, type CookieOwner } from "./signed-cookie.server.ts";

/** How long an untouched cart is remembered by the browser. */
const CART_COOKIE_SECONDS = 30 * 86_400;
const cartIdSchema = z.string().refine(isUuid);

/**
 * Which cart this browser owns; null without a cookie and for one that was not signed by this shop. The id alone opens nothing: a cart is
 * reached through its cookie only.
 */
export function readCartId(request: Request, owner: CookieOwner): Promise<string | null> {
  return readCookie(cartCookie(owner), request, cartIdSchema);
}

/** The Set-Cookie header that gives this browser the cart. */
export function serializeCartId(cartId: string, owner: CookieOwner): Promise<string> {
  return cartCookie(owner).serialize(cartId);
}

function cartCookie(owner: CookieOwner) {
  return signedCookie("cart", CART_COOKIE_SECONDS, owner);
}
