import * as texts from "#texts/orders/answers.ts";
import { COMPLETE_AFTER_HOURS, UNDO_COMPLETED_MINUTES } from "#app/values/limits.ts";
import { ORDER_STATUSES } from "#app/orders/domain/order.ts";
import type { OrderActor, OrderEventName, OrderState, OrderStatus, PaymentState } from "#app/orders/domain/order.ts";
import { PAID_BACK_ALREADY, PAYMENT_DISPUTED } from "./transition-refusal.ts";
import type { TransitionRefusal } from "./transition-refusal.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { addMinutes, minutesBetween } from "#app/values/time.ts";

/** Required at the provider before the new status is written. */
export type PaymentEffect = "capture" | "void" | "refund" | "none";

/** Settings a transition depends on. */
export interface OrderRules {
  /** CANCEL_CUTOFF_MINUTES; 0 = customers never cancel an accepted order. */
  readonly cancelCutoffMinutes: number;
  /** When an undecided order times out (`decisionDeadline` in order-promise.ts); null: never. */
  readonly decideBy: Date | null;
}

export const NO_RULES: OrderRules = { cancelCutoffMinutes: 0, decideBy: null };

/** Times set by a step forward or cleared by a step back. */
export type OrderStamps = Readonly<
  Partial<Record<"placedAt" | "acceptedAt" | "preparingAt" | "readyAt" | "outAt" | "completedAt" | "endedAt" | "arrivedAt", Date | null>>
>;

export interface TransitionOutcome {
  readonly status: OrderStatus;
  readonly effect: PaymentEffect;
  /** The payment state after the effect. After a refund, which may be partial, use `paymentStateAfterRefund`; here the state stays. */
  readonly paymentState: PaymentState;
  readonly stamps: OrderStamps;
}

/** How a transition affects the payment: see `effectOf`. */
type MoneyRule = "keep" | "authorized" | "collect" | "release" | "refund" | "shrink" | "gone";

interface Transition {
  /** Its number in docs/rules/order-states-and-money.md; rows without one change only the history. */
  readonly id: string;
  readonly event: OrderEventName;
  readonly from: readonly OrderStatus[];
  readonly to: OrderStatus | "same" | "previous";
  readonly actors: readonly OrderActor[];
  readonly money: MoneyRule;
  readonly stamp?: keyof OrderStamps;
  readonly condition?: (order: OrderState, now: Date, rules: OrderRules, actor: OrderActor) => TransitionRefusal | null;
}

const FULFILLING: readonly OrderStatus[] = ["accepted", "preparing", "ready", "out_for_delivery"];
/** These only add to the history, so they are allowed during a payment call. */
const HISTORY_ONLY: ReadonlySet<OrderEventName> = new Set(["note", "message", "arrived"]);
const PLACED = ORDER_STATUSES.filter((status) => status !== "awaiting_payment" && status !== "abandoned");

/**
 * All transitions of an order (docs/rules/order-states-and-money.md; T1 and T3 are `placement` in order.ts). Staff buttons, guest calls, timers and
 * webhooks all use `transition`.
 */
export const TRANSITIONS: readonly Transition[] = [
  {
    id: "T2",
    event: "payment_authorized",
    from: ["awaiting_payment"],
    to: "received",
    actors: ["system"],
    money: "authorized",
    stamp: "placedAt",
  },
  { id: "T4", event: "abandon", from: ["awaiting_payment"], to: "abandoned", actors: ["system"], money: "release", stamp: "endedAt" },
  { id: "T5", event: "accept", from: ["received"], to: "accepted", actors: ["staff", "system"], money: "collect", stamp: "acceptedAt" },
  { id: "T6", event: "reject", from: ["received"], to: "rejected", actors: ["staff"], money: "release", stamp: "endedAt" },
  {
    id: "T7",
    event: "time_out",
    from: ["received"],
    to: "rejected",
    actors: ["system"],
    money: "release",
    stamp: "endedAt",
    condition: unlessUndecided,
  },
  { id: "T8", event: "cancel", from: ["received"], to: "cancelled", actors: ["guest"], money: "release", stamp: "endedAt" },
  {
    id: "T9",
    event: "edit",
    from: ["received", "accepted", "preparing", "ready"],
    to: "same",
    actors: ["staff"],
    money: "shrink",
    condition: unlessFixed,
  },
  { id: "T10", event: "hold_expired", from: ["received"], to: "cancelled", actors: ["system"], money: "gone", stamp: "endedAt" },
  {
    id: "T11",
    event: "preparing",
    from: ["accepted"],
    to: "preparing",
    actors: ["staff", "system"],
    money: "keep",
    stamp: "preparingAt",
    condition: unlessTimeToCook,
  },
  { id: "T12", event: "ready", from: ["accepted", "preparing"], to: "ready", actors: ["staff"], money: "keep", stamp: "readyAt" },
  {
    id: "T13",
    event: "out",
    from: ["ready"],
    to: "out_for_delivery",
    actors: ["staff"],
    money: "keep",
    stamp: "outAt",
    condition: unlessDelivery,
  },
  {
    id: "T14",
    event: "complete",
    from: ["ready", "out_for_delivery"],
    to: "completed",
    actors: ["staff", "system"],
    money: "keep",
    stamp: "completedAt",
    condition: unlessLongDone,
  },
  { id: "T15", event: "cancel", from: FULFILLING, to: "cancelled", actors: ["staff"], money: "release", stamp: "endedAt" },
  {
    id: "T16",
    event: "cancel",
    from: ["accepted"],
    to: "cancelled",
    actors: ["guest"],
    money: "release",
    stamp: "endedAt",
    condition: unlessWellAhead,
  },
  { id: "T17", event: "delay", from: ["accepted", "preparing", "ready"], to: "same", actors: ["staff"], money: "keep" },
  {
    id: "T18",
    event: "undo",
    from: ["ready", "out_for_delivery", "completed"],
    to: "previous",
    actors: ["staff"],
    money: "keep",
    condition: unlessFresh,
  },
  { id: "T19", event: "refund", from: PLACED, to: "same", actors: ["staff"], money: "refund" },
  {
    id: "arrived",
    event: "arrived",
    from: ["accepted", "preparing", "ready"],
    to: "same",
    actors: ["guest"],
    money: "keep",
    stamp: "arrivedAt",
    condition: unlessPickup,
  },
  { id: "note", event: "note", from: PLACED, to: "same", actors: ["staff"], money: "keep" },
  { id: "message", event: "message", from: PLACED, to: "same", actors: ["staff"], money: "keep" },
];

