import { setTimeout as pause } from "node:timers/promises";
import {
  countOrderEvents,
  findOrder,
  insertOrderEvent,
  PROVIDER_SILENT_EVENT,
  saveIntent,
  type OrderRow,
} from "#app/orders/data/order-placement.server.ts";
import type { PaymentFailure, PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import { finalTotalOf, storedIntent } from "#app/orders/workflows/order-facts.server.ts";
import type { ActivePayments } from "#app/payments/workflows/payments-source.server.ts";
import type { CheckoutResult, PlacedOrder } from "./checkout-result.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/** The same key in two hands at once: the provider serves one and turns the other away for a moment. */
const BUSY_TRIES = 20;
const BUSY_PAUSE_MS = 150;
/** The provider may remember a failure with the key; after this many silent answers another key is used. The lost payment was never confirmable. */
const SILENT_ANSWERS_PER_KEY = 2;

/**
 * Answers the payment of a reserved order: makes it at the provider, or reads it when it was made before. Repeatable: the provider's key is the
 * order's own, so a lost answer never makes a second payment that anybody could confirm.
 */
export async function startPayment(services: WorkflowServices, order: OrderRow): Promise<CheckoutResult> {
  if (order.gateway === "none") return answer(order, null, null);
  const active = await services.payments.current();
  for (let attempt = 1; attempt <= BUSY_TRIES; attempt += 1) {
    const current = (await findOrder(services.db, order.id)) ?? order;
    if (current.status === "abandoned") return { kind: "ended" };
    const result =
      current.paymentIntentId === null
        ? await createIntent(services, active, current)
        : await active.gateway.retrieveIntent(current.paymentIntentId);
    if (result.ok) {
      const isOurs = await saveIntent(services.db, order.id, result.intent.id, storedIntent(result.intent));
      // Another process has saved another payment for this order: that one counts.
      if (isOurs) return answer(current, result.intent, active);
    } else if (result.kind !== "rate-limited") {
      return refuse(services, order, result);
    }
    await pause(BUSY_PAUSE_MS);
  }
  return { kind: "provider", retryAfterSeconds: 2 };
}

async function createIntent(services: WorkflowServices, active: ActivePayments, order: OrderRow) {
  const silent = await countOrderEvents(services.db, order.id, PROVIDER_SILENT_EVENT);
  return active.gateway.createIntent({
    amount: finalTotalOf(order),
    orderId: order.id,
    cartHash: order.cartHash,
    idempotencyKey: `order_${order.id}_${Math.floor(silent / SILENT_ANSWERS_PER_KEY) + 1}`,
  });
}

async function refuse(services: WorkflowServices, order: OrderRow, failure: PaymentFailure): Promise<CheckoutResult> {
  const facts = {
    orderId: order.id,
    intentId: order.paymentIntentId,
    failure: failure.kind,
    code: failure.code,
    reason: failure.message.slice(0, 200),
  };
  if (failure.kind === "unreachable") {
    services.log.warn(facts, "the card provider did not answer a checkout");
    await insertOrderEvent(services.db, {
      orderId: order.id,
      actor: "system",
      event: PROVIDER_SILENT_EVENT,
      fromStatus: order.status,
      toStatus: order.status,
    });
    return { kind: "provider", retryAfterSeconds: 2 };
  }
  services.log.error(facts, "the card provider refused to make a payment");
  return { kind: "provider", retryAfterSeconds: 30 };
}

function answer(order: OrderRow, intent: PaymentIntentFacts | null, active: ActivePayments | null): CheckoutResult {
  const placed: PlacedOrder = {
    orderToken: order.publicToken,
    clientSecret: intent?.clientSecret ?? null,
    publishableKey: active?.publishableKey ?? null,
    amount: finalTotalOf(order),
    gateway: order.gateway,
  };
  return { kind: "ok", placed };
}
