import { lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { insertOrderEvent } from "#app/orders/data/order/order-events.server.ts";
import { patchOrder } from "#app/orders/data/order/update-order.server.ts";
import { openProblem, settleProblems } from "#app/orders/data/payment-problems.server.ts";
import { failLostRefunds, sumRefunds } from "#app/orders/data/refunds.server.ts";
import { closeIntent, wantVoid, type IntentRow } from "#app/payments/data/payment-intents.server.ts";
import { hasRunOut, paymentStateOf, type IntentStatus } from "#app/payments/domain/provider-status.ts";
import type { PaymentIntentFacts, RefundFacts } from "#app/payments/gateway/gateway.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatMoney } from "#app/values/money.ts";
import { finalTotalOf, orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import { moveUses } from "#app/promotions/data/uses.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { SYSTEM } from "#app/orders/workflows/changes/order-command.server.ts";
import { derivedMoney, noteIntent, noteRefunds } from "./order-money.server.ts";
import { undoPaymentsOf } from "./undo-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/**
 * Updates a placed order from the provider: expired authorization, capture or refund from the dashboard, failed refund, dispute. During our own call
 * only mirror and dispute are written. `known`: the payment as read at `askedAt`. False: retry later.
 */
export async function refreshPlacedOrder(
  services: WorkflowServices,
  order: OrderRow,
  known?: { readonly intent: PaymentIntentFacts; readonly askedAt: Date },
): Promise<boolean> {
  if (order.paymentIntentId === null || (order.pendingAction !== null && known === undefined)) return true;
  const { gateway } = await services.payments.current();
  const askedAt = known?.askedAt ?? services.now();
  const answer = known === undefined ? await gateway.retrieveIntent(order.paymentIntentId) : { ok: true as const, intent: known.intent };
  if (!answer.ok) return answer.kind === "not-found";
  const { intent } = answer;
  if (intent.orderId !== order.id) {
    services.log.error({ orderId: order.id, intentId: intent.id }, "the payment of a placed order names another order");
    return true;
  }
  const { done, underway } = await sumRefunds(services.db, order.id);
  let refunds: readonly RefundFacts[] | null = null;
  const isBusy = order.pendingAction !== null;
  if (!isBusy && (intent.amountRefunded !== done + underway || underway > 0)) {
    const listed = await gateway.listRefunds(intent.id);
    if (!listed.ok) return false;
    refunds = listed.refunds;
  }
  const seen = await inTransaction(services.db, (tx) => write(tx, order.id, intent, refunds, askedAt));
  if (seen === "hold-gone") {
    const isReleased = !hasRunOut(intent.cancellationReason, order.paymentIntent?.captureBefore ?? null, services.now());
    await applyOrderEvent(services, { orderId: order.id, version: null, actor: SYSTEM, command: { event: "hold_expired", isReleased } });
  }
  return seen !== "unwanted" || (await undoPaymentsOf(services, order.id)) !== "later";
}

function isSameMoney(
  order: OrderRow,
  now: { readonly [Name in "capturedCents" | "refundedCents" | "paymentState"]?: OrderRow[Name] | undefined },
): boolean {
  return now.capturedCents === order.capturedCents && now.refundedCents === order.refundedCents && now.paymentState === order.paymentState;
}

async function write(
  tx: Db,
  orderId: string,
  intent: PaymentIntentFacts,
  refunds: readonly RefundFacts[] | null,
  askedAt: Date,
): Promise<"written" | "hold-gone" | "unwanted"> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined) return "written";
  const row = await noteIntent(tx, order, intent, askedAt);
  if (order.pendingAction !== null) return "written";
  const { adopted } = refunds === null ? { adopted: 0 } : await noteRefunds(tx, order, refunds, askedAt);
  if (refunds !== null) await failLostRefunds(tx, order.id, askedAt);
  if (order.paymentIntentId !== row.providerId || row.status === null) return "written";
  return writeSeen(tx, order, { ...row, status: row.status }, { adopted, askedAt });
}

interface Seen {
  /** Cents of refunds that were made at the provider. */
  readonly adopted: number;
  readonly askedAt: Date;
}

/** Updates the order from its payment. */
async function writeSeen(
  tx: Db,
  order: OrderRow,
  row: IntentRow & { readonly status: IntentStatus },
  { adopted, askedAt }: Seen,
): Promise<"written" | "hold-gone" | "unwanted"> {
  const isEnded = order.status === "rejected" || order.status === "cancelled";
  if (row.status === "canceled" && row.closedAt === null) await closeIntent(tx, row.id, askedAt);
  if (isEnded && row.status === "requires_capture") {
    // The authorization of an ended order is still active: the release did not reach the provider.
    await wantVoid(tx, order.id, askedAt);
    return "unwanted";
  }
  const isHoldGone = row.status === "canceled" && order.paymentState === "authorized" && order.status === "received";
  // Staff have a remedy to choose, which no timer removes.
  if (isHoldGone && order.paymentProblem === null) return "hold-gone";
  const derived = await derivedMoney(tx, order);
  const isFirstCharge = row.status === "succeeded" && order.capturedCents === 0 && derived.refundedCents === 0;
  const paymentState = isHoldGone || isFirstCharge ? paymentStateOf(row.status) : derived.paymentState;
  const money = { ...derived, ...(paymentState === undefined ? {} : { paymentState }) };
  if (!isSameMoney(order, money)) await writeMoney(tx, order, row, money, { adopted, askedAt });
  if (row.status === "succeeded" && order.capturedCents === 0 && !isEnded) await noteShortCharge(tx, order, row, askedAt);
  return "written";
}

/** A charge made at the provider may be less than the order's total. */
async function noteShortCharge(tx: Db, order: OrderRow, row: IntentRow, askedAt: Date): Promise<void> {
  const total = finalTotalOf(order);
  if (row.receivedCents >= total) return;
  const format = orderFormat(order, await readSettings(tx));
  await openProblem(
    tx,
    {
      kind: "amount_mismatch",
      orderId: order.id,
      intentId: row.providerId,
      amountCents: row.receivedCents,
      what: `Only ${formatMoney(row.receivedCents, format)} of ${formatMoney(total, format)} was charged at the provider. Collect the rest, or reject or cancel the order.`,
      told: "Nothing yet: the order is unchanged.",
    },
    askedAt,
  );
}

async function writeMoney(tx: Db, order: OrderRow, row: IntentRow, money: Partial<OrderRow>, { adopted, askedAt }: Seen): Promise<void> {
  await patchOrder(tx, order.id, money);
  if (money.paymentState === "refunded" && order.paymentState !== "refunded")
    await tx.execute(moveUses(order.id, ["held", "redeemed"], "released"));
  if (row.status === "succeeded" && order.paymentState === "authorized") {
    await settleProblems(tx, { orderId: order.id, kinds: ["capture_failed"] }, "Payment provider", "The card was charged there.", askedAt);
  }
  await insertOrderEvent(tx, {
    orderId: order.id,
    actor: "system",
    event: adopted > 0 ? "refund" : "payment_changed",
    fromStatus: order.status,
    toStatus: order.status,
    data: adopted > 0 ? { amount: adopted } : {},
  });
}
