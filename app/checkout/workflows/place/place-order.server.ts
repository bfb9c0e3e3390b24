import { createHash } from "node:crypto";
import { findOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { findCheckoutFacts } from "#app/orders/data/order/insert-order.server.ts";
import { abandonOrder } from "#app/checkout/workflows/settle/abandon-order.server.ts";
import { autoAccept } from "#app/orders/workflows/changes/auto-accept.server.ts";
import { isSuperseded } from "#app/checkout/data/open-payments.server.ts";
import { withCheckoutSlot } from "./checkout-slots.server.ts";
import type { Checkout, CheckoutRefusal, CheckoutResult } from "./checkout-result.server.ts";
import { reserveOrder } from "./reserve-order.server.ts";
import { startPayment } from "./start-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/** How often a checkout retries after a conflict with another one of the same cart. */
const ROUNDS = 4;

/**
 * Places an order: ends earlier attempts of the cart, stores the order with its reservations, and requests the payment only after that
 * commit. The same key always gives one order and one payment.
 */
export async function placeOrder(services: WorkflowServices, checkout: Checkout): Promise<CheckoutResult> {
  const { cartId } = checkout;
  if (cartId === null) return { kind: "not-found" };
  const checkoutKey = createHash("sha256").update(`${cartId}\n${checkout.idempotencyKey}`).digest("hex");
  let replaceable: ReadonlySet<string> | undefined;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const reserved = await withCheckoutSlot(services.db, () => reserveOrder(services, { ...checkout, cartId, checkoutKey }, round > 1));
    if (reserved === undefined) return { kind: "busy" };
    if (reserved.kind === "known") return repeat(services, reserved.orderId, checkout.requestHash);
    if (reserved.kind === "reserved") {
      const { order, intent } = reserved;
      if (order.payBy !== null) return linkAnswer(order);
      return startPayment(services, order.status === "received" ? await autoAccept(services, order) : order, intent);
    }
    if (reserved.kind === "open") {
      // A new attempt belongs to a concurrent checkout. If both kept replacing each other, neither could be paid.
      replaceable ??= new Set(reserved.orderIds);
      for (const earlier of reserved.orderIds) {
        if (!replaceable.has(earlier)) return { kind: "busy" };
        const replaced = await replace(services, earlier);
        if (replaced !== null) return replaced;
      }
    } else if (reserved.kind !== "again") return reserved;
  }
  return { kind: "busy" };
}

async function repeat(services: WorkflowServices, orderId: string, requestHash: string): Promise<CheckoutResult> {
  const order = await findOrder(services.db, orderId);
  if (order === undefined) throw new Error("an order vanished while its checkout was repeated");
  const facts = await findCheckoutFacts(services.db, order.id);
  if (facts?.requestHash !== requestHash) return { kind: "key-reused" };
  if (order.status === "abandoned") return { kind: "ended" };
  if (order.payBy !== null) return linkAnswer(order);
  if (await isSuperseded(services.db, order.id)) return (await replace(services, order.id)) ?? { kind: "ended" };
  return startPayment(services, order, null);
}

/** The payment begins when the customer opens the link. */
function linkAnswer({ publicToken, gateway, finalTotalCents: amount, currency }: OrderRow): CheckoutResult {
  return { kind: "ok", placed: { orderToken: publicToken, clientSecret: null, publishableKey: null, amount, currency, gateway } };
}

/** Ends an earlier attempt; null if it no longer blocks. */
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
