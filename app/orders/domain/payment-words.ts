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
      return isOwed(order) ? owedWords(order) : "Nothing to pay";
    case "pending":
      return "Payment not confirmed yet";
    case "authorized":
      return "Card on hold";
    case "captured":
      return "Paid by card";
    case "partially_refunded":
      // Not the total: a change that lowered it paid back what had been charged.
      return `Paid ${formatMoney(order.captured, format)}, ${formatMoney(order.refunded, format)} refunded`;
    case "refunded":
      return "Refunded";
    case "voided":
      return "Card hold released";
    case "failed":
      return "Card failed";
  }
}
