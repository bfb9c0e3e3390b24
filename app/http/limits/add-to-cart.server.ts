import { tooManyCarts } from "#texts/cart/answers.ts";
import { noteRefusal } from "#app/http/refusals.server.ts";
import { fail, type Result } from "#app/values/result.ts";
import { addCartItem, type CartFailure, type WantedItem } from "#app/cart/workflows/change-cart.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import type { RateRule } from "#app/platform/rate-limit.server.ts";
import { addressCounters, giveEachBack, takeEach } from "./address-limit.server.ts";
import { rateLimitKey } from "./address.server.ts";

/** New carts per address. Hundreds of people may share an address at lunch; only a program creates one every two seconds for ten minutes. */
const NEW_CARTS: RateRule = { name: "new-cart", points: 300, seconds: 600 };

/** Counts an empty new cart (code link); false over the limit. */
export async function mayBeginCart(services: Pick<Services, "db" | "log" | "now">, clientAddress: string): Promise<boolean> {
  if (rateLimitKey(clientAddress) === null) return true;
  const { ok } = await takeEach(services.db, addressCounters(NEW_CARTS, clientAddress));
  if (!ok) noteTooManyCarts(services, clientAddress);
  return ok;
}

function noteTooManyCarts(services: Pick<Services, "db" | "log" | "now">, clientAddress: string): void {
  noteRefusal(services, { kind: "limit", security: "new-carts", message: "too many new carts from one address", clientAddress });
}

/** Adds to this browser's cart, or to a new one within the address limit. */
export async function addToCart(
  services: Services,
  { clientAddress }: Pick<RequestInfo, "clientAddress">,
  cartId: string | null,
  wanted: WantedItem,
): Promise<Result<LoadedCart, CartFailure>> {
  if (cartId !== null || rateLimitKey(clientAddress) === null) return addCartItem(services, cartId, wanted);
  const counters = addressCounters(NEW_CARTS, clientAddress);
  const allowed = await takeEach(services.db, counters);
  if (!allowed.ok) {
    noteTooManyCarts(services, clientAddress);
    const { retryAfterSeconds } = allowed;
    return fail({
      kind: "too-many-carts",
      message: tooManyCarts,
      retryAfterSeconds,
    });
  }
  const added = await addCartItem(services, null, wanted);
  if (!added.ok) await giveEachBack(services.db, counters);
  return added;
}
