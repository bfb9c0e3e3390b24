import { randomUUID } from "node:crypto";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { findLastEvent } from "#app/orders/data/orders.server.ts";
import { findOrder, listOrderItems, lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { patchOrder, updateOrder } from "#app/orders/data/order/update-order.server.ts";
import { insertRefund, listItemsOfRefunds, refundedCents } from "#app/orders/data/refunds.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import {
  planRefund,
  refundableAmount,
  refundedOfItems,
  refundedQuantities,
  type ItemQuantities,
} from "#app/orders/domain/changes/order-refunds.ts";
import { transition, type TransitionOutcome } from "#app/orders/domain/changes/order-transitions.ts";
import { PAYMENT_DISPUTED, type TransitionRefusal } from "#app/orders/domain/changes/transition-refusal.ts";
import { conflictForGuest, conflictForStaff, NOT_PAID_YET, paymentFailureForGuest } from "#app/orders/domain/changes/conflict-sentences.ts";
import { withoutAddress } from "#app/orders/domain/changes/order-change.ts";
import { moneyBackRefusal, permissionRefusal, type OrderAction } from "#app/orders/domain/changes/order-permissions.ts";
import type { OrderActorFacts, OrderState, PendingAction } from "#app/orders/domain/order.ts";
import { cashGiven } from "#app/orders/domain/changes/cash-given.ts";
import { isOwed } from "#app/orders/domain/handover-payment.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { commitOrderEvent, recordOrderEvent, refundWanted } from "./commit-order-event.server.ts";
import { changeOrder, type ChangedOrder } from "./change-order.server.ts";
import { finishPendingAction, type FinishAnswer } from "./finish-pending-action.server.ts";
import { messageCustomer } from "./message-customer.server.ts";
import type { EditCommand, OrderCommand, OrderEventRequest } from "./order-command.server.ts";
import type { ChangeRefusal } from "./wanted-lines.server.ts";
import { refreshDispute } from "#app/orders/workflows/money/refresh-dispute.server.ts";
import {
  finalTotalOf,
  orderAmounts,
  orderFormat,
  orderItem,
  orderState,
  permissionRules,
} from "#app/orders/workflows/stored-order.server.ts";
import type { Unconfirmed } from "#app/orders/workflows/weighing/confirm-weights.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/**
 * - `conflict`: another request was first; `order` is the current state and the message names who changed it
 * - `forbidden`: not allowed for this user
 * - `refused`: not possible, or invalid input; nothing changed
 * - `confirm`: nothing changed; `message` asks about low weights, and the same command with `confirm` as `confirmed` writes them
 * - `payment`: the provider refused; the order has the problem
 * - `pending`: no response from the provider; completed automatically later
 */
export type OrderEventAnswer =
  | { readonly kind: "done"; readonly order: OrderRow }
  | { readonly kind: "not-found" }
  | { readonly kind: "confirm"; readonly message: string; readonly confirm: string; readonly order: OrderRow }
  | { readonly kind: "conflict" | "forbidden" | "refused" | "payment" | "pending"; readonly message: string; readonly order: OrderRow };

/** `settle-first`: a pending provider call is completed before anything else. */
type Begun = OrderEventAnswer | { readonly kind: "ask-provider"; readonly order: OrderRow } | { readonly kind: "settle-first" };

/**
 * Performs one event of an order: compare-and-swap on the version, then intent before effect (docs/rules/order-states-and-money.md). A provider call
 * is stored with its key, made outside any transaction, then committed; after a crash it is completed with the same key.
 */
export async function applyOrderEvent(services: WorkflowServices, request: OrderEventRequest): Promise<OrderEventAnswer> {
  const settings = await readSettings(services.db);
  const beginNow = (isSettled: boolean) => inTransaction(services.db, (tx) => begin(tx, services, request, settings, isSettled));
  let begun = await beginNow(false);
  if (begun.kind === "settle-first") {
    await finishPendingAction(services, request.orderId);
    begun = await beginNow(true);
  }
  if (begun.kind === "refused" && (await refreshDispute(services, begun.order))) begun = await beginNow(true);
  if (begun.kind === "settle-first") throw new Error("an order is settled first only once");
  if (begun.kind !== "ask-provider") return begun;
  return answerOf(await finishPendingAction(services, request.orderId, begun.order), services.db, request);
}

async function answerOf(finished: FinishAnswer, db: Db, { orderId, actor }: OrderEventRequest): Promise<OrderEventAnswer> {
  const order = ("order" in finished ? finished.order : undefined) ?? (await findOrder(db, orderId));
  if (order === undefined) return { kind: "not-found" };
  if (finished.kind === "done" || finished.kind === "nothing-to-do") return { kind: "done", order };
  // Staff messages include amounts, steps and the provider's reason.
  return { kind: finished.kind, message: actor.kind === "guest" ? paymentFailureForGuest(finished.kind) : finished.message, order };
}

