import { LANGUAGE } from "#texts/language.ts";
import * as changeTexts from "#texts/orders/changes.ts";
import * as texts from "#texts/orders/message.ts";
import * as statusTexts from "#texts/orders/status.ts";
import type { ShopClock } from "#app/values/clock/shop-clock.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { capitalised } from "#app/values/text.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { reasonForCustomer } from "./order.ts";
import type { OrderStatus, PaymentState, ReasonCode } from "./order.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

/** Facts for the customer's page and emails. */
export interface OrderStory {
  readonly number: string | null;
  readonly status: OrderStatus;
  readonly paymentState: PaymentState;
  readonly fulfillment: Fulfillment;
  readonly promisedAt: Date | null;
  /** True once staff have moved the promise. */
  readonly isDelayed: boolean;
  /** Items removed by staff, in order: "Fries", "2 × Cola". */
  readonly removed: readonly string[];
  /** All other changes by staff, in order: "+1 Fries", "2 → 1 Burger", "time 18:30 → 19:00". */
  readonly changes?: readonly string[];
  /** The order's currency. */
  readonly format: MoneyFormat;
  readonly finalTotal: Cents;
  readonly captured: Cents;
  readonly refunded: Cents;
  /** Refund that is pending. */
  readonly refunding: Cents;
  /** Staff took the money when they entered the order. */
  readonly isPaidInShop: boolean;
  /** A payment problem waits for staff. */
  readonly hasPaymentProblem: boolean;
  /** Why it was rejected or cancelled. */
  readonly reason: { readonly code: ReasonCode; readonly text: string } | null;
  /** TELEPHONE of the shop; may be empty. */
  readonly telephone: string;
  readonly clock: ShopClock;
}

/** The status message of an order for its customer: what happens, when, and the payment. */
export interface CustomerMessage {
  /** The complete message. */
  readonly sentence: string;
  /** The first sentence, as shown above the others: without the order's number and the reason. */
  readonly headline: string;
  /** "Ready about 6:45 PM."; "" without a promised time. It follows the headline. */
  readonly promise: string;
  /** The remaining sentences. */
  readonly detail: string;
}

/** The first sentence of a message, and the following ones. */
interface MessageParts {
  readonly first: string;
  /** If it differs from `first`. */
  readonly headline?: string;
  /** A reason in `first` that `headline` lacks. It may be long; the consequence comes first. */
  readonly reason?: string;
  readonly promise?: string;
  readonly rest?: readonly string[];
}

/** The message of an order at `now`. */
export function customerMessage(story: OrderStory, now: Date): CustomerMessage {
  const { first, headline = first, reason = "", promise = "", rest = [] } = messageParts(story, now);
  // Staff's reason may have several sentences.
  const end = headline.search(/[.!] /);
  const [head, more] = end === -1 ? [headline, ""] : [headline.slice(0, end + 1), headline.slice(end + 2)];
  return {
    sentence: inOne([first, promise, ...rest]),
    headline: head,
    promise,
    detail: inOne([more, reason, ...rest]),
  };
}

