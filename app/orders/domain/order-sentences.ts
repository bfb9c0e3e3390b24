import type { ShopClock } from "#app/values/clock/shop-clock.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { capitalised } from "#app/values/text.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { payWhen } from "./handover-payment.ts";
import { reasonForCustomer } from "./order.ts";
import type { OrderStatus, PaymentState, ReasonCode } from "./order.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

/** What the customer's page and mails tell from. */
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
  /** On its way back and not there yet. */
  readonly refunding: Cents;
  /** Staff took the money with the order. */
  readonly isPaidInShop: boolean;
  /** A payment problem waits for the shop. */
  readonly hasPaymentProblem: boolean;
  /** Why it was refused or cancelled. */
  readonly reason: { readonly code: ReasonCode; readonly text: string } | null;
  /** TELEPHONE of the shop; may be empty. */
  readonly telephone: string;
  readonly clock: ShopClock;
}

/** The customer's status message: what happens, when, and the payment consequence. */
export function customerSentence(story: OrderStory, now: Date): string {
  const sentence = statusSentence(story, now);
  if (story.status === "rejected" || story.status === "cancelled") return sentence;
  // Fully refunded items are not made, unless staff started them.
  if (story.status === "accepted" && story.paymentState === "refunded")
    return `Refunded ${formatMoney(story.refunded, story.format)}. This order is not being made.`;
  // "Enjoy!" would mock whoever got everything back.
  if (story.status === "completed" && story.paymentState === "refunded") return `Refunded ${formatMoney(story.refunded, story.format)}.`;
  const changed = changedPart(story);
  if (story.status === "abandoned" || story.status === "awaiting_payment") return sentence;
  const back = story.refunded > 0 ? ` Refunded ${formatMoney(story.refunded, story.format)}.` : "";
  return `${sentence}${changed}${back}${story.refunding > 0 ? ` ${formatMoney(story.refunding, story.format)} is on its way back to your card.` : ""}`;
}

/** "Accepted." and the rest, without repeating the number above or the time below. */
export function splitSentence(sentence: string, isTimeShown: boolean): { readonly headline: string; readonly detail: string } {
  const end = sentence.search(/[.!] /);
  if (end === -1) return { headline: sentence, detail: "" };
  const detail = sentence.slice(end + 2);
  // A reason may be long; the consequence comes first.
  const refusal = /^(Sorry, [^:]*): (.*)$/s.exec(sentence.slice(0, end + 1));
  if (refusal !== null) return { headline: `${refusal[1]}.`, detail: `${capitalised(refusal[2] ?? "")} ${detail}` };
  const headline = sentence.slice(0, end + 1).replace(/^Order \S* ?received\.$/, "Received.");
  return { headline, detail: isTimeShown ? detail.replace(/^(?:Ready about|Estimated delivery) [^.]*\. ?/, "") : detail };
}

/** "Changed: Fries removed, new total $33.84."; `newTotal` null: it is not named. */
export function editSentence(removedNames: readonly string[], newTotal: Cents | null, format: MoneyFormat): string {
  return changeSentence([`${new Intl.ListFormat("en-US").format(removedNames)} removed`], newTotal, format);
}

/** "Changed: +1 Fries, 2 → 1 Burger, new total $33.84."; `newTotal` null: it is not named. */
export function changeSentence(changes: readonly string[], newTotal: Cents | null, format: MoneyFormat): string {
  return `Changed: ${[...changes, ...(newTotal === null ? [] : [`new total ${formatMoney(newTotal, format)}`])].join(", ")}.`;
}

/** If a part of the total was refunded, the total stays, and the refunded amount is shown apart. */
function changedPart({ removed, changes = [], captured, refunded, refunding, finalTotal, format }: OrderStory): string {
  const back = refunded + refunding;
  if (changes.length > 0)
    return ` ${changeSentence([...removed.map((name) => `−${name}`), ...changes], back > 0 ? null : finalTotal, format)}`;
  return removed.length === 0 ? "" : ` ${editSentence(removed, back > captured - finalTotal && back > 0 ? null : finalTotal, format)}`;
}

