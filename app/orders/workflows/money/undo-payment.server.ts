import { moneyFormat } from "#app/store/domain/settings.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import { randomUUID } from "node:crypto";
import { findOrder, lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { patchOrder } from "#app/orders/data/order/update-order.server.ts";
import { openProblem, settleProblems } from "#app/orders/data/payment-problems.server.ts";
import { failRefund, findUnansweredRefund, insertRefund, sumRefunds } from "#app/orders/data/refunds.server.ts";
import {
  bindIntent,
  closeIntent,
  findIntent,
  listIntentsOfOrder,
  postponeVoid,
  type IntentRow,
} from "#app/payments/data/payment-intents.server.ts";
import { failureClass, pauseAfter } from "#app/payments/domain/failure-class.ts";
import type { PaymentFailure, PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { formatMoney } from "#app/values/money.ts";
import { addMinutes } from "#app/values/time.ts";
import { noteIntent, noteRefunds, writeDerivedMoney } from "./order-money.server.ts";
import { reasonOf } from "./payment-problem-words.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/** done: the payment is ended. later: retried automatically. person: in the problem list. */
export type Undoing = "done" | "later" | "person";

/** Identify, end, refund, read again: more steps would be a loop. */
const MOST_STEPS = 5;

/** Undoes every unwanted payment of the order. */
export async function undoPaymentsOf(services: WorkflowServices, orderId: string): Promise<Undoing> {
  let worst: Undoing = "done";
  for (const row of await listIntentsOfOrder(services.db, orderId)) {
    if (row.wanted !== "void" || row.closedAt !== null) continue;
    const undone = await undoPayment(services, row.id);
    if (undone !== "done") worst = undone;
  }
  return worst;
}

/**
 * Undoes a payment marked void: repeats a creation without a response with its key and cancels it; releases an authorization; refunds a
 * capture. Safe to repeat and to run in parallel.
 */
export async function undoPayment(services: WorkflowServices, intentRowId: string): Promise<Undoing> {
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const row = await findIntent(services.db, intentRowId);
    if (row === undefined || row.wanted !== "void" || row.closedAt !== null) return "done";
    if (row.status === "canceled") return close(services, row);
    if (row.status === "succeeded") return payBack(services, row);
    const undone = await endUncharged(services, row);
    if (undone !== "again") return undone;
  }
  return "later";
}

/** Cancels an uncharged payment. "again": the payment has changed, so read it again. */
async function endUncharged(services: WorkflowServices, row: IntentRow): Promise<Undoing | "again"> {
  const { gateway } = await services.payments.current();
  const order = await findOrder(services.db, row.orderId);
  const askedAt = services.now();
  const answer =
    row.providerId === null
      ? await gateway.createIntent({
          amount: row.amountCents,
          currency: order?.currency ?? "usd",
          orderId: row.orderId,
          cartHash: order?.cartHash ?? "",
          idempotencyKey: row.idempotencyKey,
        })
      : await gateway.cancelIntent(row.providerId, `void_${row.id}_${row.tries}`);
  const current = answer.intent;
  if (current !== undefined) await noteUndone(services, row, current, askedAt);
  if (answer.ok) return "again";
  // Never created: nothing to undo.
  if (answer.kind === "not-found" || (row.providerId === null && answer.kind === "invalid")) return close(services, row);
  if (current !== undefined && current.status !== row.status) return "again";
  // The bank will release it later.
  if (answer.kind === "state" && current?.status === "processing") return later(services, row, answer);
  return failureClass(answer.kind) === "permanent" ? giveUp(services, row, answer) : later(services, row, answer);
}

async function noteUndone(services: WorkflowServices, row: IntentRow, current: PaymentIntentFacts, askedAt: Date): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    if (row.providerId === null) await bindIntent(tx, row.id, current.id);
    await noteIntent(tx, order ?? { id: row.orderId, gateway: row.gateway }, current, askedAt, "void");
  });
}

async function close(services: WorkflowServices, row: IntentRow): Promise<Undoing> {
  const now = services.now();
  await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    await closeIntent(tx, row.id, now);
    if (order !== undefined) await showUndone(tx, order);
    if (row.providerId !== null)
      await settleProblems(tx, { intentId: row.providerId, kinds: UNDOING_KINDS }, "Shop", "The payment was undone.", now);
  });
  return "done";
}

const UNDOING_KINDS = ["undo_failed", "hold_without_order", "amount_mismatch"] as const;

async function showUndone(tx: Parameters<typeof writeDerivedMoney>[0], order: OrderRow): Promise<void> {
  await writeDerivedMoney(tx, order);
  const isHeld = order.paymentState === "authorized" || order.paymentState === "pending";
  if (order.status === "abandoned" && order.capturedCents === 0 && isHeld) await patchOrder(tx, order.id, { paymentState: "voided" });
}

