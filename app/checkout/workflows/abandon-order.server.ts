import { inTransaction } from "#app/platform/db/database.server.ts";
import { findOrder, lockOrder, type OrderRow } from "#app/orders/data/order-placement.server.ts";
import { writeAbandoned } from "#app/orders/workflows/release-order.server.ts";
import { settleOrder } from "./settle-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/**
 * - ended: nothing can be paid for it any more, and what it held is free.
 * - placed: it had been paid after all and is an order of the shop.
 * - busy: a bank is deciding right now.
 * - unreachable: the provider gave no usable answer; nothing was changed.
 */
export type Abandonment = { readonly kind: "ended" | "placed" | "busy"; readonly order: OrderRow } | { readonly kind: "unreachable" };

/**
 * Ends a checkout that is not paid (after 60 minutes, or because the customer began another). The payment is ended at the provider first,
 * so that it cannot be completed afterwards; one that turns out to be paid makes the order received instead.
 */
export async function abandonOrder(services: WorkflowServices, orderId: string): Promise<Abandonment> {
  const before = await findOrder(services.db, orderId);
  if (before === undefined) return { kind: "unreachable" };
  if (before.paymentIntentId !== null) {
    const settled = await settleOrder(services, orderId);
    if (settled.kind === "placed" || settled.kind === "ended") return { kind: settled.kind, order: settled.order };
    if (settled.kind !== "mismatch" || !settled.isForeign) {
      const stopped = await stopPayment(services, before.id, before.paymentIntentId);
      if (stopped !== "stopped") return stopped;
    }
  }
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) return { kind: "unreachable" };
    // An intent that came into being since was not stopped: the next try sees it.
    if (order.status === "awaiting_payment" && order.paymentIntentId !== before.paymentIntentId) return { kind: "unreachable" };
    const ended = await writeAbandoned(tx, order, services.now());
    if (ended !== undefined) return { kind: "ended", order: ended };
    return order.status === "abandoned"
      ? { kind: "ended", order }
      : order.status === "awaiting_payment"
        ? { kind: "busy", order }
        : { kind: "placed", order };
  });
}

async function stopPayment(services: WorkflowServices, orderId: string, intentId: string): Promise<"stopped" | Abandonment> {
  const { gateway } = await services.payments.current();
  const cancelled = await gateway.cancelIntent(intentId, `order_${orderId}_abandon`);
  if (cancelled.ok || cancelled.kind === "not-found") return "stopped";
  if (cancelled.kind !== "state") {
    services.log.warn({ orderId, intentId, failure: cancelled.kind, code: cancelled.code }, "a payment could not be ended");
    return { kind: "unreachable" };
  }
  // It moved on between looking and ending: look again.
  const settled = await settleOrder(services, orderId);
  if (settled.kind === "placed" || settled.kind === "ended") return { kind: settled.kind, order: settled.order };
  return settled.order === undefined || settled.kind === "unreachable" ? { kind: "unreachable" } : { kind: "busy", order: settled.order };
}