function statusSentence(story: OrderStory, now: Date): string {
  switch (story.status) {
    case "awaiting_payment":
      return story.hasPaymentProblem ? mismatchSentence(story) : "We are waiting for your payment.";
    case "abandoned":
      return abandonedSentence(story);
    case "received":
      return `Order ${story.number ?? ""} received. We will confirm it soon${paymentClause(story)}.`.replace("  ", " ");
    case "accepted":
      return story.isDelayed ? lateSentence(story, now) : `Accepted.${promiseSentence(story, now)}`;
    case "preparing":
      return story.isDelayed ? lateSentence(story, now) : `We are preparing it.${promiseSentence(story, now)}`;
    case "ready":
      return story.fulfillment === "pickup" ? "Ready, come by." : "Packed, waiting for the courier.";
    case "out_for_delivery":
      return "On its way.";
    case "completed":
      return "Enjoy!";
    case "rejected":
      return rejectedSentence(story);
    case "cancelled":
      return cancelledSentence(story);
  }
}

function mismatchSentence(story: OrderStory): string {
  const money =
    story.captured > 0
      ? `Your card was charged ${formatMoney(story.captured, story.format)}.`
      : "You have not been charged; your card may show a hold.";
  const call = story.telephone === "" ? "" : ` You can call us: ${story.telephone}.`;
  return `Your payment does not match this order, so it is not placed yet. ${money} The shop has been told and will put it right.${call}`;
}

function abandonedSentence(story: OrderStory): string {
  const why =
    story.reason === null ? "This order was not placed." : `Sorry, we could not take this order: ${reasonForCustomer(story.reason)}.`;
  if (story.captured > story.refunded) return `${why} ${refundSentence(story.captured - story.refunded, story.format)}`;
  if (story.captured > 0) return `${why} Refunded ${formatMoney(story.refunded, story.format)}.`;
  if (story.paymentState === "authorized") return `${why} You have not been charged; the hold on your card is being released.`;
  if (story.reason !== null) return `${why} You have not been charged; the hold fades within days.`;
  return "This order was not paid, so it was not placed. You have not been charged.";
}

function paymentClause(story: OrderStory): string {
  if (story.paymentState === "authorized") return "; your card is only on hold";
  return story.paymentState === "none" && story.finalTotal > 0 && !story.isPaidInShop ? `; you pay ${payWhen(story.fulfillment)}` : "";
}

function promiseSentence(story: OrderStory, now: Date): string {
  if (story.promisedAt === null) return "";
  const what = story.fulfillment === "pickup" ? "Ready about" : "Estimated delivery";
  return ` ${what} ${formatReopening(story.promisedAt, now, story.clock)}.`;
}

function lateSentence(story: OrderStory, now: Date): string {
  return story.promisedAt === null ? "Running late." : `Running late: now about ${formatReopening(story.promisedAt, now, story.clock)}.`;
}

function rejectedSentence(story: OrderStory): string {
  const reason = story.reason === null ? "" : `: ${reasonForCustomer(story.reason)}`;
  const call = story.reason?.code === "no_response" && story.telephone !== "" ? ` You can call us: ${story.telephone}.` : "";
  const notCharged =
    story.paymentState === "none" ? "You have not been charged." : "You have not been charged; the hold fades within days.";
  const money = story.captured > 0 ? refundSentence(story.captured, story.format) : notCharged;
  return `Sorry, we could not take this order${reason}. ${money}${call}`;
}

function cancelledSentence(story: OrderStory): string {
  if (story.reason?.code === "payment_hold_expired") return "The card hold ran out, please order again.";
  if (story.reason?.code === "payment_hold_released") return "The card hold was released, please order again.";
  const uncharged = story.isPaidInShop ? "What you paid in the shop is paid back there." : "You have not been charged.";
  if (story.captured === 0 && (story.reason === null || story.reason.code === "customer_request")) return `Cancelled. ${uncharged}`;
  const reason = story.reason === null ? "" : `: ${reasonForCustomer(story.reason)}`;
  const back = story.refunded + story.refunding;
  const returned = back > 0 ? ` ${refundSentence(back, story.format)}` : "";
  const money = story.captured === 0 ? ` ${uncharged}` : returned;
  return `Cancelled${reason}.${money}`;
}

function refundSentence(amount: Cents, format: MoneyFormat): string {
  return `${formatMoney(amount, format)} goes back to your card.`;
}

const SHORT: Readonly<Record<OrderStatus, string>> = {
  awaiting_payment: "Not paid yet",
  abandoned: "Not placed",
  received: "Received",
  accepted: "Accepted",
  preparing: "Preparing",
  ready: "Ready",
  out_for_delivery: "On its way",
  completed: "Done",
  rejected: "Not possible",
  cancelled: "Cancelled",
};

/** An order's status in a word or three, for its customer: in titles and lists. */
export function shortStatus({ status, fulfillment }: { readonly status: OrderStatus; readonly fulfillment: Fulfillment }): string {
  return status === "ready" && fulfillment === "delivery" ? "Packed" : SHORT[status];
}
