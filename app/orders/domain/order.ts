import * as reasonTexts from "#texts/orders/reasons.ts";
import * as texts from "#texts/orders/status.ts";
import type { SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import type { Cents } from "#app/values/money.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { PaidBy } from "./taken-order.ts";
import type { TaxTable } from "#app/cart/domain/pricing/tax-table.ts";
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

/** Reasons that staff can choose before acceptance and after it. */
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

/** The data for tickets, refunds and reports, stored at checkout; no join to products is needed. */
export interface OrderItem extends Omit<PricedLine, "choices" | "selected" | "promotionId" | "maxQuantity" | "stepTexts" | "isPickupOnly"> {
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
  /** Null: an earlier version did not store it. */
  readonly taxTable: TaxTable | null;
  /** Lower-case ISO 4217 code. */
  readonly currency: string;
}

/** The current provider call; stored before it, cleared after it (crash-safe). */
export interface PendingAction {
  readonly kind: "capture" | "void" | "refund";
  readonly amount: Cents;
  /** Idempotency key of the provider call. */
  readonly key: string;
  /** The event that follows when the call succeeds. */
  readonly event: OrderEventName | null;
  /** User and choices, for completing it after a crash. */
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
  "message",
  "arrived",
] as const;
export type OrderEventName = (typeof ORDER_EVENTS)[number];
export type OrderActor = "guest" | "staff" | "system";
export interface OrderActorFacts {
  readonly kind: OrderActor;
  /** null = not a signed-in staff member. */
  readonly userId: number | null;
  /** As shown in the order's history: "Ana". */
  readonly name: string;
  /** A super-admin or manager. */
  readonly isAdmin: boolean;
  /** May give discounts on orders that they enter. */
  readonly mayDiscount?: boolean;
  /** A program without the scope for refunds. */
  readonly mayReturnMoney?: false;
  /** The API token of a program. */
  readonly tokenId?: number;
}

/** Input of transitions. Amounts in cents, `captured` and `refunded` as settled. */
export interface OrderState {
  readonly status: OrderStatus;
  readonly paymentState: PaymentState;
  readonly pendingAction: PendingAction | null;
  readonly fulfillment: Fulfillment;
  /** The requested time; null = as soon as possible. */
  readonly requestedFor: Date | null;
  readonly promisedAt: Date | null;
  readonly prepMinutes: number | null;
  readonly captured: Cents;
  readonly refunded: Cents;
  /** The current total; less after lines were removed. */
  readonly finalTotal: Cents;
  readonly readyAt: Date | null;
  readonly outAt: Date | null;
  readonly completedAt: Date | null;
  /** It was handed over, even if undone. */
  readonly wasCompleted: boolean;
  /** The card cannot be charged: the authorization has ended, or a capture failed. */
  readonly isUncollectable: boolean;
  /** The bank disputes the payment: no refunds. */
  readonly isDisputed: boolean;
  /** How staff took the money when they entered the order; null: they did not. */
  readonly paidBy: PaidBy | null;
  /** The courier; null or left out: unassigned. */
  readonly courierId?: number | null;
}

/** The three lists of the back office. */
export const ORDER_LISTS = ["new", "accepted", "rejected"] as const;
export type OrderList = (typeof ORDER_LISTS)[number];

const STATUSES: Readonly<Record<OrderStatus, { readonly label: string; readonly list: OrderList | null }>> = {
  awaiting_payment: { label: texts.waitingForPayment, list: null },
  abandoned: { label: texts.notPaid, list: null },
  received: { label: texts.isNew, list: "new" },
  accepted: { label: texts.accepted, list: "accepted" },
  preparing: { label: texts.preparing, list: "accepted" },
  ready: { label: texts.ready, list: "accepted" },
  out_for_delivery: { label: texts.onItsWay, list: "accepted" },
  completed: { label: texts.completed, list: "accepted" },
  rejected: { label: texts.rejected, list: "rejected" },
  cancelled: { label: texts.cancelled, list: "rejected" },
};

/** The status in a word or two, for staff. */
export function statusLabel(status: OrderStatus): string {
  return STATUSES[status].label;
}

/** Statuses of a list in process order. */
export function statusesOf(list: OrderList): readonly OrderStatus[] {
  return ORDER_STATUSES.filter((status) => STATUSES[status].list === list);
}

/** True if final; only "completed" can be undone for a while. */
export function isEnded(status: OrderStatus): boolean {
  return status === "abandoned" || status === "completed" || status === "rejected" || status === "cancelled";
}

/** The initial status: without a card payment it is received immediately. */
export function placement(
  finalTotal: Cents,
  isPaidInPerson: boolean,
): { readonly status: OrderStatus; readonly paymentState: PaymentState } {
  return finalTotal === 0 || isPaidInPerson
    ? { status: "received", paymentState: "none" }
    : { status: "awaiting_payment", paymentState: "pending" };
}

/** No I and O, which look and sound like 1 and 0. */
const NUMBER_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/**
 * The short daily number: the 42nd order is "A-042", B-001 follows A-999, AA-001 follows Z-999. Only the token is permanent. `sequence` from 1, else
 * RangeError.
 */
export function formatOrderNumber(sequence: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new RangeError(`Orders are counted from 1, got ${sequence}`);
  let letters = "";
  for (let block = Math.floor((sequence - 1) / 999); block >= 0; block = Math.floor(block / NUMBER_LETTERS.length) - 1) {
    letters = NUMBER_LETTERS.charAt(block % NUMBER_LETTERS.length) + letters;
  }
  return `${letters}-${String(((sequence - 1) % 999) + 1).padStart(3, "0")}`;
}

/** Choices for staff, and texts for customers after "we could not take this order:". */
const REASONS: Readonly<Record<ReasonCode, { readonly label: string; readonly forCustomer: string }>> = {
  item_unavailable: { label: "Item sold out", forCustomer: reasonTexts.soldOut },
  too_busy: { label: "Too busy", forCustomer: reasonTexts.tooBusy },
  closed: { label: "Closed", forCustomer: reasonTexts.closed },
  address_out_of_area: { label: "Address too far", forCustomer: reasonTexts.addressOutOfArea },
  instructions_impossible: { label: "Can't do this request", forCustomer: reasonTexts.instructionsImpossible },
  customer_request: { label: "Customer asked", forCustomer: reasonTexts.asYouAsked },
  suspected_fraud: { label: "Payment looks wrong", forCustomer: reasonTexts.paymentDetails },
  duplicate: { label: "Ordered twice", forCustomer: reasonTexts.duplicate },
  no_show: { label: "Not picked up", forCustomer: reasonTexts.notPickedUp },
  no_response: { label: "Nobody answered in time", forCustomer: reasonTexts.nobodyConfirmed },
  payment_hold_expired: { label: "Card hold ran out", forCustomer: reasonTexts.holdRanOut },
  payment_hold_released: { label: "Card hold was released", forCustomer: reasonTexts.holdWasReleased },
  other: { label: "Other", forCustomer: reasonTexts.notPrepared },
};

/** Reasons before and after acceptance; the others are set by the system. */
export const REJECT_REASONS = [...STAFF_REASONS, "other"] as const satisfies readonly ReasonCode[];
export const CANCEL_REASONS = [...STAFF_REASONS, "no_show", "other"] as const satisfies readonly ReasonCode[];

/** The reason in a few words, for staff. */
export function reasonLabel(code: ReasonCode): string {
  return REASONS[code].label;
}

/** The reason in a customer's sentence: "we are too busy right now (back at 8)". For "other" only the text. */
export function reasonForCustomer(reason: { readonly code: ReasonCode; readonly text: string }): string {
  const text = reason.text.trim().replace(/[.]$/, "");
  if (reason.code === "other" && text !== "") return text;
  return text === "" ? REASONS[reason.code].forCustomer : reasonTexts.withNote(REASONS[reason.code].forCustomer, text);
}
