import { fail, type Result } from "#app/values/result.ts";
import { addCartItem, type CartFailure, type WantedItem } from "#app/cart/workflows/change-cart.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { givePointsBack, takePoints, type RateRule } from "#app/platform/rate-limit.server.ts";
import { strangerKey } from "./address.server.ts";

/**
 * New carts per address. Hundreds of people behind one address may order for the same lunch; only a program makes more than one cart every
 * two seconds for ten minutes on end.
 */
const NEW_CARTS: RateRule = { name: "new-cart", points: 300, seconds: 600 };

/** Counts a cart that begins without anything in it (a link with a code); false when this address has begun too many. */
export async function mayBeginCart({ db }: Pick<Services, "db">, clientAddress: string): Promise<boolean> {
  const key = strangerKey(clientAddress);
  return key === null || (await takePoints(db, NEW_CARTS, key)).ok;
}

/** Adds units to this browser's cart, or to a new one, of which a stranger's address gets so many only. */
export async function addToCart(
  services: Services,
  { clientAddress }: Pick<RequestInfo, "clientAddress">,
  cartId: string | null,
  wanted: WantedItem,
): Promise<Result<LoadedCart, CartFailure>> {
  const key = strangerKey(clientAddress);
  if (cartId !== null || key === null) return addCartItem(services, cartId, wanted);
  const allowed = await takePoints(services.db, NEW_CARTS, key);
  if (!allowed.ok) {
    services.log.warn({ security: "new-carts" }, "too many new carts from one address");
    const { retryAfterSeconds } = allowed;
    return fail({
      kind: "too-many-carts",
      message: "Too many carts were started from your network. Please wait a few minutes and try again.",
      retryAfterSeconds,
    });
  }
  const added = await addCartItem(services, null, wanted);
  if (!added.ok) await givePointsBack(services.db, NEW_CARTS, key);
  return added;
}
