import * as texts from "#texts/orders/payment.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";
import { isOwed, owedWords } from "./handover-payment.ts";
import type { PaymentState } from "./order.ts";
import { paidByLabel, type PaidBy } from "./taken-order.ts";

interface PaymentFacts {
  readonly paymentState: PaymentState;
  readonly finalTotal: Cents;
  readonly captured: Cents;
  readonly refunded: Cents;
  readonly paidBy: PaidBy | null;
  readonly fulfillment: Fulfillment;
}

/** The payment method, for staff and on receipts. */
export function paymentWords(order: PaymentFacts, format: MoneyFormat): string {
  switch (order.paymentState) {
    case "none":
      if (order.paidBy !== null) return paidByLabel(order.paidBy);
      return isOwed(order) ? owedWords(order) : texts.nothingToPay;
    case "pending":
      return texts.notConfirmed;
    case "authorized":
      return texts.onHold;
    case "captured":
      return texts.paidByCard;
    case "partially_refunded":
      // Not the total: a change that lowered it refunded part of the charge.
      return texts.partRefunded(formatMoney(order.captured, format), formatMoney(order.refunded, format));
    case "refunded":
      return texts.refunded;
    case "voided":
      return texts.holdReleased;
    case "failed":
      return texts.cardFailed;
  }
}
