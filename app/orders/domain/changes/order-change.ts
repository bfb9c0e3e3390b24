import * as texts from "#texts/orders/changes.ts";
import * as togetherTexts from "#texts/orders/together.ts";
import { isWeightOption } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";
import { isOwed } from "#app/orders/domain/handover-payment.ts";
import type { OrderItem, OrderState } from "#app/orders/domain/order.ts";
import { addressLine, type DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";

/**
 * The payment behind an order that staff change:
 * - handover: paid on handover, or nothing to pay. The total may go up and down.
 * - hold: an authorized card. The total stays within the authorization, and less is captured.
 * - counter: cash or the shop's terminal. Staff return a difference by hand.
 * - card: captured, and not accepted yet. The difference is refunded.
 * - refund: captured, and in the books. Amounts stay; removed units are refunded, nothing is added.
 */
export type PaidFrom = "handover" | "hold" | "counter" | "card" | "refund";

export interface Coverage {
  readonly from: PaidFrom;
  /** The highest total that the payment covers; null: no limit. */
  readonly most: Cents | null;
}

/** @param held the authorized amount */
export function coverageOf(order: OrderState, held: Cents): Coverage {
  if (order.paidBy !== null) return { from: "counter", most: order.finalTotal };
  switch (order.paymentState) {
    case "none":
      return { from: "handover", most: null };
    case "authorized":
      return { from: "hold", most: Math.max(held, order.finalTotal) };
    default:
      return { from: order.status === "received" ? "card" : "refund", most: order.finalTotal };
  }
}

/**
 * The amount that the customer pays for the order in total, less refunds. A change before acceptance lowered the total and refunded the
 * same amount, which counts once.
 */
export function totalLeft({ finalTotal, captured, refunded }: Pick<OrderState, "finalTotal" | "captured" | "refunded">): Cents {
  return captured === 0 ? finalTotal : Math.max(0, Math.min(finalTotal, captured - refunded));
}

/** Refunds of the total, without those of a change that lowered the total. An amount that was never charged is not a refund. */
export function refundedOfTotal(order: Pick<OrderState, "finalTotal" | "captured" | "refunded">): Cents {
  return Math.min(order.refunded, order.finalTotal - totalLeft(order));
}

/** Why nothing can be added to an order with fixed amounts. */
export const PAID_ALREADY = "This order is paid. Enter what is added as an order that goes with it.";

export const MIND_THE_BOOKS = "The day on which this order was paid is closed, so its amounts stay. Reopen the day first.";

const BACK_AND_PAID = {
  handover: togetherTexts.notToBePaidAndPaid,
  hold: togetherTexts.notChargedAndPaid,
  counter: togetherTexts.givenBackAndPaid,
  card: togetherTexts.refundedAndPaid,
  refund: togetherTexts.refundedAndPaid,
} as const satisfies Readonly<Record<PaidFrom, unknown>>;

/** The difference of a change that removes items and adds an add-on: "$12.00 is refunded and $15.00 is paid: $3.00 more in all" */
export function differenceWords(from: PaidFrom, back: Cents, added: Cents, format: MoneyFormat): string {
  const net = added - back;
  const amount = formatMoney(Math.abs(net), format);
  const other = net > 0 ? togetherTexts.moreInAll(amount) : togetherTexts.lessInAll(amount);
  return BACK_AND_PAID[from](formatMoney(back, format), formatMoney(added, format), net === 0 ? togetherTexts.sameInAll : other);
}

type Line = Pick<OrderItem, "id" | "name" | "kitchenName" | "options" | "note" | "quantity" | "weight">;

/** "+1 Fries", "2 → 1 Burger", "−1 Cola"; `titleOf` names a line. */
export function lineChanges(
  before: readonly Line[],
  after: readonly Line[],
  titleOf: (line: Line) => string = lineTitle,
): readonly string[] {
  const kept = before.flatMap((line) => {
    const quantity = after.find(({ id }) => id === line.id)?.quantity ?? 0;
    if (quantity === line.quantity) return weightChange(line, after);
    return [quantity === 0 ? `−${line.quantity} ${titleOf(line)}` : `${line.quantity} → ${quantity} ${titleOf(line)}`];
  });
  const added = after.filter(({ id }) => !before.some((line) => line.id === id));
  return [...kept, ...added.map((line) => `+${line.quantity} ${titleOf(line)}`)];
}

/** "Salmon: weighs 460 g" */
function weightChange(before: Line, lines: readonly Line[]): readonly string[] {
  const line = lines.find(({ id }) => id === before.id);
  const weighs = line?.options.find(isWeightOption);
  const isSame = !line?.weight || (line.weight.actual === before.weight?.actual && line.weight.charged === before.weight?.charged);
  return isSame || weighs === undefined ? [] : [texts.weighs(before.name, weighs.kitchenName)];
}

/** "address → 9 Far Rd, Toronto" */
export function addressChange(address: DeliveryAddress): string {
  return texts.address(addressLine(address));
}

/** The changes without address, for the kitchen and for programs, and because links get forwarded. */
export function withoutAddress(changes: readonly string[]): readonly string[] {
  return changes.map((change) => (change.startsWith(texts.address("")) ? texts.anotherAddress : change));
}

/** The line as the kitchen reads it. */
export function kitchenTitle({ kitchenName, options, note }: Line): string {
  const choices = [
    ...options.map((option) => (option.quantity > 1 ? `${option.quantity} × ${option.kitchenName}` : option.kitchenName)),
    note,
  ];
  const words = choices.filter((text) => text !== "").join(", ");
  return words === "" ? kitchenName : `${kitchenName} (${words})`;
}

/** Totals of an order before and after a change. */
interface ChangedMoney {
  readonly before: Cents;
  readonly after: Cents;
  readonly from: PaidFrom;
  /** The authorized amount. */
  readonly held: Cents;
  readonly fulfillment: Fulfillment;
  readonly isByTerminal: boolean;
}

/** The effect on the payment, as a sentence for staff. */
export function moneySentence({ before, after, from, held, fulfillment, isByTerminal }: ChangedMoney, format: MoneyFormat): string {
  const difference = formatMoney(Math.abs(before - after), format);
  const total = formatMoney(after, format);
  switch (from) {
    case "handover":
      return isOwed({ paymentState: "none", finalTotal: after, paidBy: null })
        ? `The customer pays ${total} ${fulfillment === "delivery" ? "when it is delivered" : "when they pick it up"}.`
        : "There is nothing to pay.";
    case "hold":
      return held > after
        ? `${total} is charged when the order is accepted, and ${formatMoney(held - after, format)} of the hold on the card is released.`
        : `${total} is charged when the order is accepted.`;
    case "counter":
      if (before === after) return "The order is paid, and nothing is given back.";
      // A corrected weight: staff returned money by hand, which the shop does not record.
      if (before < after)
        return `If you gave ${difference} back before, take it again${isByTerminal ? " on the card terminal" : " in cash"}.`;
      return isByTerminal ? `Give ${difference} back on the card terminal.` : `Give ${difference} back in cash.`;
    default:
      return before === after ? "The card was charged, and nothing goes back." : `${difference} goes back to the card.`;
  }
}
