import { createHash } from "node:crypto";
import { findCheckoutFacts, findOrderByCheckoutKey, listOpenOrdersOfCart, type OrderRow } from "#app/orders/data/order-placement.server.ts";
import type { CartProblem } from "#app/cart/domain/cart.ts";
import type { CheckoutInput } from "#app/checkout/domain/checkout.schema.ts";
import type { Cents } from "#app/values/money.ts";
import { abandonOrder } from "./abandon-order.server.ts";
import { autoAccept } from "#app/orders/workflows/auto-accept.server.ts";
import { takeTurn } from "./checkout-gate.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import { reserveOrder } from "./reserve-order.server.ts";
import { startPayment } from "./start-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/** One press of "Pay": what was sent, and which attempt of which cart it is. */
export interface Checkout extends CheckoutInput {
  readonly cartId: string | null;
  /** The Idempotency-Key header: names this attempt. The same key again means the same attempt. */
  readonly idempotencyKey: string;
  /** Digest of the whole body. */
  readonly requestHash: string;
}

/** What the browser needs to go on: `clientSecret` null = nothing to pay by card, the order is received. */
export interface PlacedOrder {
  readonly orderToken: string;
  readonly clientSecret: string | null;
  readonly publishableKey: string | null;
  readonly amount: Cents;
  readonly gateway: OrderRow["gateway"];
}

/**
 * - not-found: no such cart.
 * - key-reused: the key was used for another body.
 * - problems: something stops this cart; nothing was charged.
 * - changed: the total is not the one the customer saw; nothing was charged.
 * - not-at-pickup: this order must be paid by card.
 * - busy: too many checkouts at once, or other attempts of this cart kept coming in between.
 * - ended: this attempt was given up or replaced; begin a new one.
 * - already-placed: an earlier attempt of this cart has been paid; `orderToken` names it.
 * - payment-running: a bank is deciding on an earlier attempt of this cart.
 * - provider: the card provider gave no usable answer; repeat with the same key.
 */
export type CheckoutRefusal =
  | { readonly kind: "not-found" | "key-reused" | "ended" | "busy" }
  | { readonly kind: "not-at-pickup"; readonly message: string }
  | { readonly kind: "problems"; readonly loaded: LoadedCart; readonly problems: readonly CartProblem[] }
  | { readonly kind: "changed"; readonly loaded: LoadedCart }
  | { readonly kind: "already-placed" | "payment-running"; readonly orderToken: string }
  | { readonly kind: "provider"; readonly retryAfterSeconds: number };

export type CheckoutResult = { readonly kind: "ok"; readonly placed: PlacedOrder } | CheckoutRefusal;

/** How often a checkout looks again because another one of the same cart came in between. */
const ROUNDS = 4;

/**
 * From cart to order (T1, T3, T4): an earlier attempt of this cart is ended, the order is written with everything it takes, and only after
 * that commit the provider is asked for a payment (quality rule 5). The same key, however often and at once, is one order and one payment.
 */
export async function placeOrder(services: WorkflowServices, checkout: Checkout): Promise<CheckoutResult> {
  const { cartId } = checkout;
  if (cartId === null) return { kind: "not-found" };
  const checkoutKey = createHash("sha256").update(`${cartId}\n${checkout.idempotencyKey}`).digest("hex");
  for (let round = 1; round <= ROUNDS; round += 1) {
    const known = await findOrderByCheckoutKey(services.db, checkoutKey);
    if (known !== undefined) return repeat(services, known, checkout.requestHash);
    for (const earlier of await listOpenOrdersOfCart(services.db, cartId)) {
      if (earlier.checkoutKey === checkoutKey) continue;
      const replaced = await replace(services, earlier.id);
      if (replaced !== null) return replaced;
    }
    const reserved = await takeTurn(services.db, () => reserveOrder(services, { ...checkout, cartId, checkoutKey }));
    if (reserved === undefined) return { kind: "busy" };
    if (reserved.kind === "reserved") {
      const isReceived = reserved.order.status === "received";
      return startPayment(services, isReceived ? await autoAccept(services, reserved.order) : reserved.order);
    }
    if (reserved.kind !== "again") return reserved;
  }
  return { kind: "busy" };
}

async function repeat(services: WorkflowServices, order: OrderRow, requestHash: string): Promise<CheckoutResult> {
  const facts = await findCheckoutFacts(services.db, order.id);
  if (facts?.requestHash !== requestHash) return { kind: "key-reused" };
  return order.status === "abandoned" ? { kind: "ended" } : startPayment(services, order);
}

/** Ends an earlier attempt; null when it is out of the way. */
async function replace(services: WorkflowServices, orderId: string): Promise<CheckoutRefusal | null> {
  const ended = await abandonOrder(services, orderId);
  switch (ended.kind) {
    case "ended":
      return null;
    case "placed":
      return { kind: "already-placed", orderToken: ended.order.publicToken };
    case "busy":
      return { kind: "payment-running", orderToken: ended.order.publicToken };
    case "unreachable":
      return { kind: "provider", retryAfterSeconds: 2 };
  }
}
