import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { insertOrderEvent } from "#app/orders/data/order/order-events.server.ts";
import { patchOrder, showPayment, writeFirstAnswer, type OrderFacts } from "#app/orders/data/order/update-order.server.ts";
import { openProblem } from "#app/orders/data/payment-problems.server.ts";
import { recordRefund, sumRefunds, type RefundUpdate } from "#app/orders/data/refunds.server.ts";
import { paymentStateAfterRefund } from "#app/orders/domain/changes/order-refunds.ts";
import { isErased } from "#app/orders/domain/customers/customer-erasure.ts";
import {
  firstAnswer,
  listIntentsOfOrder,
  recordIntent,
  type RequestedIntent,
  type IntentUpdate,
  type IntentRow,
} from "#app/payments/data/payment-intents.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { lockPromotions } from "#app/promotions/data/promotions.server.ts";
import { listExceededPromotions, listUses, moveUses } from "#app/promotions/data/uses.server.ts";
import { formatMoney } from "#app/values/money.ts";
import { storedIntent, orderFormat } from "#app/orders/workflows/stored-order.server.ts";

/*
 * Applies provider responses to an order: first the mirror, then the order from the mirror. The caller has locked the order. Rules:
 * docs/rules/order-states-and-money.md.
 */

/** Stores a provider response of this order's payment; `askedAt` = request time. Returns the stored state, which may be newer. */
export async function noteIntent(
  tx: Db,
  order: OrderOfPayment,
  update: IntentUpdate,
  askedAt: Date,
  wanted: IntentRow["wanted"] = "pay",
): Promise<IntentRow> {
  const row = await keepIntent(tx, order, update, askedAt, wanted);
  await showPayment(tx, row.orderId, update.id, storedIntent(row));
  return row;
}

/** The payment's order; only the id if there is no order. */
type OrderOfPayment = Pick<OrderRow, "id" | "gateway"> &
  Partial<Pick<OrderRow, "status" | "paymentIntentId" | "isDisputed" | "customerName" | "customerEmail">>;

/** Updates only mirror and dispute; the caller writes the rest of the order. Card data is not restored on an order whose customer was erased. */
export async function keepIntent(
  tx: Db,
  order: OrderOfPayment,
  update: IntentUpdate,
  askedAt: Date,
  wanted: IntentRow["wanted"] = "pay",
): Promise<IntentRow> {
  const gateway = order.gateway === "simulator" ? "simulator" : "stripe";
  const kept = isErased(order) ? { ...update, cardBrand: null, cardLast4: null, lastError: null } : update;
  const row = await recordIntent(tx, kept, askedAt, { orderId: order.id, gateway, wanted });
  await showDispute(tx, order, row);
  return row;
}

/** Records a dispute when provider and order differ. The only place that writes it. */
async function showDispute(tx: Db, { id, status, paymentIntentId, isDisputed }: OrderOfPayment, row: IntentRow): Promise<void> {
  if (status === undefined || paymentIntentId !== row.providerId || isDisputed === row.isDisputed) return;
  await patchOrder(tx, id, { isDisputed: row.isDisputed });
  const event = row.isDisputed ? "disputed" : "dispute_ended";
  await insertOrderEvent(tx, { orderId: id, actor: "system", event, fromStatus: status, toStatus: status });
}

/**
 * The usual case in one statement: the order waits for this payment and this is its first response. False: otherwise; nothing changed.
 * Locks the order first, like everywhere.
 */
export function noteFirstAnswer(db: Db, row: RequestedIntent, update: IntentUpdate, askedAt: Date): Promise<boolean> {
  const firstResponse = firstAnswer(update, askedAt);
  return writeFirstAnswer(db, row, firstResponse, storedIntent({ ...row, ...firstResponse }));
}

