import type { OrderItemRow, OrderRow, StoredPaymentIntent } from "#app/orders/data/order-placement.server.ts";
import type { PermissionRules } from "#app/orders/domain/changes/order-permissions.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import type { OrderAmounts, OrderItem, OrderState } from "#app/orders/domain/order.ts";
import type { IntentRow } from "#app/payments/data/payment-intents.server.ts";

/** A stored order as the domain's rules look at it. */
export function orderState(order: OrderRow): OrderState {
  const { status, paymentState, pendingAction, fulfillment, requestedFor, promisedAt, prepMinutes, readyAt, outAt, completedAt } = order;
  const kind = order.paymentProblemKind;
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
    wasCompleted: order.firstCompletedAt !== null,
    isUncollectable: paymentState === "voided" || paymentState === "failed" || kind === "capture_failed" || kind === "expired_hold",
  };
}

/** The settings that the table of permissions asks for. */
export function permissionRules(settings: Pick<Settings, "ORDER_ADMIN_CAN_REFUND" | "ALLOW_PAY_AT_PICKUP">): PermissionRules {
  return { orderStaffMayRefund: settings.ORDER_ADMIN_CAN_REFUND, allowPayAtPickup: settings.ALLOW_PAY_AT_PICKUP };
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

type SaidOfIntent = Pick<
  IntentRow,
  | "providerId"
  | "status"
  | "isLive"
  | "providerCreated"
  | "saidAmountCents"
  | "amountCents"
  | "receivedCents"
  | "captureBefore"
  | "card"
  | "lastError"
>;

/** The mirror's row in the form that is kept with the order and shown on the wire; null until the provider has answered. */
export function storedIntent(row: SaidOfIntent): StoredPaymentIntent | null {
  if (row.providerId === null || row.status === null) return null;
  return {
    id: row.providerId,
    ...(row.isLive === null ? {} : { livemode: row.isLive }),
    status: row.status,
    created: row.providerCreated ?? 0,
    amount: row.saidAmountCents ?? row.amountCents,
    amountReceived: row.receivedCents,
    captureBefore: row.captureBefore,
    card: row.card,
    lastError: row.lastError,
  };
}
