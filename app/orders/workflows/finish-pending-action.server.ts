import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { findOrder, lockOrder, updateOrder, type OrderRow } from "#app/orders/data/order-placement.server.ts";
import { settleRefund } from "#app/orders/data/refunds.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { paymentStateAfterRefund } from "#app/orders/domain/order-refunds.ts";
import { transition, type TransitionOutcome } from "#app/orders/domain/order-transitions.ts";
import type { PendingAction } from "#app/orders/domain/order.ts";
import { paymentStateOf } from "#app/payments/domain/provider-status.ts";
import type { PaymentFailure, PaymentGateway, PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import { commitOrderEvent, type CommittedEvent } from "./commit-order-event.server.ts";
import type { OrderCommand } from "./order-command.server.ts";
import { orderState, storedIntent } from "./order-facts.server.ts";
import type { WorkflowServices } from "./workflow-services.server.ts";

export type FinishAnswer =
  | { readonly kind: "done" }
  | { readonly kind: "nothing-to-do" }
  | { readonly kind: "payment" | "pending"; readonly message: string };

type ProviderAnswer =
  | { readonly ok: true; readonly intent: PaymentIntentFacts | null; readonly refundId: string | null }
  | { readonly ok: false; readonly failure: PaymentFailure };

/**
 * Finishes what an order has written down for the payment provider: by the request that wrote it, by the next one that touches the order, or
 * by the reconciler after a crash. Every call carries the stored key, so that asking twice does nothing twice; of several that
 * come at once the first commit wins and the others find nothing left to do.
 */
export async function finishPendingAction(services: WorkflowServices, orderId: string): Promise<FinishAnswer> {
  const order = await findOrder(services.db, orderId);
  const action = order?.pendingAction ?? null;
  if (order === undefined || action === null) return { kind: "nothing-to-do" };
  const { gateway } = await services.payments.current();
  const answer = await ask(gateway, order, action);
  if (!answer.ok && (answer.failure.kind === "unreachable" || answer.failure.kind === "rate-limited")) {
    services.log.warn(
      { orderId, action: action.kind, failure: answer.failure.kind },
      "the payment provider did not answer; the action is kept",
    );
    return {
      kind: "pending",
      message: "The payment provider does not answer right now. This is kept and finished by itself within a minute or two.",
    };
  }
  const settings = await readSettings(services.db);
  return inTransaction(services.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (locked?.pendingAction?.key !== action.key) return { kind: "done" };
    if (!answer.ok) return giveUp(tx, services, locked, action, answer.failure);
    const command = action.command as OrderCommand;
    const outcome = finishingOutcome(locked, command, services.now());
    const money = moneyAfter(locked, action, answer.intent);
    if (action.refundId !== null) await settleRefund(tx, action.refundId, "succeeded", answer.refundId, services.now());
    await commitOrderEvent(tx, services, locked, {
      actor: action.actor,
      command,
      outcome,
      money,
      refunded: action.kind === "refund" ? action.amount : 0,
      settings,
    });
    return { kind: "done" };
  });
}

/** The table's outcome once the money has moved; it cannot refuse any more, because nothing else could happen in between. */
function finishingOutcome(order: OrderRow, command: OrderCommand, now: Date): TransitionOutcome {
  const isAtPickup = command.event === "accept" && command.payAtPickup === true;
  const state = isAtPickup ? { ...orderState(order), paymentState: "none" as const } : orderState(order);
  const outcome = transition(state, command.event, "system", now);
  if (!outcome.ok) throw new Error(`order ${order.id} cannot finish ${command.event}: ${outcome.error.message}`);
  return outcome.value;
}

function moneyAfter(order: OrderRow, action: PendingAction, intent: PaymentIntentFacts | null): CommittedEvent["money"] {
  const paymentIntent = intent === null ? {} : { paymentIntent: storedIntent(intent) };
  if (action.kind === "capture")
    return { ...paymentIntent, paymentState: "captured", capturedCents: intent?.amountReceived || action.amount };
  if (action.kind === "void") return { ...paymentIntent, paymentState: action.event === "accept" ? "none" : "voided" };
  const refundedCents = Math.min(order.capturedCents, Math.max(order.refundedCents + action.amount, intent?.amountRefunded ?? 0));
  return { ...paymentIntent, refundedCents, paymentState: paymentStateAfterRefund(order.capturedCents, refundedCents) };
}

async function ask(gateway: PaymentGateway, order: OrderRow, action: PendingAction): Promise<ProviderAnswer> {
  if (order.paymentIntentId === null) throw new Error(`order ${order.id} has a payment action without a payment`);
  const id = order.paymentIntentId;
  if (action.kind === "refund") {
    const result = await gateway.refundIntent(id, action.amount, action.key);
    return result.ok ? { ok: true, intent: result.intent, refundId: result.refund.id } : { ok: false, failure: result };
  }
  const result =
    action.kind === "capture" ? await gateway.captureIntent(id, action.amount, action.key) : await gateway.cancelIntent(id, action.key);
  return result.ok ? { ok: true, intent: result.intent, refundId: null } : { ok: false, failure: result };
}

/**
 * The provider refused for good. The order stays as it was, with a sentence for staff and the money side as the provider sees it; but what was
 * to be released turned out to be charged already is paid back instead.
 */
async function giveUp(
  tx: Db,
  services: WorkflowServices,
  order: OrderRow,
  action: PendingAction,
  failure: PaymentFailure,
): Promise<FinishAnswer> {
  services.log.error(
    { orderId: order.id, intent: order.paymentIntentId, action: action.kind, failure: failure.kind, code: failure.code },
    "the payment provider refused",
  );
  if (action.refundId !== null) await settleRefund(tx, action.refundId, "failed", null, services.now());
  const seen =
    failure.intent === undefined
      ? {}
      : {
          paymentIntent: storedIntent(failure.intent),
          paymentState: stateSeen(order, failure.intent),
          capturedCents: Math.max(order.capturedCents, failure.intent.amountReceived),
        };
  const message = problemSentence(action, failure);
  await updateOrder(tx, order.id, { ...seen, pendingAction: null, paymentProblem: message });
  return { kind: "payment", message };
}

function stateSeen(order: OrderRow, intent: PaymentIntentFacts): OrderRow["paymentState"] {
  const state = paymentStateOf(intent.status);
  return state === "captured" && order.refundedCents > 0 ? order.paymentState : state;
}

function problemSentence(action: PendingAction, failure: PaymentFailure): string {
  const isGone = failure.intent?.status === "canceled";
  switch (action.kind) {
    case "capture":
      return isGone
        ? "The card hold has run out, so the card cannot be charged. Reject the order, or accept it with payment at pickup."
        : `The card could not be charged: ${failure.message} Try again, reject the order, or accept it with payment at pickup.`;
    case "void":
      return failure.intent?.status === "succeeded"
        ? "The card was charged meanwhile, so there is no hold to release. Do it again: it will be refunded."
        : `The hold could not be released: ${failure.message} Try again.`;
    case "refund":
      return `The refund did not go through: ${failure.message} Nothing was paid back.`;
  }
}
