import * as texts from "#texts/orders/receipt.ts";
import { statusLabel } from "#app/orders/domain/order.ts";
import { paymentWords } from "#app/orders/domain/payment-words.ts";
import type { OrderMailData } from "#app/orders/domain/mail/order-mail.ts";
import { orderMailData, type OrderMailSource } from "#app/orders/workflows/mail/order-mail.server.ts";
import { finalTotalOf } from "#app/orders/workflows/stored-order.server.ts";
import { capitalised } from "#app/values/text.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { formatDayAndTime } from "#app/values/clock/shop-clock.ts";

/** The data of a receipt: that of the order's emails, and more about the order. */
export interface ReceiptData extends OrderMailData {
  /** "Nov 20, 2026, 5:15 PM" */
  readonly placedOn: string;
  /** "Paid by card, Visa •••• 4242" */
  readonly paymentMethod: string;
  /** "Rejected" or "Cancelled"; "" for other orders. */
  readonly endedAs: string;
}

export function receiptData(source: OrderMailSource): ReceiptData {
  const { order, settings } = source;
  const data = orderMailData(source);
  const money = { finalTotal: finalTotalOf(order), captured: order.capturedCents, refunded: order.refundedCents };
  const words = paymentWords({ ...order, ...money }, data.format);
  const card = order.paymentIntent?.card ?? null;
  return {
    ...data,
    placedOn: formatDayAndTime(order.placedAt ?? order.createdAt, shopClock(settings), { hasYear: true }),
    paymentMethod: card === null ? words : texts.byCard(words, capitalised(card)),
    endedAs: order.status === "rejected" || order.status === "cancelled" ? statusLabel(order.status) : "",
  };
}