/** Joins sentences. */
function inOne(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function messageParts(story: OrderStory, now: Date): MessageParts {
  const { status, paymentState, refunded, refunding, format } = story;
  const parts = statusParts(story, now);
  if (status === "rejected" || status === "cancelled") return parts;
  const isRefunded = paymentState === "refunded";
  // Fully refunded items are not made, unless staff started them.
  if (status === "accepted" && isRefunded) return { first: texts.refunded(formatMoney(refunded, format)), rest: [texts.notMade] };
  // "Enjoy!" would offend a customer whose order was fully refunded.
  if (status === "completed" && isRefunded) return { first: texts.refunded(formatMoney(refunded, format)) };
  if (status === "abandoned" || status === "awaiting_payment") return parts;
  const { rest = [] } = parts;
  const back = refunded > 0 ? [texts.refunded(formatMoney(refunded, format))] : [];
  const underWay = refunding > 0 ? [texts.onItsWayBack(formatMoney(refunding, format))] : [];
  return { ...parts, rest: [...rest, ...changedPart(story), ...back, ...underWay] };
}

/** "Changed: Fries removed, new total $33.84."; `newTotal` null: left out. */
export function editSentence(removedNames: readonly string[], newTotal: Cents | null, format: MoneyFormat): string {
  return changeSentence([changeTexts.removed(new Intl.ListFormat(LANGUAGE).format(removedNames))], newTotal, format);
}

/** "Changed: +1 Fries, 2 → 1 Burger, new total $33.84."; `newTotal` null: left out. */
export function changeSentence(changes: readonly string[], newTotal: Cents | null, format: MoneyFormat): string {
  const total = newTotal === null ? [] : [changeTexts.newTotal(formatMoney(newTotal, format))];
  return changeTexts.changed([...changes, ...total].join(", "));
}

/** After a partial refund, the total stays, and the refunded amount is shown separately. */
function changedPart({ removed, changes = [], captured, refunded, refunding, finalTotal, format }: OrderStory): readonly string[] {
  const back = refunded + refunding;
  if (changes.length > 0) return [changeSentence([...removed.map((name) => `−${name}`), ...changes], back > 0 ? null : finalTotal, format)];
  return removed.length === 0 ? [] : [editSentence(removed, back > captured - finalTotal && back > 0 ? null : finalTotal, format)];
}

function statusParts(story: OrderStory, now: Date): MessageParts {
  switch (story.status) {
    case "awaiting_payment":
      return story.hasPaymentProblem ? mismatchParts(story) : { first: texts.waitingForPayment };
    case "abandoned":
      return abandonedParts(story);
    case "received":
      return {
        first: story.number === null ? texts.receivedUnnumbered : texts.received(story.number),
        headline: texts.receivedHeadline,
        rest: [confirmSentence(story)],
      };
    case "accepted":
      return story.isDelayed ? { first: lateSentence(story, now) } : { first: texts.accepted, promise: promiseSentence(story, now) };
    case "preparing":
      return story.isDelayed ? { first: lateSentence(story, now) } : { first: texts.preparing, promise: promiseSentence(story, now) };
    case "ready":
      return { first: story.fulfillment === "pickup" ? texts.readyToPickUp : texts.packed };
    case "out_for_delivery":
      return { first: texts.onItsWay };
    case "completed":
      return { first: texts.enjoy };
    case "rejected":
      return rejectedParts(story);
    case "cancelled":
      return cancelledParts(story);
  }
}

function mismatchParts({ captured, telephone, format }: OrderStory): MessageParts {
  const money = captured > 0 ? texts.charged(formatMoney(captured, format)) : texts.notChargedMayShowHold;
  return { first: texts.doesNotMatch, rest: [money, texts.shopWasTold, ...(telephone === "" ? [] : [texts.callUs(telephone)])] };
}

function abandonedParts({ reason, captured, refunded, paymentState, format }: OrderStory): MessageParts {
  const why = reason === null ? { first: texts.notPlaced } : notTakenParts(reason);
  if (captured > refunded) return { ...why, rest: [texts.goesBack(formatMoney(captured - refunded, format))] };
  if (captured > 0) return { ...why, rest: [texts.refunded(formatMoney(refunded, format))] };
  if (paymentState === "authorized") return { ...why, rest: [texts.notChargedHoldReleased] };
  if (reason !== null) return { ...why, rest: [texts.notChargedHoldFades] };
  return { first: texts.notPaidSoNotPlaced, rest: [texts.notCharged] };
}

/** "Sorry, we could not take this order: we are closed." */
function notTakenParts(reason: OrderStory["reason"]): MessageParts {
  if (reason === null) return { first: texts.notTaken };
  const words = reasonForCustomer(reason);
  return { first: texts.notTakenBecause(words), headline: texts.notTaken, reason: texts.because(capitalised(words)) };
}

function confirmSentence({ paymentState, finalTotal, isPaidInShop, fulfillment }: OrderStory): string {
  if (paymentState === "authorized") return texts.confirmSoonOnHold;
  if (paymentState !== "none" || finalTotal === 0 || isPaidInShop) return texts.confirmSoon;
  return fulfillment === "delivery" ? texts.confirmSoonPayOnDelivery : texts.confirmSoonPayAtPickup;
}

function promiseSentence({ promisedAt, fulfillment, clock }: OrderStory, now: Date): string {
  if (promisedAt === null) return "";
  return (fulfillment === "pickup" ? texts.readyAbout : texts.estimatedDelivery)(formatReopening(promisedAt, now, clock));
}

function lateSentence({ promisedAt, clock }: OrderStory, now: Date): string {
  return promisedAt === null ? texts.late : texts.lateUntil(formatReopening(promisedAt, now, clock));
}

function rejectedParts({ reason, captured, paymentState, telephone, format }: OrderStory): MessageParts {
  const call = reason?.code === "no_response" && telephone !== "" ? [texts.callUs(telephone)] : [];
  const notCharged = paymentState === "none" ? texts.notCharged : texts.notChargedHoldFades;
  const money = captured > 0 ? texts.goesBack(formatMoney(captured, format)) : notCharged;
  return { ...notTakenParts(reason), rest: [money, ...call] };
}

function cancelledParts({ reason, captured, refunded, refunding, isPaidInShop, format }: OrderStory): MessageParts {
  if (reason?.code === "payment_hold_expired") return { first: texts.holdRanOut };
  if (reason?.code === "payment_hold_released") return { first: texts.holdWasReleased };
  const uncharged = isPaidInShop ? texts.paidBackInShop : texts.notCharged;
  if (captured === 0 && (reason === null || reason.code === "customer_request")) return { first: texts.cancelled, rest: [uncharged] };
  const first = reason === null ? texts.cancelled : texts.cancelledBecause(reasonForCustomer(reason));
  const back = refunded + refunding;
  const returned = back > 0 ? [texts.goesBack(formatMoney(back, format))] : [];
  return { first, rest: captured === 0 ? [uncharged] : returned };
}

const SHORT: Readonly<Record<OrderStatus, string>> = {
  awaiting_payment: statusTexts.notPaidYet,
  abandoned: statusTexts.notPlaced,
  received: statusTexts.received,
  accepted: statusTexts.accepted,
  preparing: statusTexts.preparing,
  ready: statusTexts.ready,
  out_for_delivery: statusTexts.onItsWay,
  completed: statusTexts.done,
  rejected: statusTexts.notPossible,
  cancelled: statusTexts.cancelled,
};

/** An order's status in one to three words, for its customer: in titles and lists. */
export function shortStatus({ status, fulfillment }: { readonly status: OrderStatus; readonly fulfillment: Fulfillment }): string {
  return status === "ready" && fulfillment === "delivery" ? statusTexts.packed : SHORT[status];
}