async function begin(
  tx: Db,
  services: WorkflowServices,
  request: OrderEventRequest,
  settings: Settings,
  isSettled: boolean,
): Promise<Begun> {
  const order = await lockOrder(tx, request.orderId);
  if (order === undefined || order.status === "abandoned") return { kind: "not-found" };
  const { actor, command } = request;
  const now = services.now();
  if (!carriesNoMoney(command)) {
    if (order.pendingAction !== null && !isSettled) return { kind: "settle-first" };
    if (request.version !== null && request.version !== order.version) return conflict(tx, order, request, now);
  }
  // Removing lines refunds: pending refunds count as refunded.
  const judged = command.event === "edit" ? { ...order, refundedCents: await refundedCents(tx, order) } : order;
  const decided = decide(judged, request, settings, now);
  if (!decided.ok) {
    const isForStaff = actor.kind === "guest" && decided.error.code === "wrong-actor";
    if (decided.error.code === "wrong-status" || isForStaff) return conflict(tx, order, request, now);
    return { kind: decided.error.code === "forbidden" ? "forbidden" : "refused", message: decided.error.message, order };
  }
  if (command.event === "message") {
    const refusal = await messageCustomer(tx, services, { order, actor, text: command.text, settings });
    return refusal === null ? { kind: "done", order } : { kind: "refused", message: refusal, order };
  }
  if (carriesNoMoney(command)) return { kind: "done", order: await recordNote(tx, order, actor, command, now) };
  return carryOut(tx, { services, settings, order, request, outcome: decided.value });
}

/** An allowed event, with the order under its lock. */
interface Allowed {
  readonly services: WorkflowServices;
  readonly settings: Settings;
  readonly order: OrderRow;
  readonly request: OrderEventRequest;
  readonly outcome: TransitionOutcome;
}

/** Writes the event, or first the provider call that it requires. */
async function carryOut(tx: Db, allowed: Allowed): Promise<Begun> {
  const { order, request, outcome } = allowed;
  const { command } = request;
  if (command.event === "edit") return edit(tx, allowed, command);
  if (outcome.effect === "none") return commit(tx, allowed);
  if (outcome.effect !== "refund") {
    const amount = outcome.effect === "capture" ? finalTotalOf(order) : 0;
    return persistIntent(tx, allowed, { kind: outcome.effect, amount, items: {} });
  }
  const planned = await planMoneyBack(tx, order, command);
  if (!planned.ok) return { kind: "refused", message: planned.error, order };
  const forbidden = moneyBackRefusal(request.actor, planned.value.amount);
  if (forbidden !== null) return { kind: "forbidden", message: forbidden.message, order };
  return planned.value.amount === 0 ? commit(tx, allowed) : persistIntent(tx, allowed, { kind: "refund", ...planned.value });
}

/** Writes a change with its event; a refund to a card is first requested from the provider. */
async function edit(tx: Db, allowed: Allowed, command: EditCommand): Promise<Begun> {
  const { services, settings, order, request, outcome } = allowed;
  const edited = await changeOrder(tx, services, { order, command, actor: request.actor }, settings);
  if (!edited.ok) return editRefusal(edited.error, order);
  const { released, refund, done } = edited.value;
  await moveAddOns(tx, allowed, edited.value);
  // Dates and addresses are already written; the pending action needs only the texts.
  const changed = {
    ...allowed,
    order: edited.value.order,
    request: { ...request, command: { event: "edit" as const, removeItemIds: command.removeItemIds, done } },
  };
  // After other refunds, the refundable rest may be smaller than the reduction of the total.
  const owed = Math.min(released, order.capturedCents - (await refundedCents(tx, order)));
  const back = refund ?? (outcome.effect === "refund" && owed > 0 ? { amount: owed, items: {} } : null);
  return back === null ? commit(tx, changed) : persistIntent(tx, changed, { kind: "refund", ...back });
}

function editRefusal(error: ChangeRefusal | Unconfirmed, order: OrderRow): OrderEventAnswer {
  const { message } = error;
  if (error.code === "unconfirmed") return { kind: "confirm", message, confirm: error.confirm, order };
  return { kind: error.code === "forbidden" ? "forbidden" : "refused", message, order };
}

