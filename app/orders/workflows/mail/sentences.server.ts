import * as texts from "#texts/orders/mail/sentences.ts";
import type { orders } from "#app/orders/data/tables.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { reasonForCustomer, type ReasonCode } from "#app/orders/domain/order.ts";
import { capitalised } from "#app/values/text.ts";

/** The reason as a sentence; null if it adds nothing. */
export function reasonSentence(code: ReasonCode, text: string): string | null {
  if (code === "customer_request" && text.trim() === "") return null;
  return texts.asSentence(capitalised(reasonForCustomer({ code, text })));
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
        ? texts.onHoldForMore(formatMoney(held, format), formatMoney(toPay, format))
        : texts.onHold(formatMoney(toPay, format));
    }
    case "captured":
      return texts.charged(formatMoney(order.capturedCents, format));
    case "partially_refunded":
      return texts.partGoesBack(formatMoney(order.refundedCents, format), formatMoney(order.capturedCents, format));
    case "refunded":
      return texts.goesBack(formatMoney(order.refundedCents, format));
    case "voided":
      return texts.holdFades;
    case "none":
      return handoverSentence(order, isOver, formatMoney(toPay, format));
    case "pending":
    case "failed":
      return null;
  }
}

/** For orders without card payment on the site: paid on entry, or on handover. */
function handoverSentence({ paidBy, fulfillment, totalCents, promotionDiscountCents }: Payment, isOver: boolean, toPay: string): string {
  if (paidBy !== null) return isOver ? texts.paidBackInShop(toPay) : texts.paidInShop(toPay);
  if (isOver) return texts.notCharged;
  if (totalCents === promotionDiscountCents) return texts.nothingToPay;
  return fulfillment === "delivery" ? texts.payOnDelivery(toPay) : texts.payAtPickup(toPay);
}
