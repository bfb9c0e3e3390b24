import { findOrder, lockOrder, type OrderRow } from "#app/orders/data/order-placement.server.ts";
import { writeAbandoned } from "#app/orders/workflows/changes/release-order.server.ts";
import { undoPaymentsOf } from "#app/orders/workflows/money/undo-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { findWantedIntent } from "#app/payments/data/payment-intents.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { noteIntent } from "#app/orders/workflows/money/order-money.server.ts";
import { settleOrder } from "./settle-order.server.ts";

/**
 * - ended: nothing can be paid for it any more, and what it held is free.
 * - placed: it had been paid after all and is an order of the shop.
 * - busy: a bank is deciding right now.
 * - unreachable: the provider gave no usable answer; nothing was changed.
 */
export type Abandonment = { readonly kind: "ended" | "placed" | "busy"; readonly order: OrderRow } | { readonly kind: "unreachable" };

/** How often it looks anew because the payment came into being meanwhile. */
const ROUNDS = 3;

/**
 * Ends a checkout that is not paid (after 60 minutes, because the customer began another, changed the cart or gave up). A payment that
 * could be completed is ended at the provider first, so one that turns out to be paid makes the order received instead; one that is still being
 * made is marked, and whoever gets the provider's answer ends it.
 */
export async function abandonOrder(services: WorkflowServices, orderId: string): Promise<Abandonment> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const tried = await tryToAbandon(services, orderId);
    if (tried !== "again") return tried;
  }
  return { kind: "unreachable" };
}

async function tryToAbandon(services: WorkflowServices, orderId: string): Promise<Abandonment | "again"> {
  const before = await findOrder(services.db, orderId);
  if (before === undefined) return { kind: "unreachable" };
  if (before.paymentIntentId !== null) {
    const settled = await settleOrder(services, orderId);
    if (settled.kind === "placed" || settled.kind === "ended") return { kind: settled.kind, order: settled.order };
    if (settled.kind !== "mismatch" || !settled.isForeign) {
      const stopped = await stopPayment(services, before, before.paymentIntentId);
      if (stopped !== "stopped") return stopped;
    }
  }
  const abandoned = await inTransaction(services.db, async (tx): Promise<Abandonment | "again"> => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) return { kind: "unreachable" };
    if (order.status !== "awaiting_payment") return { kind: order.status === "abandoned" ? "ended" : "placed", order };
    // A payment whose secret may have left since must be ended at the provider first.
    const wanted = await findWantedIntent(tx, orderId);
    if (order.paymentIntentId !== before.paymentIntentId || (wanted?.providerId ?? null) !== before.paymentIntentId) {
      if (wanted?.providerId !== null && wanted !== undefined) return "again";
    }
    const ended = await writeAbandoned(tx, order, services.now());
    return ended === undefined ? { kind: "busy", order } : { kind: "ended", order: ended };
  });
  if (abandoned !== "again" && abandoned.kind === "ended" && before.paymentIntentId !== null) await undoPaymentsOf(services, orderId);
  return abandoned;
}

async function stopPayment(services: WorkflowServices, order: OrderRow, intentId: string): Promise<"stopped" | Abandonment> {
  const { gateway } = await services.payments.current();
  const askedAt = services.now();
  const cancelled = await gateway.cancelIntent(intentId, `order_${order.id}_abandon_${askedAt.getTime()}`);
  if (cancelled.ok)
    await inTransaction(services.db, async (tx) => {
      await lockOrder(tx, order.id);
      await noteIntent(tx, order, cancelled.intent, askedAt);
    });
  if (cancelled.ok || cancelled.kind === "not-found") return "stopped";
  if (cancelled.kind !== "state") {
    services.log.warn({ orderId: order.id, intentId, failure: cancelled.kind, code: cancelled.code }, "a payment could not be ended");
    return { kind: "unreachable" };
  }
  // It moved on between looking and ending: look again.
  const settled = await settleOrder(services, order.id);
  if (settled.kind === "placed" || settled.kind === "ended") return { kind: settled.kind, order: settled.order };
  return settled.order === undefined || settled.kind === "unreachable" ? { kind: "unreachable" } : { kind: "busy", order: settled.order };
}
