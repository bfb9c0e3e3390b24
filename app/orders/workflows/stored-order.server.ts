import type { OrderItemRow, OrderRow, StoredPaymentIntent } from "#app/orders/data/order/find-order.server.ts";
import type { PermissionRules } from "#app/orders/domain/changes/order-permissions.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";
import { inCurrency, type MoneyFormat } from "#app/values/money.ts";
import type { OrderAmounts, OrderItem, OrderState } from "#app/orders/domain/order.ts";
import type { IntentRow } from "#app/payments/data/payment-intents.server.ts";
import type { AppliedPromotion } from "#app/promotions/domain/promotion.ts";
import type { PricedCart, PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";

/** A stored order as input for domain rules. */
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
    finalTotal: finalTotalOf(order),
    wasCompleted: order.firstCompletedAt !== null,
    isUncollectable: paymentState === "voided" || paymentState === "failed" || kind === "capture_failed" || kind === "expired_hold",
    isDisputed: order.isDisputed,
    paidBy: order.paidBy,
    courierId: order.courierId,
  };
}

/** The settings that permissions depend on. */
export function permissionRules(
  settings: Pick<Settings, "ORDER_ADMIN_CAN_REFUND" | "ORDER_ADMIN_CAN_DISCOUNT" | "ALLOW_PAY_AT_PICKUP">,
): PermissionRules {
  return {
    orderStaffMayRefund: settings.ORDER_ADMIN_CAN_REFUND,
    orderStaffMayDiscount: settings.ORDER_ADMIN_CAN_DISCOUNT,
    allowPayAtPickup: settings.ALLOW_PAY_AT_PICKUP,
  };
}

/** The format of an order's amounts: in its own currency, which may differ from the shop's. */
export function orderFormat({ currency }: Pick<OrderRow, "currency">, settings: Pick<Settings, "CURRENCY" | "LOCALE">): MoneyFormat {
  return inCurrency(moneyFormat(settings), currency);
}

/** The charge: the generated column total − discount. */
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
    taxTable: order.taxTable,
    tip: order.tipCents,
    tipPercentage: order.tipPercentage,
    total: order.totalCents,
    finalTotal: finalTotalOf(order),
    currency: order.currency,
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
    ...(row.weight === null ? {} : { weight: row.weight }),
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

/** The mirror row as stored with the order and shown in the API; null before a response. */
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

/** Converts a priced cart to order columns: for placing, editing and the demo. */
export function amountColumns(amounts: Omit<OrderAmounts, "finalTotal" | "currency">) {
  return {
    subTotalCents: amounts.subTotal,
    promotionDiscountCents: amounts.promotionDiscount,
    deliveryFeeCents: amounts.deliveryFee,
    deliveryDiscountCents: amounts.deliveryDiscount,
    taxCents: amounts.tax,
    taxLines: amounts.taxLines,
    isTaxIncluded: amounts.taxIncluded,
    taxTable: amounts.taxTable,
    tipCents: amounts.tip,
    tipPercentage: amounts.tipPercentage,
    totalCents: amounts.total,
  };
}

/** One line, frozen. The caller adds ids and position. */
export function itemColumns(line: PricedLine) {
  return {
    productId: line.productId,
    name: line.name,
    kitchenName: line.kitchenName,
    imageUrl: line.imageUrl,
    quantity: line.quantity,
    basePriceCents: line.basePrice,
    unitPriceCents: line.unitPrice,
    lineTotalCents: line.lineTotal,
    discountCents: line.discount,
    taxRatePpm: line.taxRate,
    taxCents: line.tax,
    note: line.note,
    isFreeItem: line.isFreeItem,
    options: line.selected,
    weight: line.weight ?? null,
    choices: line.choices,
  };
}

/** Cart line ids of shares become item ids (in line order), so that edits find them. */
export function appliedByItem(
  { applied, lines }: Pick<PricedCart, "applied" | "lines">,
  items: readonly { readonly id: string }[],
): readonly AppliedPromotion[] {
  const itemIds = new Map(lines.map((line, index) => [line.id, items[index]?.id ?? line.id]));
  return applied.map((each) => ({
    ...each,
    lineShares: Object.fromEntries(Object.entries(each.lineShares).map(([lineId, share]) => [itemIds.get(lineId) ?? lineId, share])),
  }));
}
