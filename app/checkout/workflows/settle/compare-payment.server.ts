import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { isUuid } from "#app/values/ids.ts";
import { findOrder, lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { openProblem } from "#app/orders/data/payment-problems.server.ts";
import { noteIntent } from "#app/orders/workflows/money/order-money.server.ts";
import { refreshPlacedOrder } from "#app/orders/workflows/money/refresh-placed-order.server.ts";
import { undoPaymentsOf } from "#app/orders/workflows/money/undo-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import {
  bindIntent,
  findIntentByProviderId,
  listIntentsOfOrder,
  retryVoid,
  type IntentRow,
} from "#app/payments/data/payment-intents.server.ts";
import type { PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { formatMoney, inCurrency } from "#app/values/money.ts";
import { settleOrder } from "./settle-order.server.ts";

/**
 * Compares one payment, read at `askedAt`, with this shop's data and acts: receives a paid order, updates a placed one, undoes an unwanted payment. A
 * payment without an order id belongs to another system. False: retry later.
 */
export async function comparePayment(services: WorkflowServices, intent: PaymentIntentFacts, askedAt: Date): Promise<boolean> {
  const { orderId } = intent;
  if (orderId === null || !isUuid(orderId)) return true;
  const order = await findOrder(services.db, orderId);
  if (order === undefined) {
    await raiseOrphan(services, intent, orderId);
    return true;
  }
  const row = (await findIntentByProviderId(services.db, intent.id)) ?? (await adopt(services, order, intent, askedAt));
  if (row === "being-made") return true;
  if (row.orderId !== order.id) return true;
  if (order.paymentIntentId === intent.id && row.wanted === "pay") {
    if (order.status === "awaiting_payment") return (await settleOrder(services, order.id, { intent, askedAt })).kind !== "unreachable";
    if (order.status !== "abandoned") return refreshPlacedOrder(services, order, { intent, askedAt });
  }
  const isUndone = await inTransaction(services.db, (tx) => wantUndone(tx, row, order, intent, askedAt));
  return isUndone || (await undoPaymentsOf(services, order.id)) !== "later";
}

/**
 * An intent without a stored id: its creation response or row was lost. If the order names it as its payment, it is wanted as long as the
 * order is, so the money of a placed order is never returned because of a missing row. Otherwise it is undone.
 */
async function adopt(
  services: WorkflowServices,
  order: OrderRow,
  intent: PaymentIntentFacts,
  askedAt: Date,
): Promise<IntentRow | "being-made"> {
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    const unanswered = (await listIntentsOfOrder(tx, order.id)).find((row) => row.providerId === null && row.closedAt === null);
    // The request that creates it has the key and reads the response; it cannot be paid before.
    if (unanswered?.wanted === "pay") return "being-made";
    const isOwn = locked?.paymentIntentId === intent.id && locked.status !== "abandoned";
    // The order has another payment: undo this one.
    if (unanswered !== undefined && !isOwn) await bindIntent(tx, unanswered.id, intent.id);
    return noteIntent(tx, locked ?? order, intent, askedAt, isOwn ? "pay" : "void");
  });
}

/** True when there is nothing to undo. */
async function wantUndone(tx: Db, row: IntentRow, order: OrderRow, intent: PaymentIntentFacts, askedAt: Date): Promise<boolean> {
  const locked = await lockOrder(tx, order.id);
  if (locked?.paymentIntentId === intent.id && locked.status !== "abandoned" && row.wanted === "pay") return true;
  const voided = await noteIntent(tx, locked ?? order, intent, askedAt, "void");
  // Closed with captured money: already refunded, or handled by staff. Do not refund twice.
  if (voided.closedAt !== null && (voided.status === "canceled" || voided.status === "succeeded")) return true;
  const isWaiting = voided.wanted === "void" && voided.closedAt === null;
  // Removed from the queue on purpose: staff handle it.
  if (isWaiting && voided.nextTryAt === null && voided.tries > 0) return true;
  if (!isWaiting || voided.nextTryAt === null) await retryVoid(tx, voided.id, askedAt);
  return false;
}

async function raiseOrphan(services: WorkflowServices, intent: PaymentIntentFacts, orderId: string): Promise<void> {
  if (intent.status !== "requires_capture" && intent.status !== "succeeded") return;
  const amount = intent.status === "succeeded" ? intent.amountReceived - intent.amountRefunded : intent.amountCapturable;
  if (amount <= 0) return;
  const format = inCurrency(moneyFormat(await readSettings(services.db)), intent.currency);
  const card = intent.cardLast4 === null ? "" : ` on the card ending in ${intent.cardLast4}`;
  const what =
    intent.status === "succeeded"
      ? `${formatMoney(amount, format)} was charged${card} for an order this shop does not have. Pay it back.`
      : `${formatMoney(amount, format)} is on hold${card} for an order this shop does not have. Release it.`;
  const isNew = await openProblem(
    services.db,
    { kind: "hold_without_order", orderId: null, intentId: intent.id, amountCents: amount, what, told: "" },
    services.now(),
  );
  if (isNew) services.log.error({ intentId: intent.id, orderId }, "a payment names an order that is not there");
}