/** Refunds the rest of unwanted captured money; the refund is stored first. */
async function payBack(services: WorkflowServices, row: IntentRow): Promise<Undoing> {
  const { gateway } = await services.payments.current();
  const providerId = row.providerId ?? "";
  const paidFor = await findOrder(services.db, row.orderId);
  if (paidFor === undefined) return payBackOrphan(services, row, providerId);
  const listedAt = services.now();
  const listed = await gateway.listRefunds(providerId);
  if (!listed.ok) return failureClass(listed.kind) === "permanent" ? giveUp(services, row, listed) : later(services, row, listed);
  const wanted = await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    if (order === undefined) return null;
    await noteRefunds(tx, order, listed.refunds, listedAt);
    const open = await findUnansweredRefund(tx, order.id);
    const { done, underway } = await sumRefunds(tx, order.id);
    if (open !== undefined) return { id: open.id, amount: open.amountCents };
    const amount = row.receivedCents - done - underway;
    if (amount <= 0) return null;
    const id = randomUUID();
    await insertRefund(tx, {
      id,
      orderId: order.id,
      amountCents: amount,
      items: {},
      reason: "The order was not placed",
      userId: null,
      userName: "Shop",
    });
    return { id, amount };
  });
  if (wanted === null) return close(services, row);
  const askedAt = services.now();
  const answer = await gateway.refundIntent(providerId, { amount: wanted.amount, currency: paidFor.currency }, wanted.id);
  if (!answer.ok) {
    if (failureClass(answer.kind) !== "permanent") return later(services, row, answer);
    await failRefund(services.db, wanted.id, askedAt);
    return giveUp(services, row, answer);
  }
  const isLost = answer.refund.status === "failed" || answer.refund.status === "canceled";
  await inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, row.orderId);
    if (order === undefined) return;
    if (answer.intent !== null) await noteIntent(tx, order, answer.intent, askedAt, "void");
    await noteRefunds(tx, order, [answer.refund], askedAt);
    await writeDerivedMoney(tx, order);
    if (isLost) await postponeVoid(tx, row.id, null);
  });
  return isLost ? "person" : close(services, row);
}

/** Without an order there is no refund list: the intent's row records its only refund. */
async function payBackOrphan(services: WorkflowServices, row: IntentRow, providerId: string): Promise<Undoing> {
  const { gateway } = await services.payments.current();
  const amount = row.receivedCents - row.refundedCents;
  if (amount <= 0) return close(services, row);
  // The mirror has no currency; it is the order's.
  const paid = await gateway.retrieveIntent(providerId);
  const answer = paid.ok ? await gateway.refundIntent(providerId, { amount, currency: paid.intent.currency }, row.id) : paid;
  if (answer.ok) return close(services, row);
  return failureClass(answer.kind) === "permanent" ? giveUp(services, row, answer) : later(services, row, answer);
}

async function later(services: WorkflowServices, row: IntentRow, failure: PaymentFailure): Promise<Undoing> {
  const pause = pauseAfter(row.tries + 1);
  services.log.warn(
    { orderId: row.orderId, intentId: row.providerId, failure: failure.kind, tries: row.tries + 1 },
    "a payment could not be undone yet",
  );
  if (pause === null) return giveUp(services, row, failure);
  await postponeVoid(services.db, row.id, addMinutes(services.now(), pause));
  return "later";
}

/** Needs staff, so it leaves the queue. */
async function giveUp(services: WorkflowServices, row: IntentRow, failure: PaymentFailure): Promise<Undoing> {
  const now = services.now();
  const cents = row.status === "succeeded" ? row.receivedCents : row.amountCents;
  const [order, settings] = [await findOrder(services.db, row.orderId), await readSettings(services.db)];
  const amount = formatMoney(cents, order === undefined ? moneyFormat(settings) : orderFormat(order, settings));
  const what =
    row.status === "succeeded"
      ? `${amount} was charged for an order that was not placed, and could not be paid back: ${reasonOf(failure)}`
      : `A hold of ${amount} for an order that was not placed could not be released: ${reasonOf(failure)}`;
  services.log.error(
    { orderId: row.orderId, intentId: row.providerId, failure: failure.kind, code: failure.code, reason: failure.message },
    "a payment cannot be undone",
  );
  await inTransaction(services.db, async (tx) => {
    await lockOrder(tx, row.orderId);
    await postponeVoid(tx, row.id, null);
    const told = "This order was not placed; the money is on its way back.";
    await openProblem(tx, { kind: "undo_failed", orderId: row.orderId, intentId: row.providerId, amountCents: cents, what, told }, now);
  });
  return "person";
}