/**
 * Whether a transition is allowed, and its result: next status, required provider call, times to set. The caller writes with a compare-and-swap on
 * the version, and checks roles, reasons and amounts. During a payment call nothing else may start; the system may complete the same event.
 */
export function transition(
  order: OrderState,
  event: OrderEventName,
  actor: OrderActor,
  now: Date,
  rules: OrderRules = NO_RULES,
): Result<TransitionOutcome, TransitionRefusal> {
  const isFinishing = actor === "system" && order.pendingAction?.event === event;
  const movesOn = !HISTORY_ONLY.has(event);
  if (order.pendingAction !== null && !isFinishing && movesOn) {
    return fail({ code: "payment-busy", message: texts.paymentUnderWay });
  }
  const found = findTransition(order.status, event, isFinishing ? null : actor);
  if (!found.ok) return found;
  const row = found.value;
  const refusal = isFinishing ? null : row.condition?.(order, now, rules, actor);
  if (refusal) return fail(refusal);
  const effect = effectOf(row.money, order.paymentState);
  if (effect === null) return fail({ code: "payment", message: paymentRefusals[row.money] });
  if (effect === "refund" && !isFinishing && isHeldByDispute(order, event, actor))
    return fail({ code: "payment", message: actor === "guest" ? texts.disputed : PAYMENT_DISPUTED });
  return ok({
    status: statusAfter(row, order),
    effect,
    paymentState: row.money === "gone" ? "voided" : paymentStateAfter(effect, order.paymentState),
    stamps: row.to === "previous" ? clearedBy(order.status) : stampOf(row, now),
  });
}

/** Staff may still cancel without a refund; the workflow knows the choice. */
function isHeldByDispute({ isDisputed }: OrderState, event: OrderEventName, actor: OrderActor): boolean {
  return isDisputed && !(event === "cancel" && actor === "staff");
}

/** `actor` null: any. */
function findTransition(status: OrderStatus, event: OrderEventName, actor: OrderActor | null): Result<Transition, TransitionRefusal> {
  const fitting = TRANSITIONS.filter((row) => row.event === event && row.from.includes(status));
  if (fitting.length === 0) {
    return fail({ code: "wrong-status", message: "This is no longer possible: the order has moved on. Look at its present state." });
  }
  const row = fitting.find((each) => actor === null || each.actors.includes(actor));
  return row === undefined ? fail({ code: "wrong-actor", message: "This cannot be done from here. Please ask the shop." }) : ok(row);
}

function statusAfter({ to }: Transition, order: OrderState): OrderStatus {
  if (to === "same") return order.status;
  return to === "previous" ? previousOf(order) : to;
}

function stampOf({ stamp }: Transition, now: Date): TransitionOutcome["stamps"] {
  return stamp === undefined ? {} : { [stamp]: now };
}

/** Actions for this actor now, in table order. */
export function nextEvents(order: OrderState, actor: OrderActor, now: Date, rules: OrderRules = NO_RULES): readonly OrderEventName[] {
  const rows = TRANSITIONS.filter((row) => row.from.includes(order.status) && row.actors.includes(actor));
  return [...new Set(rows.map((row) => row.event))].filter((event) => transition(order, event, actor, now, rules).ok);
}

