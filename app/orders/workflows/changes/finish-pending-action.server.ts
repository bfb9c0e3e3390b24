import { randomUUID } from "node:crypto";
import { findOrder, lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { insertOrderEvent } from "#app/orders/data/order/order-events.server.ts";
import { patchOrder, updateOrder } from "#app/orders/data/order/update-order.server.ts";
import { openProblem } from "#app/orders/data/payment-problems.server.ts";
import { failRefund, findRefund, insertRefund, sumRefunds } from "#app/orders/data/refunds.server.ts";
import { transition, type TransitionOutcome } from "#app/orders/domain/changes/order-transitions.ts";
import type { PendingAction } from "#app/orders/domain/order.ts";
import { closeIntent, type IntentRow } from "#app/payments/data/payment-intents.server.ts";
import { failureClass, pauseAfter } from "#app/payments/domain/failure-class.ts";
import { paymentStateOf, type RefundStatus } from "#app/payments/domain/provider-status.ts";
import type { PaymentFailure, PaymentGateway, PaymentIntentFacts, RefundFacts } from "#app/payments/gateway/gateway.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { formatMoney } from "#app/values/money.ts";
import { addMinutes } from "#app/values/time.ts";
import { commitOrderEvent } from "./commit-order-event.server.ts";
import type { OrderCommand } from "./order-command.server.ts";
import { finalTotalOf, orderState, storedIntent, orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import { derivedMoney, keepIntent, noteIntent, noteRefunds } from "#app/orders/workflows/money/order-money.server.ts";
import { problemOf } from "#app/orders/workflows/money/payment-problem-words.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

export type FinishAnswer =
  /** `order`: the current row, if this call wrote it. */
  | { readonly kind: "done"; readonly order?: OrderRow }
  | { readonly kind: "nothing-to-do" }
  | { readonly kind: "payment" | "pending"; readonly message: string };

type ProviderAnswer =
  | { readonly ok: true; readonly intent: PaymentIntentFacts | null; readonly refunds: readonly RefundFacts[] }
  | { readonly ok: false; readonly failure: PaymentFailure; readonly refunds?: readonly RefundFacts[] };

/** A step may lead to another: a payment to release turned out to be captured, and is refunded. */
const MOST_STEPS = 3;

/**
 * Completes an order's pending provider call. Called by the request that stored it, the next request for the order, or the reconciler after a crash.
 * The stored key makes repeats safe. Of concurrent calls the first commit wins.
 *
 * @param written the order if the caller just wrote it; left out = it is read
 */
export async function finishPendingAction(services: WorkflowServices, orderId: string, written?: OrderRow): Promise<FinishAnswer> {
  for (let step = 1; step <= MOST_STEPS; step += 1) {
    const finished = await finishOnce(services, orderId, step === 1 ? written : undefined);
    if (finished !== "again") return finished;
  }
  return { kind: "pending", message: PENDING };
}

const PENDING = "The payment provider does not answer right now. This is kept and finished by itself within a minute or two.";

async function finishOnce(services: WorkflowServices, orderId: string, written?: OrderRow): Promise<FinishAnswer | "again"> {
  const order = written ?? (await findOrder(services.db, orderId));
  const action = order?.pendingAction ?? null;
  if (order === undefined || action === null) return { kind: "nothing-to-do" };
  const { gateway } = await services.payments.current();
  const askedAt = services.now();
  const answer = await ask(gateway, order, action);
  if (!answer.ok && failureClass(answer.failure.kind) !== "permanent") {
    const pause = pauseAfter(order.actionTries + 1);
    services.log.warn(
      { orderId, action: action.kind, failure: answer.failure.kind, tries: order.actionTries + 1 },
      "the payment provider did not answer; the action is kept",
    );
    if (pause !== null) {
      await postponeAction(services, order, action, pause);
      return { kind: "pending", message: PENDING };
    }
  }
  const settings = await readSettings(services.db);
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (locked?.pendingAction?.key !== action.key) return locked === undefined ? { kind: "done" } : outcomeOf(tx, locked, action);
    return writeAnswer(tx, services, locked, { action, answer, askedAt, settings });
  });
}

interface Answered {
  readonly action: PendingAction;
  readonly answer: ProviderAnswer;
  readonly askedAt: Date;
  readonly settings: Settings;
}