/** Orders that go with it get its new time and address. */
async function moveAddOns(tx: Db, { services, settings, request }: Allowed, { addOns = [], done }: ChangedOrder): Promise<void> {
  const { moved = [] } = done;
  const words = { removed: [], changes: moved, kitchen: withoutAddress(moved), isByUnits: false };
  for (const { order, terms } of addOns)
    await commitOrderEvent(tx, services, await updateOrder(tx, order.id, terms), {
      actor: request.actor,
      command: { event: "edit", removeItemIds: [], done: words },
      outcome: { status: order.status, effect: "none", paymentState: order.paymentState, stamps: {} },
      money: {},
      refunded: 0,
      isFinishing: false,
      settings,
    });
}

async function commit(tx: Db, { services, settings, order, request, outcome }: Allowed): Promise<Begun> {
  const { actor, command } = request;
  const event = { actor, command, outcome, money: {}, refunded: 0, isFinishing: false, settings };
  return { kind: "done", order: await commitOrderEvent(tx, services, order, event) };
}

/** The transition's effect; accepting "pay at pickup" releases the authorization instead of capturing. */
export function decide(
  order: OrderRow,
  { actor, command }: Pick<OrderEventRequest, "actor" | "command">,
  settings: Settings,
  now: Date,
): Result<TransitionOutcome, TransitionRefusal> {
  const state = orderState(order);
  const rules = { cancelCutoffMinutes: settings.CANCEL_CUTOFF_MINUTES, decideBy: settings.ORDER_AUTO_REJECT_MINUTES > 0 ? now : null };
  const refusal = permissionRefusal(actionOf(command), state, actor, permissionRules(settings));
  if (refusal !== null) return fail(refusal);
  if (order.paymentProblem !== null && (command.event === "time_out" || command.event === "hold_expired"))
    return fail({ code: "payment", message: "A payment problem of this order waits for a person." });
  if (
    order.isDisputed &&
    actor.kind === "staff" &&
    command.event === "cancel" &&
    command.refund !== "none" &&
    state.captured > state.refunded
  ) {
    return fail({ code: "payment", message: `${PAYMENT_DISPUTED} You can cancel the order without a refund.` });
  }
  if (command.event === "edit") return decideEdit(state, command, actor, now);
  if (command.event !== "accept" || command.payAtPickup !== true) {
    const outcome = transition(state, command.event, actor.kind, now, rules);
    const refused = outcome.ok && command.event === "complete" ? cashRefusal(command, state, orderFormat(order, settings)) : null;
    return refused === null ? outcome : fail(refused);
  }
  if (state.paymentState === "captured")
    return fail({ code: "payment", message: "The card has been charged already; accept the order as it is." });
  const outcome = transition({ ...state, paymentState: "none" }, "accept", actor.kind, now, rules);
  return outcome.ok && order.paymentIntentId !== null ? ok({ ...outcome.value, effect: "void" }) : outcome;
}

/** Why this cash does not cover the order; null if it does, or none was entered. */
function cashRefusal(
  { given }: Extract<OrderCommand, { event: "complete" }>,
  state: OrderState,
  format: MoneyFormat,
): TransitionRefusal | null {
  if (given === undefined) return null;
  if (!isOwed(state)) return { code: "payment", message: "Nothing is due on this order, so no cash is taken for it." };
  const cash = cashGiven(given, state.finalTotal, format);
  return cash.ok ? null : { code: "payment", message: cash.error };
}

function decideEdit(
  state: OrderState,
  command: EditCommand,
  actor: OrderActorFacts,
  now: Date,
): Result<TransitionOutcome, TransitionRefusal> {
  if (command.weights !== undefined) return weighing(state, now);
  if (state.status === "ready" && isMoreThanAddress(command)) return fail({ code: "too-late", message: ONLY_THE_ADDRESS });
  return changesLines(command) ? transition(state, "edit", actor.kind, now) : withoutRefund(state, now);
}

/** A packed order may be weighed until it is handed over. */
function weighing(state: OrderState, now: Date): Result<TransitionOutcome, TransitionRefusal> {
  const outcome = transition(state.status === "ready" ? { ...state, status: "preparing" } : state, "edit", "staff", now);
  return outcome.ok ? ok({ ...outcome.value, status: state.status }) : outcome;
}

const ONLY_THE_ADDRESS = "This order is ready, so only its address can be changed.";

/** Whether a change may cause a refund. */
function changesLines({ removeItemIds, units = [], add = [] }: EditCommand): boolean {
  return removeItemIds.length + units.length + add.length > 0;
}

function isMoreThanAddress(command: EditCommand): boolean {
  return changesLines(command) || command.requestedFor !== undefined;
}