const paymentRefusals: Readonly<Record<MoneyRule, string>> = {
  keep: "",
  release: "",
  gone: "",
  authorized: "The payment is not confirmed yet.",
  collect: "The card hold of this order is gone, so it cannot be charged. Reject it, or take payment at pickup.",
  refund: "There is nothing left to refund on this order.",
  shrink: "The payment of this order has ended, so it cannot be changed any more.",
};

/** Rules that are allowed in every payment state. */
const ALWAYS_ALLOWED: ReadonlySet<MoneyRule> = new Set(["keep", "gone", "release"]);

const EFFECTS: Readonly<Record<MoneyRule, Readonly<Partial<Record<PaymentState, PaymentEffect>>>>> = {
  keep: {},
  gone: {},
  authorized: { authorized: "none", captured: "none" },
  collect: { authorized: "capture", captured: "none", partially_refunded: "none", none: "none" },
  release: { captured: "refund", partially_refunded: "refund", pending: "void", failed: "void", authorized: "void" },
  refund: { captured: "refund", partially_refunded: "refund" },
  shrink: { captured: "refund", partially_refunded: "refund", authorized: "none", none: "none" },
};

/** The provider call of a rule in a payment state; null: not allowed. */
function effectOf(rule: MoneyRule, state: PaymentState): PaymentEffect | null {
  return EFFECTS[rule][state] ?? (ALWAYS_ALLOWED.has(rule) ? "none" : null);
}

function paymentStateAfter(effect: PaymentEffect, state: PaymentState): PaymentState {
  if (effect === "capture") return "captured";
  return effect === "void" ? "voided" : state;
}

function previousOf(order: OrderState): OrderStatus {
  if (order.status === "ready") return "preparing";
  if (order.status === "out_for_delivery") return "ready";
  return order.outAt === null ? "ready" : "out_for_delivery";
}

function clearedBy(status: OrderStatus): OrderStamps {
  if (status === "ready") return { readyAt: null };
  return status === "out_for_delivery" ? { outAt: null } : { completedAt: null };
}

/**
 * Before acceptance, an edit refunds a difference of totals, so the shop must still have the order's full total. Later it refunds units. On
 * a ready order only the address can change.
 */
function unlessFixed({ status, fulfillment, paymentState, captured, refunded, finalTotal }: OrderState): TransitionRefusal | null {
  if (status === "ready" && fulfillment === "pickup")
    return { code: "too-late", message: "This order is ready, so it is not changed any more." };
  const isPaid = paymentState === "captured" || paymentState === "partially_refunded";
  return status === "received" && isPaid && captured - refunded < finalTotal ? { code: "payment", message: PAID_BACK_ALREADY } : null;
}

function unlessUndecided(_: OrderState, now: Date, rules: OrderRules): TransitionRefusal | null {
  return rules.decideBy !== null && now >= rules.decideBy
    ? null
    : { code: "too-early", message: "The time to decide on this order has not run out." };
}

/** The system starts orders for later only when their preparation must begin. */
function unlessTimeToCook(order: OrderState, now: Date, _: OrderRules, actor: OrderActor): TransitionRefusal | null {
  if (actor === "staff") return null;
  const isDue = order.requestedFor !== null && order.promisedAt !== null && now >= addMinutes(order.promisedAt, -(order.prepMinutes ?? 0));
  return isDue ? null : { code: "too-early", message: "It is not time to start this order." };
}

function unlessLongDone(order: OrderState, now: Date, _: OrderRules, actor: OrderActor): TransitionRefusal | null {
  if (actor === "staff") return null;
  const since = order.outAt ?? order.readyAt;
  const isLong = since !== null && minutesBetween(since, now) >= COMPLETE_AFTER_HOURS * 60;
  return isLong ? null : { code: "too-early", message: "This order was ready only a short while ago." };
}

function unlessDelivery(order: OrderState): TransitionRefusal | null {
  return order.fulfillment === "delivery" ? null : { code: "delivery-only", message: "This order is picked up, so it does not go out." };
}

function unlessPickup(order: OrderState): TransitionRefusal | null {
  return order.fulfillment === "pickup" ? null : { code: "pickup-only", message: texts.deliveredToYou };
}

function unlessWellAhead(order: OrderState, now: Date, rules: OrderRules): TransitionRefusal | null {
  if (order.paidBy !== null) return { code: "payment", message: texts.paidInShop };
  const isAhead =
    rules.cancelCutoffMinutes > 0 &&
    order.requestedFor !== null &&
    order.promisedAt !== null &&
    minutesBetween(now, order.promisedAt) > rules.cancelCutoffMinutes;
  return isAhead ? null : { code: "too-late", message: texts.acceptedAlready };
}

/** Completion can be undone for 30 minutes, earlier steps at any time. */
function unlessFresh(order: OrderState, now: Date): TransitionRefusal | null {
  if (order.status !== "completed") return null;
  const isFresh = order.completedAt !== null && minutesBetween(order.completedAt, now) <= UNDO_COMPLETED_MINUTES;
  return isFresh
    ? null
    : { code: "too-late", message: `A completed order can be reopened for ${UNDO_COMPLETED_MINUTES} minutes. It stays completed now.` };
}