/** Writes the provider's response, and the event that waited for it. */
async function writeAnswer(tx: Db, services: WorkflowServices, order: OrderRow, answered: Answered): Promise<FinishAnswer | "again"> {
  const { action, answer, askedAt, settings } = answered;
  const row = await noteAnswer(tx, order, answered);
  if (!answer.ok) {
    const given = await giveUp(tx, services, order, { ...answered, failure: answer.failure });
    if (given !== "paid-back") return given;
  } else if (action.refundId !== null && isLost((await findRefund(tx, action.refundId))?.status)) {
    await clearAction(tx, order);
    return { kind: "payment", message: "The refund did not go through. Nothing was paid back." };
  }
  const command = action.command as OrderCommand;
  const derived = await derivedMoney(tx, order);
  const voided = action.event === "accept" ? "none" : "voided";
  const paymentState = action.kind === "void" ? voided : derived.paymentState;
  if (action.kind === "void" && row !== null) await closeIntent(tx, row.id, askedAt);
  const changed = await commitOrderEvent(tx, services, order, {
    actor: action.actor,
    command,
    outcome: finishingOutcome(order, command, services.now()),
    money: { ...derived, paymentState, ...(row === null ? {} : { paymentIntent: storedIntent(row) }) },
    refunded: action.kind === "refund" && answer.ok ? action.amount : 0,
    refundId: action.refundId,
    isFinishing: true,
    settings,
  });
  return { kind: "done", order: changed };
}

/** Stores the payment and the refunds of a response; null = it had no payment. */
async function noteAnswer(tx: Db, order: OrderRow, { action, answer, askedAt }: Answered): Promise<IntentRow | null> {
  const reported = answer.ok ? answer.intent : (answer.failure.intent ?? null);
  // A repeated call returns its first response, from before a dispute: only reading the payment can end one.
  const current = reported !== null && order.isDisputed ? { ...reported, disputed: true } : reported;
  // A successful charge or release writes the whole order with its payment.
  const note = answer.ok && action.refundId === null ? keepIntent : noteIntent;
  const row = current === null ? null : await note(tx, order, current, askedAt);
  await noteRefunds(tx, order, answer.refunds ?? [], askedAt);
  return row;
}

function isLost(refund: RefundStatus | undefined): boolean {
  return refund === "failed" || refund === "canceled";
}

/** Another request completed the action: done, refused, or next step ("again"). */
async function outcomeOf(tx: Db, order: OrderRow, action: PendingAction): Promise<FinishAnswer | "again"> {
  if (order.pendingAction !== null && order.pendingAction.event === action.event) return "again";
  const refund = action.refundId === null ? undefined : await findRefund(tx, action.refundId);
  if (isCarriedOut(order, action.event, refund?.status ?? null)) return { kind: "done", order };
  return { kind: "payment", message: order.paymentProblem ?? "The payment provider refused this, so nothing has changed." };
}

function isCarriedOut(order: OrderRow, event: PendingAction["event"], refund: RefundStatus | null): boolean {
  switch (event) {
    case "accept":
      return order.acceptedAt !== null;
    case "reject":
    case "time_out":
      return order.status === "rejected";
    case "cancel":
      return order.status === "cancelled";
    default:
      return !isLost(refund ?? undefined);
  }
}

/** Schedules the next attempt of a failed action with growing pauses. */
async function postponeAction(services: WorkflowServices, order: OrderRow, action: PendingAction, pauseMinutes: number): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked?.pendingAction?.key !== action.key) return;
    await patchOrder(tx, order.id, { actionTries: locked.actionTries + 1, nextTryAt: addMinutes(services.now(), pauseMinutes) });
  });
}

/** The transition after the payment call; it cannot fail, because no other event was allowed meanwhile. */
function finishingOutcome(order: OrderRow, command: OrderCommand, now: Date): TransitionOutcome {
  const isAtPickup = command.event === "accept" && command.payAtPickup === true;
  const state = isAtPickup ? { ...orderState(order), paymentState: "none" as const } : orderState(order);
  const outcome = transition(state, command.event, "system", now);
  if (!outcome.ok) throw new Error(`order ${order.id} cannot finish ${command.event}: ${outcome.error.message}`);
  return outcome.value;
}

async function ask(gateway: PaymentGateway, order: OrderRow, action: PendingAction): Promise<ProviderAnswer> {
  if (order.paymentIntentId === null) throw new Error(`order ${order.id} has a payment action without a payment`);
  const id = order.paymentIntentId;
  if (action.kind === "refund") return refund(gateway, id, order, action);
  // Releasing twice is harmless, so each attempt has its own key: a provider may store a failure under a key.
  const result =
    action.kind === "capture"
      ? await gateway.captureIntent(id, {
          amount: action.amount,
          currency: order.currency,
          idempotencyKey: action.key,
          orderNumber: order.number,
        })
      : await gateway.cancelIntent(id, order.actionTries === 0 ? action.key : `${action.key}:${order.actionTries}`);
  return result.ok ? { ok: true, intent: result.intent, refunds: [] } : { ok: false, failure: result };
}

