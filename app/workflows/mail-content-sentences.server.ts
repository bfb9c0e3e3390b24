import type { orders } from "#app/data/schema/orders.ts";
import { formatUsd } from "#app/domain/money.ts";
import type { ReasonCode } from "#app/domain/order.ts";

/** What a customer is told; some codes are for staff only and become a neutral sentence. */
const REASONS: Readonly<Record<ReasonCode, string>> = {
  item_unavailable: "Something in your order is sold out.",
  too_busy: "The kitchen has more orders than it can make right now.",
  closed: "The shop is closed.",
  address_out_of_area: "Your address is outside the area we deliver to.",
  instructions_impossible: "We cannot make it the way the note asks.",
  customer_request: "You asked us to.",
  suspected_fraud: "We could not confirm this order.",
  duplicate: "The same order reached us twice.",
  no_show: "The order was not picked up.",
  no_response: "Nobody at the shop could answer in time.",
  payment_hold_expired: "The hold on the card ran out, please order again.",
  other: "",
};

/** The reason as a customer reads it, with the words staff added; null when there is nothing to say. */
export function reasonSentence(code: ReasonCode, text: string): string | null {
  const parts = [REASONS[code], text.trim()].filter((part) => part !== "");
  return parts.length === 0 ? null : parts.join(" ");
}

type Payment = Pick<
  typeof orders.$inferSelect,
  "status" | "paymentState" | "gateway" | "fulfillment" | "totalCents" | "promotionDiscountCents" | "capturedCents" | "refundedCents"
>;

/** What happens with the customer's money, in one or two sentences; null while that is not decided. */
export function paymentSentence(order: Payment): string | null {
  const sentence = moneySentence(order);
  return sentence !== null && order.gateway === "simulator" ? `${sentence} This is a test payment: no real card is charged.` : sentence;
}

function moneySentence(order: Payment): string | null {
  const toPay = order.totalCents - order.promotionDiscountCents;
  const isOver = order.status === "rejected" || order.status === "cancelled";
  switch (order.paymentState) {
    case "authorized":
      return isOver ? null : `Your card is only on hold for ${formatUsd(toPay)}; it is charged when we accept the order.`;
    case "captured":
      return `Your card was charged ${formatUsd(order.capturedCents)}.`;
    case "partially_refunded":
      return `${formatUsd(order.refundedCents)} of ${formatUsd(order.capturedCents)} goes back to your card. Banks take 5 to 10 days.`;
    case "refunded":
      return `${formatUsd(order.refundedCents)} goes back to your card. Banks take 5 to 10 days.`;
    case "voided":
      return "You have not been charged; the hold on your card fades within days.";
    case "none":
      if (isOver) return "You have not been charged.";
      return toPay === 0 ? "There is nothing to pay." : `You pay ${formatUsd(toPay)} when you pick it up.`;
    case "pending":
    case "failed":
      return null;
  }
}
