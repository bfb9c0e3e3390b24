import { isUuid } from "#app/values/ids.ts";
import { z } from "zod";
import { readCookie, signedCookie, type CookieOwner } from "./signed-cookie.server.ts";

/** Lifetime of an unused cart's cookie. */
const CART_COOKIE_SECONDS = 30 * 86_400;
const cartIdSchema = z.string().refine(isUuid);

/** The browser's cart; null without a valid signed cookie. The id alone gives no access. */
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
