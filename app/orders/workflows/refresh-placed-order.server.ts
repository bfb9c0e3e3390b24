import { randomUUID } from "node:crypto";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { insertOrderEvent, lockOrder, updateOrder, type OrderChanges, type OrderRow } from "#app/orders/data/order-placement.server.ts";
import { insertRefund, settleRefund } from "#app/orders/data/refunds.server.ts";
import { paymentStateAfterRefund } from "#app/orders/domain/order-refunds.ts";
import type { PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import { applyOrderEvent } from "./act-on-order.server.ts";
import { SYSTEM } from "./order-command.server.ts";
import { storedIntent } from "./order-facts.server.ts";
import { releaseUses } from "./release-order.server.ts";
import type { WorkflowServices } from "./workflow-services.server.ts";

/**
 * Brings a placed order up to what the provider says of its payment: a hold that ran out, a capture or refund made in the provider's
 * own dashboard, a dispute. Our own calls write their results themselves; while one is under way nothing is touched. False = ask again later.
 */
export async function refreshPlacedOrder(services: WorkflowServices, order: OrderRow): Promise<boolean> {
  if (order.paymentIntentId === null || order.pendingAction !== null) return true;
  const { gateway } = await services.payments.current();
  const answer = await gateway.retrieveIntent(order.paymentIntentId);
  if (!answer.ok) return answer.kind === "not-found";
  const { intent } = answer;
  if (intent.orderId !== order.id) {
    services.log.error({ orderId: order.id, intentId: intent.id }, "the payment of a placed order names another order");
    return true;
  }
  if (intent.status === "canceled" && order.status === "received" && order.paymentState === "authorized") {
    await applyOrderEvent(services, { orderId: order.id, version: null, actor: SYSTEM, command: { event: "hold_expired" } });
    return true;
  }
  await inTransaction(services.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked === undefined || locked.pendingAction !== null) return;
    const changes = changesSeen(locked, intent);
    if (Object.keys(changes).length === 0) return;
    const refunded = (changes.refundedCents ?? locked.refundedCents) - locked.refundedCents;
    const now = services.now();
    if (refunded > 0) {
      const id = randomUUID();
      await insertRefund(tx, {
        id,
        orderId: locked.id,
        amountCents: refunded,
        itemIds: [],
        reason: "Made at the payment provider",
        userId: null,
        userName: "Payment provider",
      });
      await settleRefund(tx, id, "succeeded", null, now);
      if (changes.paymentState === "refunded") await releaseUses(tx, locked.id);
    }
    await updateOrder(tx, locked.id, { ...changes, paymentIntent: storedIntent(intent) });
    await insertOrderEvent(tx, {
      orderId: locked.id,
      actor: "system",
      event: refunded > 0 ? "refund" : "payment_changed",
      fromStatus: locked.status,
      toStatus: locked.status,
      data: { ...(refunded > 0 ? { amount: refunded } : {}), disputed: intent.disputed },
    });
  });
  return true;
}

/** What the payment tells that the order does not know yet; empty when all is known. */
function changesSeen(order: OrderRow, intent: PaymentIntentFacts): OrderChanges {
  const isTaken = intent.status === "succeeded";
  const capturedCents = isTaken ? Math.max(order.capturedCents, intent.amountReceived) : order.capturedCents;
  const refundedCents = Math.max(order.refundedCents, Math.min(intent.amountRefunded, capturedCents));
  const paymentState =
    refundedCents > order.refundedCents
      ? paymentStateAfterRefund(capturedCents, refundedCents)
      : isTaken && order.paymentState === "authorized"
        ? "captured"
        : order.paymentState;
  return {
    ...(capturedCents === order.capturedCents ? {} : { capturedCents }),
    ...(refundedCents === order.refundedCents ? {} : { refundedCents }),
    ...(paymentState === order.paymentState ? {} : { paymentState }),
    ...(intent.disputed === order.isDisputed ? {} : { isDisputed: intent.disputed }),
  };
}