/** A change of time or address does not affect the payment, in any payment state. */
function withoutRefund(state: OrderState, now: Date): Result<TransitionOutcome, TransitionRefusal> {
  const outcome = transition({ ...state, paymentState: "none" }, "edit", "staff", now);
  return outcome.ok ? ok({ ...outcome.value, paymentState: state.paymentState }) : outcome;
}

function actionOf(command: OrderCommand): OrderAction {
  // Weighing too: the refund follows from the weight, within limits.
  if (command.event === "edit" && !changesLines(command)) return "delay";
  if (command.event === "accept" && command.payAtPickup === true) return "accept_at_pickup";
  return command.event === "cancel" && command.refund !== "full" ? "cancel_in_part" : command.event;
}

type MoneylessCommand = Extract<OrderCommand, { event: "note" | "message" }> | { readonly event: "arrived" };

/** A note, message or arrival only adds to the history, so no screen becomes outdated. */
function carriesNoMoney(command: OrderCommand): command is MoneylessCommand {
  return command.event === "note" || command.event === "message" || command.event === "arrived";
}

async function recordNote(
  tx: Db,
  order: OrderRow,
  actor: OrderActorFacts,
  command: Exclude<MoneylessCommand, { event: "message" }>,
  now: Date,
): Promise<OrderRow> {
  const data = command.event === "note" ? { text: command.text } : {};
  const arrivedAt = command.event === "arrived" ? now : order.arrivedAt;
  if (command.event === "arrived") await patchOrder(tx, order.id, { arrivedAt });
  await recordOrderEvent(tx, { order, changed: order, actor, event: command.event, data });
  return { ...order, arrivedAt };
}

async function planMoneyBack(
  tx: Db,
  order: OrderRow,
  command: OrderCommand,
): Promise<Result<{ readonly amount: number; readonly items: ItemQuantities }, string>> {
  const format = orderFormat(order, await readSettings(tx));
  const refunded = await refundedCents(tx, order);
  const refundable = refundableAmount({ captured: order.capturedCents, refunded });
  if (command.event === "cancel") return ok({ amount: refundWanted(command, refundable), items: {} });
  if (command.event !== "refund") return ok({ amount: refundable, items: {} });
  const items = (await listOrderItems(tx, order.id)).map(orderItem);
  const before = await listItemsOfRefunds(tx, [order.id]);
  const plan = planRefund(
    {
      items,
      amounts: orderAmounts(order),
      captured: order.capturedCents,
      refunded,
      refundedQuantities: refundedQuantities(order.paymentState, items, before),
      refundedOfItems: refundedOfItems(items, order.isTaxIncluded, before),
    },
    command.request,
    format,
  );
  return plan.ok ? ok(plan.value) : fail(plan.error.message);
}

/** Intent before effect: from now on any request completes the action with this key. */
async function persistIntent(
  tx: Db,
  { order, request }: Allowed,
  { kind, amount, items }: { readonly kind: PendingAction["kind"]; readonly amount: number; readonly items: ItemQuantities },
): Promise<Begun> {
  const refundId = kind === "refund" ? randomUUID() : null;
  const { actor, command } = request;
  if (refundId !== null) {
    const reason = command.event === "refund" ? command.reason : command.event;
    await insertRefund(tx, {
      id: refundId,
      orderId: order.id,
      amountCents: amount,
      items,
      reason,
      userId: actor.userId,
      userName: actor.name,
    });
  }
  const action: PendingAction = {
    kind,
    amount,
    key: refundId ?? `${kind}:${order.id}:${order.version}`,
    event: command.event,
    actor,
    command: { ...command },
    refundId,
  };
  return { kind: "ask-provider", order: await updateOrder(tx, order.id, { pendingAction: action, actionTries: 0, nextTryAt: null }) };
}

/** The message for the later of two requests: staff read who was first, guests the order's state. */
async function conflict(tx: Db, order: OrderRow, { actor, command }: OrderEventRequest, now: Date): Promise<OrderEventAnswer> {
  const isBusy = order.pendingAction !== null;
  if (actor.kind === "guest") return { kind: "conflict", message: conflictForGuest(command.event, order.status, isBusy), order };
  if (order.status === "awaiting_payment" && !isBusy) return { kind: "conflict", message: NOT_PAID_YET, order };
  // The first request is waiting for the provider; there is no history entry yet.
  const last = order.pendingAction === null ? await findLastEvent(tx, order.id) : undefined;
  const earlier =
    order.pendingAction === null
      ? last && { event: last.event, actor: last.actor, name: last.actorName, at: last.at }
      : { event: order.pendingAction.event, actor: order.pendingAction.actor.kind, name: order.pendingAction.actor.name, at: null };
  return { kind: "conflict", message: conflictForStaff(earlier, now), order };
}
