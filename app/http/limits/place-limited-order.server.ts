import * as texts from "#texts/checkout/refusals.ts";
import { noteRefusal } from "#app/http/refusals.server.ts";
import { createHmac } from "node:crypto";
import type { Checkout, CheckoutResult, Sender } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { declineWait } from "#app/checkout/workflows/place/card-testing.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { givePointsBackHere, takePointsHere, type RateCounter, type RateRule } from "#app/platform/rate-limit.server.ts";
import { addressCounters, giveEachBack, takeEach } from "./address-limit.server.ts";
import { rateLimitKey, siteKey } from "./address.server.ts";

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
  const from = address === null ? null : senderOf(services, address, siteKey(clientAddress));
  const wait = await declineWait(db, checkout.cartId, from);
  if (wait !== null) {
    noteRefusal(services, { kind: "limit", security: "declines", message: "too many declined cards", clientAddress });
    return {
      kind: "too-many",
      message: texts.tooManyDeclines,
      retryAfterSeconds: wait,
    };
  }
  const { cartId } = checkout;
  const shared = sharedCounters(clientAddress, cartId);
  const answers = [
    ...(address === null || cartId === null ? [] : [await takePointsHere(db, PER_CART, cartId)]),
    await takeEach(db, shared),
  ];
  const waits = answers.flatMap((answer) => (answer.ok ? [] : [answer.retryAfterSeconds]));
  if (waits.length > 0) {
    noteRefusal(services, { kind: "limit", security: "checkouts", message: "too many checkouts of one cart or address", clientAddress });
    return {
      kind: "too-many",
      message: texts.tooManyOrders,
      retryAfterSeconds: Math.max(...waits),
    };
  }
  const result = await placeOrder(services, { ...checkout, from, isBeforeOpening });
  if (result.kind !== "ok") {
    if (address !== null && cartId !== null) givePointsBackHere(db, PER_CART, cartId);
    await giveEachBack(db, shared);
  }
  return result;
}

function sharedCounters(clientAddress: string, cartId: string | null): readonly RateCounter[] {
  if (rateLimitKey(clientAddress) !== null) return addressCounters(PER_ADDRESS, clientAddress);
  return cartId === null ? [] : [[PER_CART, cartId]];
}

function senderOf(services: Services, address: string, site: string | null): Sender {
  return { address: digest(services, address), site: site === null ? null : digest(services, site) };
}

/** Compares addresses without revealing them. */
function digest({ cookieSecret }: Services, address: string): string {
  return createHmac("sha256", cookieSecret).update(address).digest("base64url").slice(0, 22);
}
