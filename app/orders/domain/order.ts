import type { SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import type { Cents } from "#app/values/money.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { PricedCart, PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";

export const ORDER_STATUSES = [
  "awaiting_payment",
  "abandoned",
  "received",
  "accepted",
  "preparing",
  "ready",
  "out_for_delivery",
  "completed",
  "rejected",
  "cancelled",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const PAYMENT_STATES = ["none", "pending", "authorized", "captured", "partially_refunded", "refunded", "voided", "failed"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** What staff may say before acceptance and after it. */
const STAFF_REASONS = [
  "item_unavailable",
  "too_busy",
  "closed",
  "address_out_of_area",
  "instructions_impossible",
  "customer_request",
  "suspected_fraud",
  "duplicate",
] as const;
export const REASON_CODES = [...STAFF_REASONS, "no_show", "no_response", "payment_hold_expired", "payment_hold_released", "other"] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** Everything a ticket, a refund or a report needs, frozen when the customer pressed Pay; no join to products is ever needed. */
export interface OrderItem extends Omit<PricedLine, "choices" | "selected" | "promotionId"> {
  readonly options: readonly SelectedOption[];
}

export interface OrderAmounts extends Pick<
  PricedCart,
  | "subTotal"
  | "promotionDiscount"
  | "deliveryFee"
  | "deliveryDiscount"
  | "tax"
  | "taxLines"
  | "taxIncluded"
  | "tip"
  | "tipPercentage"
  | "total"
  | "finalTotal"
> {
  readonly currency: "usd";
}

/** What is being done at the payment provider right now; written before the call, cleared after it (crash-safe). */
export interface PendingAction {
  readonly kind: "capture" | "void" | "refund";
  readonly amount: Cents;
  /** Idempotency key of the provider call. */
  readonly key: string;
  /** The event that happens to the order once the call has succeeded. */
  readonly event: OrderEventName | null;
  /** Who asked for it and what they chose: whoever finishes it after a crash does it in their name. */
  readonly actor: OrderActorFacts;
  readonly command: Readonly<Record<string, unknown>>;
  /** The row of the refund list, for refunds. */
  readonly refundId: string | null;
}

export const ORDER_EVENTS = [
  "payment_authorized",
  "abandon",
  "accept",
  "reject",
  "time_out",
  "cancel",
  "hold_expired",
  "edit",
  "preparing",
  "ready",
  "out",
  "complete",
  "delay",
  "undo",
  "refund",
  "note",
  "arrived",
] as const;
export type OrderEventName = (typeof ORDER_EVENTS)[number];
export type OrderActor = "guest" | "staff" | "system";
export interface OrderActorFacts {
  readonly kind: OrderActor;
  /** null = not a signed-in member of staff. */
  readonly userId: number | null;
  /** As shown in the order's story: "Ana". */
  readonly name: string;
  /** A super-admin. */
  readonly isAdmin: boolean;
}

/** What the transitions look at; every stored order has at least this. Amounts in cents, `captured` and `refunded` as settled. */
export interface OrderState {
  readonly status: OrderStatus;
  readonly paymentState: PaymentState;
  readonly pendingAction: PendingAction | null;
  readonly fulfillment: Fulfillment;
  /** The wished time; null = as soon as possible. */
  readonly requestedFor: Date | null;
  readonly promisedAt: Date | null;
  readonly prepMinutes: number | null;
  readonly captured: Cents;
  readonly refunded: Cents;
  /** What it costs now, whoever pays: less after lines were taken out. */
  readonly finalTotal: Cents;
  readonly readyAt: Date | null;
  readonly outAt: Date | null;
  readonly completedAt: Date | null;
  /** It was handed over once, even if that was taken back. */
  readonly wasCompleted: boolean;
  /** The card cannot be charged any more: the hold is gone, or a capture has failed. */
  readonly isUncollectable: boolean;
  /** The customer's bank questions the payment: the provider pays nothing back. */
  readonly isDisputed: boolean;
}

/** The three lists of the back office. */
export const ORDER_LISTS = ["new", "accepted", "rejected"] as const;
export type OrderList = (typeof ORDER_LISTS)[number];

const STATUSES: Readonly<Record<OrderStatus, { readonly label: string; readonly list: OrderList | null }>> = {
  awaiting_payment: { label: "Waiting for payment", list: null },
  abandoned: { label: "Not paid", list: null },
  received: { label: "New", list: "new" },
  accepted: { label: "Accepted", list: "accepted" },
  preparing: { label: "Preparing", list: "accepted" },
  ready: { label: "Ready", list: "accepted" },
  out_for_delivery: { label: "On its way", list: "accepted" },
  completed: { label: "Completed", list: "accepted" },
  rejected: { label: "Rejected", list: "rejected" },
  cancelled: { label: "Cancelled", list: "rejected" },
};

/** The status in a word or two, for staff. */
export function statusLabel(status: OrderStatus): string {
  return STATUSES[status].label;
}

/** The statuses of a list, in the order of the story. */
export function statusesOf(list: OrderList): readonly OrderStatus[] {
  return ORDER_STATUSES.filter((status) => STATUSES[status].list === list);
}

/** True when the story has ended; only "completed" can still be taken back, for a while. */
export function isEnded(status: OrderStatus): boolean {
  return status === "abandoned" || status === "completed" || status === "rejected" || status === "cancelled";
}

/** Where an order begins: nothing to pay by card means it is received at once. */
export function placement(
  finalTotal: Cents,
  isPaidAtPickup: boolean,
): { readonly status: OrderStatus; readonly paymentState: PaymentState } {
  return finalTotal === 0 || isPaidAtPickup
    ? { status: "received", paymentState: "none" }
    : { status: "awaiting_payment", paymentState: "pending" };
}

/** No I and no O: over the counter they sound and look like 1 and 0. */
const NUMBER_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/**
 * The short number people say: the 42nd order of a business day is "A-042", after A-999 comes B-001, after Z-999 AA-001. It begins
 * again every day; the public token is what names an order for good. `sequence` counts from 1, RangeError otherwise.
 */
export function formatOrderNumber(sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new RangeError(`Orders are counted from 1, got ${sequence}`);
  let letters = "";
  for (let block = Math.floor((sequence - 1) / 999); block >= 0; block = Math.floor(block / NUMBER_LETTERS.length) - 1) {
    letters = NUMBER_LETTERS.charAt(block % NUMBER_LETTERS.length) + letters;
  }
  return `${letters}-${String(((sequence - 1) % 999) + 1).padStart(3, "0")}`;
}

/** What staff choose from, and what customers read after "we could not take this order:". */
const REASONS: Readonly<Record<ReasonCode, { readonly label: string; readonly forCustomer: string }>> = {
  item_unavailable: { label: "Item sold out", forCustomer: "something you chose is sold out" },
  too_busy: { label: "Too busy", forCustomer: "we are too busy right now" },
  closed: { label: "Closed", forCustomer: "we are closed" },
  address_out_of_area: { label: "Address too far", forCustomer: "the address is outside our delivery area" },
  instructions_impossible: { label: "Can't do this request", forCustomer: "we cannot prepare it the way you asked" },
  customer_request: { label: "Customer asked", forCustomer: "as you asked" },
  suspected_fraud: { label: "Payment looks wrong", forCustomer: "we could not confirm the payment details" },
  duplicate: { label: "Ordered twice", forCustomer: "the same order was placed twice" },
  no_show: { label: "Not picked up", forCustomer: "it was not picked up" },
  no_response: { label: "Nobody answered in time", forCustomer: "nobody could confirm it in time" },
  payment_hold_expired: { label: "Card hold ran out", forCustomer: "the card hold ran out" },
  payment_hold_released: { label: "Card hold was released", forCustomer: "the card hold was released" },
  other: { label: "Other", forCustomer: "it could not be prepared" },
};

/** Reasons staff may give before acceptance, and after it; the rest is given by the shop itself. */
export const REJECT_REASONS = [...STAFF_REASONS, "other"] as const satisfies readonly ReasonCode[];
export const CANCEL_REASONS = [...STAFF_REASONS, "no_show", "other"] as const satisfies readonly ReasonCode[];

/** The reason in a few words, for staff. */
export function reasonLabel(code: ReasonCode): string {
  return REASONS[code].label;
}

/** The reason inside a sentence to the customer: "we are too busy right now (back at 8)". For "other" the text says it all. */
export function reasonForCustomer(reason: { readonly code: ReasonCode; readonly text: string }): string {
  const text = reason.text.trim().replace(/[.]$/, "");
  if (reason.code === "other" && text !== "") return text;
  return text === "" ? REASONS[reason.code].forCustomer : `${REASONS[reason.code].forCustomer} (${text})`;
}
