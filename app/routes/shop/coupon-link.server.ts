import { randomUUID } from "node:crypto";
import { redirect } from "react-router";
import { applyPromotionsSchema } from "#app/cart/domain/cart.schema.ts";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { getCart, openCart } from "#app/cart/workflows/change-cart.server.ts";
import { readCartId, serializeCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { couponGuesses } from "#app/http/limits/coupon-guesses.server.ts";
import { mayBeginCart } from "#app/http/limits/add-to-cart.server.ts";
import { isSameCode } from "#app/promotions/domain/coupons.ts";
import type { RouterContextProvider } from "react-router";

/**
 * Handles a link or a printed code with `?code=`: adds the code to the visitor's cart, creates the cart if needed, and opens it with the
 * result. Null when the address has no code.
 */
export async function applyCouponLink(request: Request, url: URL, context: Readonly<RouterContextProvider>): Promise<Response | null> {
  const typed = url.searchParams.get("code");
  if (typed === null || request.method !== "GET") return null;
  const services = context.get(servicesContext);
  const existingCartId = await readCartId(request, services);
  const cartId = existingCartId ?? randomUUID();
  const present = existingCartId === null ? [] : (await getCart(services, existingCartId)).source.couponCodes;
  const isPresent = present.some((code) => isSameCode(code, typed));
  const read = applyPromotionsSchema.safeParse({ cartId, couponCodes: isPresent ? present : [...present, typed] });
  if (!read.success) return redirect("/cart?said=no-effect");
  const { clientAddress } = context.get(requestContext);
  if (existingCartId === null && !(await mayBeginCart(services, clientAddress))) return redirect("/cart?said=no-effect");
  await openCart(services, cartId);
  const applied = await applyPromotions(services, cartId, read.data.couponCodes, couponGuesses(services, cartId, clientAddress));
  const isKept = applied.ok && applied.value.loaded.source.couponCodes.some((code) => isSameCode(code, typed));
  const headers = { "Set-Cookie": await serializeCartId(cartId, services), "Cache-Control": "private, no-store" };
  return redirect(`/cart?said=${isKept ? "code-kept" : "no-effect"}`, { headers });
}
