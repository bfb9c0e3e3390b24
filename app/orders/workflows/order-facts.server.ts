import type { OrderItemRow, OrderRow, StoredPaymentIntent } from "#app/orders/data/order-placement.server.ts";
import type { OrderAmounts, OrderItem, OrderState } from "#app/orders/domain/order.ts";
import type { PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";

/** A stored order as the domain's rules look at it. */
export function orderState(order: OrderRow): OrderState {
  const { status, paymentState, pendingAction, fulfillment, requestedFor, promisedAt, prepMinutes, readyAt, outAt, completedAt } = order;
  return {
    status,
    paymentState,
    pendingAction,
    fulfillment,
    requestedFor,
    promisedAt,
    prepMinutes,
    readyAt,
    outAt,
    completedAt,
    captured: order.capturedCents,
    refunded: order.refundedCents,
  };
}

/** What the order charges: the generated column is total − discount. */
export function finalTotalOf(order: Pick<OrderRow, "totalCents" | "promotionDiscountCents">): number {
  return order.totalCents - order.promotionDiscountCents;
}

export function orderAmounts(order: OrderRow): OrderAmounts {
  return {
    subTotal: order.subTotalCents,
    promotionDiscount: order.promotionDiscountCents,
    deliveryFee: order.deliveryFeeCents,
    deliveryDiscount: order.deliveryDiscountCents,
    tax: order.taxCents,
    taxLines: order.taxLines,
    taxIncluded: order.isTaxIncluded,
    tip: order.tipCents,
    tipPercentage: order.tipPercentage,
    total: order.totalCents,
    finalTotal: finalTotalOf(order),
    currency: "usd",
  };
}

export function orderItem(row: OrderItemRow): OrderItem {
  return {
    id: row.id,
    productId: row.productId,
    name: row.name,
    kitchenName: row.kitchenName,
    imageUrl: row.imageUrl,
    quantity: row.quantity,
    basePrice: row.basePriceCents,
    unitPrice: row.unitPriceCents,
    lineTotal: row.lineTotalCents,
    discount: row.discountCents,
    taxRate: row.taxRatePpm,
    tax: row.taxCents,
    note: row.note,
    isFreeItem: row.isFreeItem,
    options: row.options,
  };
}

/** The provider's facts in the form that is kept with the order. */
export function storedIntent(intent: PaymentIntentFacts): StoredPaymentIntent {
  return {
    id: intent.id,
    status: intent.status,
    created: intent.created,
    amount: intent.amount,
    amountReceived: intent.amountReceived,
    captureBefore: intent.captureBefore,
    card: intent.cardBrand === null || intent.cardLast4 === null ? null : `${intent.cardBrand} ending in ${intent.cardLast4}`,
    lastError: intent.lastError?.message ?? null,
    livemode: intent.livemode,
  };
}
