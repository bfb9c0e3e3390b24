import { noteRefusal } from "#app/http/refusals.server.ts";
import { createHmac } from "node:crypto";
import type { Checkout, CheckoutResult } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { declineWait } from "#app/checkout/workflows/place/card-testing.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import {
  givePointsBackHere,
  givePointsBackToAll,
  takePointsHere,
  takePointsOfAll,
  type RateCounter,
  type RateRule,
} from "#app/platform/rate-limit.server.ts";
import { rateLimitKey } from "./address.server.ts";

/** Orders and payment attempts per cart: far above customers, far below programs. */
const PER_CART: RateRule = { name: "checkout-cart", points: 60, seconds: 600 };
/** Hundreds of people may share an address at lunch. */
const PER_ADDRESS: RateRule = { name: "checkout-address", points: 300, seconds: 600 };

/**
 * Places an order within the limits of cart and address. A failed checkout costs nothing. Addresses and carts of local visitors are counted across
 * processes; carts of remote visitors per process, as they can start new ones.
 */
export async function placeLimitedOrder(
  services: Services,
  { clientAddress, isBeforeOpening = false }: Pick<RequestInfo, "clientAddress" | "isBeforeOpening">,
  checkout: Omit<Checkout, "from" | "isBeforeOpening">,
): Promise<CheckoutResult> {
  const { db } = services;
  const address = rateLimitKey(clientAddress);
  const from = address === null ? null : digest(services, address);
  const wait = await declineWait(db, checkout.cartId, from);
  if (wait !== null) {
    noteRefusal(services, { kind: "limit", security: "declines", message: "too many declined cards", clientAddress });
    return {
      kind: "too-many",
      message: "Too many cards were declined. Please wait a while before you try another.",
      retryAfterSeconds: wait,
    };
  }
  const { cartId } = checkout;
  const shared = sharedCounter(address, cartId);
  const answers = [
    ...(address === null || cartId === null ? [] : [await takePointsHere(db, PER_CART, cartId)]),
    ...(shared === null ? [] : await takePointsOfAll(db, shared[0], [shared[1]], 1)),
  ];
  const waits = answers.flatMap((answer) => (answer.ok ? [] : [answer.retryAfterSeconds]));
  if (waits.length > 0) {
    noteRefusal(services, { kind: "limit", security: "checkouts", message: "too many checkouts of one cart or address", clientAddress });
    return {
      kind: "too-many",
      message: "Too many orders came in at once from here. Please wait a few minutes and try again.",
      retryAfterSeconds: Math.max(...waits),
    };
  }
  const result = await placeOrder(services, { ...checkout, from, isBeforeOpening });
  if (result.kind !== "ok") {
    if (address !== null && cartId !== null) givePointsBackHere(db, PER_CART, cartId);
    if (shared !== null) await givePointsBackToAll(db, shared[0], [shared[1]], 1);
  }
  return result;
}

function sharedCounter(address: string | null, cartId: string | null): RateCounter | null {
  if (address !== null) return [PER_ADDRESS, address];
  return cartId === null ? null : [PER_CART, cartId];
}

/** Compares addresses without revealing them. */
function digest({ cookieSecret }: Services, address: string): string {
  return createHmac("sha256", cookieSecret).update(address).digest("base64url").slice(0, 22);
}
