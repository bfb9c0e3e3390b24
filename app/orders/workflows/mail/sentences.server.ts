import type { orders } from "#app/orders/data/tables.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { reasonForCustomer, type ReasonCode } from "#app/orders/domain/order.ts";
import { payWhen } from "#app/orders/domain/handover-payment.ts";
import { capitalised } from "#app/values/text.ts";

/** The reason as a sentence; null if it adds nothing. */
export function reasonSentence(code: ReasonCode, text: string): string | null {
  if (code === "customer_request" && text.trim() === "") return null;
  return `${capitalised(reasonForCustomer({ code, text }))}.`;
}

type Payment = Pick<
  typeof orders.$inferSelect,
  | "status"
  | "paymentState"
  | "paidBy"
  | "fulfillment"
  | "totalCents"
  | "promotionDiscountCents"
  | "capturedCents"
  | "refundedCents"
  | "paymentIntent"
>;

/** The payment consequence in one or two sentences; null while undecided. */
export function paymentSentence(order: Payment, format: MoneyFormat): string | null {
  const toPay = order.totalCents - order.promotionDiscountCents;
  const isOver = order.status === "rejected" || order.status === "cancelled";
  switch (order.paymentState) {
    case "authorized": {
      const held = order.paymentIntent?.amount ?? toPay;
      if (isOver) return null;
      return held > toPay
        ? `Your card is only on hold for ${formatMoney(held, format)}; when we accept the order, ${formatMoney(toPay, format)} is charged and the rest is released.`
        : `Your card is only on hold for ${formatMoney(toPay, format)}; it is charged when we accept the order.`;
    }
    case "captured":
      return `Your card was charged ${formatMoney(order.capturedCents, format)}.`;
    case "partially_refunded":
      return `${formatMoney(order.refundedCents, format)} of ${formatMoney(order.capturedCents, format)} goes back to your card. Banks take 5 to 10 days.`;
    case "refunded":
      return `${formatMoney(order.refundedCents, format)} goes back to your card. Banks take 5 to 10 days.`;
    case "voided":
      return "You have not been charged; the hold on your card fades within days.";
    case "none":
      return handoverSentence(order, isOver, formatMoney(toPay, format));
    case "pending":
    case "failed":
      return null;
  }
}

/** Nothing is paid by card on the site: paid when staff took the order, or at the end. */
function handoverSentence({ paidBy, fulfillment, totalCents, promotionDiscountCents }: Payment, isOver: boolean, toPay: string): string {
  if (paidBy !== null) return isOver ? `You paid ${toPay} in the shop; it is paid back there.` : `You paid ${toPay} in the shop.`;
  if (isOver) return "You have not been charged.";
  return totalCents === promotionDiscountCents ? "There is nothing to pay." : `You pay ${toPay} ${payWhen(fulfillment)}.`;
}