/** A refund without a response is searched for before a retry, because provider keys expire after a day. */
async function refund(gateway: PaymentGateway, id: string, order: OrderRow, action: PendingAction): Promise<ProviderAnswer> {
  if (order.actionTries > 0) {
    const listed = await gateway.listRefunds(id);
    if (!listed.ok) return { ok: false, failure: listed };
    if (listed.refunds.some((each) => each.key === action.key))
      return { ok: true, intent: await readIntent(gateway, id), refunds: listed.refunds };
  }
  const result = await gateway.refundIntent(id, { amount: action.amount, currency: order.currency }, action.key);
  // Refunds from the provider's dashboard get rows; they may be the cause of a refusal.
  const isRefused = !result.ok && failureClass(result.kind) === "permanent";
  const listed = result.ok || isRefused ? await gateway.listRefunds(id) : result;
  if (!result.ok) return { ok: false, failure: result, refunds: listed.ok ? listed.refunds : [] };
  const others = listed.ok ? listed.refunds.filter((each) => each.id !== result.refund.id) : [];
  return { ok: true, intent: result.intent, refunds: [{ ...result.refund, key: action.key }, ...others] };
}

async function readIntent(gateway: PaymentGateway, id: string): Promise<PaymentIntentFacts | null> {
  const answer = await gateway.retrieveIntent(id);
  return answer.ok ? answer.intent : null;
}

/**
 * The provider refused permanently, or gave no response for a day. The order stays with a problem for staff. If the payment was captured
 * instead, it is refunded; if part of it was refunded elsewhere, only the rest. "paid-back": nothing is left, the event may proceed.
 */
async function giveUp(
  tx: Db,
  services: WorkflowServices,
  order: OrderRow,
  { action, failure, settings }: Answered & { readonly failure: PaymentFailure },
): Promise<FinishAnswer | "again" | "paid-back"> {
  const now = services.now();
  const format = orderFormat(order, settings);
  const { kind, code, message: reason } = failure;
  const facts = { orderId: order.id, intent: order.paymentIntentId, action: action.kind, failure: kind, code, reason };
  services.log.error(facts, "the payment provider refused");
  const money = await derivedMoney(tx, order);
  if (action.kind === "void" && action.event !== "accept" && failure.intent?.status === "succeeded") {
    const captured = money.capturedCents ?? 0;
    const why = `${action.event ?? "ended"}: ${formatMoney(captured, format)} had been charged meanwhile`;
    await refundInstead(tx, order, action, captured, why);
    return "again";
  }
  // Without a response the refund may exist: the row stays and the provider's list decides.
  if (action.refundId !== null && failureClass(failure.kind) === "permanent") {
    await failRefund(tx, action.refundId, now);
    const owed = await stillOwed(tx, order, action, money.capturedCents ?? 0);
    if (owed === 0) return "paid-back";
    if (owed !== null && owed < action.amount) {
      await refundInstead(tx, order, action, owed, `${action.event ?? "ended"}: the rest had been paid back at the payment provider`);
      return "again";
    }
  }
  const paymentState =
    failure.intent === undefined || money.refundedCents !== 0 || failure.intent.status === "succeeded"
      ? money.paymentState
      : paymentStateOf(failure.intent.status);
  await patchOrder(tx, order.id, { ...money, ...(paymentState === undefined ? {} : { paymentState }) });
  await clearAction(tx, order);
  const problem = problemOf(order, action, { failure, now, format });
  await openProblem(tx, problem, now);
  await insertOrderEvent(tx, {
    orderId: order.id,
    actor: action.actor.kind,
    actorUserId: action.actor.userId,
    actorName: action.actor.name,
    event: "not_done",
    fromStatus: order.status,
    toStatus: order.status,
    data: { asked: action.event, text: problem.what },
  });
  return { kind: "payment", message: problem.what };
}

async function clearAction(tx: Db, order: OrderRow): Promise<void> {
  await updateOrder(tx, order.id, { pendingAction: null, actionTries: 0, nextTryAt: null });
}

/** Cents still owed for an ended or reduced order; null if staff asked for this exact amount. */
async function stillOwed(tx: Db, order: OrderRow, action: PendingAction, captured: number): Promise<number | null> {
  const command = action.command as OrderCommand;
  const isByUnits = command.event === "refund" || (command.event === "edit" && command.done?.isByUnits === true);
  if (isByUnits || (command.event === "cancel" && command.refund !== "full")) return null;
  const { done, underway } = await sumRefunds(tx, order.id);
  const kept = captured - done - underway;
  return Math.max(0, command.event === "edit" ? kept - finalTotalOf(order) : kept);
}

async function refundInstead(tx: Db, order: OrderRow, action: PendingAction, amount: number, reason: string): Promise<void> {
  const refundId = randomUUID();
  await insertRefund(tx, {
    id: refundId,
    orderId: order.id,
    amountCents: amount,
    items: {},
    reason,
    userId: action.actor.userId,
    userName: action.actor.name,
  });
  const money = await derivedMoney(tx, order);
  await updateOrder(tx, order.id, {
    ...money,
    pendingAction: { ...action, kind: "refund", amount, key: refundId, refundId },
    actionTries: 0,
    nextTryAt: null,
  });
}