/** Captured and refunded cents as sums of the mirror, and the resulting payment state. */
export async function derivedMoney(tx: Db, order: OrderRow): Promise<Pick<OrderFacts, "capturedCents" | "refundedCents" | "paymentState">> {
  const taken = (await listIntentsOfOrder(tx, order.id)).filter((row) => row.status === "succeeded");
  const capturedCents = taken.length === 0 ? order.capturedCents : taken.reduce((sum, row) => sum + row.receivedCents, 0);
  const { done } = await sumRefunds(tx, order.id);
  const refundedCents = Math.min(done, capturedCents);
  return {
    capturedCents,
    refundedCents,
    paymentState: capturedCents > 0 ? paymentStateAfterRefund(capturedCents, refundedCents) : order.paymentState,
  };
}

/** Stores refunds of this order, also from the dashboard; a failed one becomes a problem. Returns cents found refunded elsewhere. */
export async function noteRefunds(
  tx: Db,
  order: OrderRow,
  updates: readonly RefundUpdate[],
  askedAt: Date,
): Promise<{ readonly adopted: number }> {
  let adopted = 0;
  for (const each of updates) {
    const { change, refund } = await recordRefund(tx, order.id, each, askedAt);
    const isLost = refund.status === "failed" || refund.status === "canceled";
    if (change === "adopted" && !isLost) adopted += refund.amountCents;
    if (change !== "failed") continue;
    const overused = await takeUsesAgain(tx, order);
    const amount = formatMoney(refund.amountCents, orderFormat(order, await readSettings(tx)));
    await openProblem(
      tx,
      {
        kind: "refund_failed",
        orderId: order.id,
        intentId: order.paymentIntentId,
        refundId: refund.id,
        amountCents: refund.amountCents,
        what: `A refund of ${amount} did not arrive: the bank sent it back. Refund it again, or pay it back another way.${overused}`,
        told: `${amount} goes back to the card.`,
      },
      askedAt,
    );
    await insertOrderEvent(tx, {
      orderId: order.id,
      actor: "system",
      event: "refund_failed",
      fromStatus: order.status,
      toStatus: order.status,
      data: { amount: refund.amountCents },
    });
  }
  return { adopted };
}

/**
 * A full refund released the promotion uses. If the bank returns it, the order is paid again and its uses count again, even above the
 * limit: the customer keeps the discount. Returns the message for staff.
 */
async function takeUsesAgain(tx: Db, order: OrderRow): Promise<string> {
  const hasEnded = order.status === "abandoned" || order.status === "rejected" || order.status === "cancelled";
  if (order.paymentState !== "refunded" || hasEnded) return "";
  const ids = order.appliedPromotions.map(({ promotionId }) => promotionId);
  const uses = (await listUses(tx, order.id)).filter(({ promotionId }) => ids.includes(promotionId));
  await lockPromotions(
    tx,
    uses.map(({ promotionId }) => promotionId),
    uses.flatMap(({ couponCodeId }) => couponCodeId ?? []),
  );
  await tx.execute(moveUses(order.id, ["released"], "redeemed", ids));
  const exceeded = await listExceededPromotions(tx, order.id);
  const titles = order.appliedPromotions.filter(({ promotionId }) => exceeded.includes(promotionId)).map(({ title }) => `“${title}”`);
  return titles.length === 0
    ? ""
    : ` Another order has used ${titles.join(" and ")} meanwhile, so it is used once more than its limit allows.`;
}

/** Updates the order's amounts from the mirror. Returns whether anything changed. */
export async function writeDerivedMoney(tx: Db, order: OrderRow): Promise<boolean> {
  const money = await derivedMoney(tx, order);
  const isChanged =
    money.capturedCents !== order.capturedCents || money.refundedCents !== order.refundedCents || money.paymentState !== order.paymentState;
  if (isChanged) await patchOrder(tx, order.id, money);
  if (money.paymentState === "refunded" && order.paymentState !== "refunded")
    await tx.execute(moveUses(order.id, ["held", "redeemed"], "released"));
  return isChanged;
}
