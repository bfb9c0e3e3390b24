import * as texts from "#texts/orders/payment.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { Cents } from "#app/values/money.ts";
import type { OrderStatus, PaymentState } from "./order.ts";
import type { PaidBy } from "./taken-order.ts";

interface Owed {
  readonly paymentState: PaymentState;
  readonly finalTotal: Cents;
  readonly paidBy: PaidBy | null;
}

/** Whether the customer still has to pay on handover. */
export function isOwed({ paymentState, finalTotal, paidBy }: Owed): boolean {
  return paymentState === "none" && finalTotal > 0 && paidBy === null;
}

/** When the customer pays: for staff, and on receipts. */
export function owedWords({ fulfillment }: { readonly fulfillment: Fulfillment }): string {
  return fulfillment === "delivery" ? texts.paysOnDelivery : texts.paysAtPickup;
}

/** Whether money taken by staff belongs to the shop: a rejected or cancelled order is refunded by hand. */
export function keepsMoney({ status, paidBy }: { readonly status: OrderStatus; readonly paidBy: PaidBy | null }): boolean {
  return paidBy !== null && status !== "rejected" && status !== "cancelled";
}
