import { weightWire } from "./cart-wire.ts";
import { storeAddressLine } from "#app/store/domain/delivery/store-address.ts";
import { isTestPayment } from "#app/orders/domain/test-payment.ts";
import { majorUnits, toPercent } from "#app/values/money.ts";
import { finalTotalOf } from "#app/orders/workflows/stored-order.server.ts";
import type { OrderStatus } from "#app/checkout/workflows/guest-order.server.ts";

const instant = (at: Date | null) => at?.toISOString() ?? null;

/**
 * The data for the holder of the order's link: the history, the amounts, the items, and the customer's first name only. No address, phone,
 * email or card, because links get forwarded.
 */
export function toOrderStatusWire(status: OrderStatus) {
  const { order, settings } = status;
  return {
    number: order.number,
    status: order.status,
    version: order.version,
    sentence: status.sentence,
    first_name: order.customerName.trim().split(/\s+/)[0] ?? "",
    fulfillment: order.fulfillment,
    ...timesWire(order),
    reason: order.reasonCode === null ? null : { code: order.reasonCode, text: order.reasonText },
    payment: paymentWire(status),
    items: status.items.map((item) => itemWire(item, order, status.reviewedItemIds.has(item.id))),
    ...totalsWire(order),
    can_cancel: status.possible.includes("cancel"),
    can_arrive: status.possible.includes("arrived"),
    can_review: order.status === "completed",
    /** Shows the telephone number: the order has waited for a decision too long, or is late. */
    is_waiting_long: status.isWaitingLong,
    store: {
      name: settings.APP_NAME,
      address: storeAddressLine(settings) || null,
      telephone: settings.TELEPHONE || null,
      time_zone: settings.STORE_TIMEZONE,
    },
  };
}

type PlacedOrder = OrderStatus["order"];

function timesWire(order: PlacedOrder) {
  return {
    requested_for: instant(order.requestedFor),
    promised_at: instant(order.promisedAt),
    placed_at: instant(order.placedAt),
    accepted_at: instant(order.acceptedAt),
    preparing_at: instant(order.preparingAt),
    ready_at: instant(order.readyAt),
    out_at: instant(order.outAt),
    completed_at: instant(order.completedAt),
    ended_at: instant(order.endedAt),
    arrived_at: instant(order.arrivedAt),
  };
}

function paymentWire({ order, refunds }: OrderStatus) {
  return {
    state: order.paymentState,
    gateway: order.gateway,
    is_test: isTestPayment(order),
    intent_status: order.paymentIntent?.status ?? null,
    /** The bank's reason for the last failed attempt; only while the customer can retry. */
    last_error: order.status === "awaiting_payment" ? (order.paymentIntent?.lastError ?? null) : null,
    captured: majorUnits(order.capturedCents, order.currency),
    refunded: majorUnits(order.refundedCents, order.currency),
    refunds: refunds
      .filter((refund) => refund.status !== "failed")
      .map((refund) => ({
        amount: majorUnits(refund.amountCents, order.currency),
        status: refund.status,
        created_at: refund.createdAt.toISOString(),
      })),
  };
}

function itemWire(item: OrderStatus["items"][number], order: PlacedOrder, isReviewed: boolean) {
  return {
    id: item.id,
    product_id: item.productId,
    name: item.name,
    image: item.imageUrl,
    qty: item.quantity,
    unit_price: majorUnits(item.unitPriceCents, order.currency),
    line_total: majorUnits(item.lineTotalCents, order.currency),
    discount: majorUnits(item.discountCents, order.currency),
    weight: weightWire(item.weight),
    is_free_item: item.isFreeItem,
    options: item.options.map((option) => ({ group: option.group, name: option.name, qty: option.quantity })),
    is_reviewed: isReviewed,
  };
}

function totalsWire(order: PlacedOrder) {
  return {
    subTotal: majorUnits(order.subTotalCents, order.currency),
    promotion_discount: majorUnits(order.promotionDiscountCents, order.currency),
    delivery_fee: majorUnits(order.deliveryFeeCents, order.currency),
    tax: majorUnits(order.taxCents, order.currency),
    tax_included: order.isTaxIncluded,
    tax_lines: taxLinesWire(order),
    tip: majorUnits(order.tipCents, order.currency),
    total: majorUnits(order.totalCents, order.currency),
    final_total: majorUnits(finalTotalOf(order), order.currency),
    applied_promotions: order.appliedPromotions.map(({ title, code, amount }) => ({
      title,
      code,
      amount: majorUnits(amount, order.currency),
    })),
  };
}

/** The taxes of an order, each with its taxable amount. */
export function taxLinesWire({ taxLines, currency }: Pick<PlacedOrder, "taxLines" | "currency">) {
  return taxLines.map(({ label, rate, base, amount }) => ({
    label,
    rate: toPercent(rate),
    base: majorUnits(base, currency),
    amount: majorUnits(amount, currency),
  }));
}
