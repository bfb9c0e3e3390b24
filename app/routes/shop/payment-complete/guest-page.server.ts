import * as texts from "#texts/orders/page/order-page-facts.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { addressLine } from "#app/store/domain/delivery/delivery-address.ts";
import { storeAddressLine } from "#app/store/domain/delivery/store-address.ts";
import { refundedOfTotal } from "#app/orders/domain/changes/order-change.ts";
import { refundedQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import { shortStatus } from "#app/orders/domain/order-sentences.ts";
import { isEnded } from "#app/orders/domain/order.ts";
import { isOwed } from "#app/orders/domain/handover-payment.ts";
import type { Cents } from "#app/values/money.ts";
import { isTestPayment } from "#app/orders/domain/test-payment.ts";
import type { DeliveryStatus } from "#app/mail/domain/delivery-status.ts";
import { receiptSentence } from "#app/orders/domain/mail/mail-sentences.ts";
import { orderSteps } from "#app/orders/domain/order-steps.ts";
import type { GuestOrder, PaidState } from "#app/orders/ui/guest/guest-order.ts";
import { calendarHref } from "#app/orders/domain/calendar.ts";
import { orderAmounts } from "#app/orders/workflows/stored-order.server.ts";
import type { OrderStatus } from "#app/checkout/workflows/guest-order.server.ts";

type Order = OrderStatus["order"];

/** The order's data for its page. @param together orders delivered together with it */
export function guestOrder(
  found: OrderStatus,
  now: Date,
  mail: DeliveryStatus,
  publicUrl: string,
  together: readonly string[],
): GuestOrder {
  const { order, settings } = found;
  const clock = shopClock(settings);
  const isOver = isEnded(order.status);
  const amounts = orderAmounts(order);
  const goingBack = found.refunds.filter((refund) => refund.status !== "failed" && refund.status !== "canceled");
  // A time is shown only while it is in the future, and not once the order is ready.
  const isAwaited = !isOver && isStillAwaited(order);
  const promised = order.promisedAt === null || !isAwaited ? null : formatReopening(order.promisedAt, now, clock);
  const store = { name: settings.APP_NAME, address: storeAddressLine(settings), telephone: settings.TELEPHONE, clock };
  return {
    token: order.publicToken,
    currency: order.currency,
    version: order.version,
    paid: paidState(order),
    isByLink: order.payBy !== null,
    intentStatus: order.paymentIntent?.status ?? null,
    status: order.status,
    number: order.number,
    firstName: order.customerName.trim().split(/\s+/)[0] ?? "",
    sentence: found.sentence,
    headline: found.headline,
    detail: promised === null ? [found.promise, found.detail].filter((words) => words !== "").join(" ") : found.detail,
    shortStatus: shortStatus(order),
    fulfillment: order.fulfillment,
    promised,
    calendarHref: !isAwaited || found.isLate || order.promisedAt === null ? null : calendarOf(order, order.promisedAt, store, publicUrl),
    steps: orderSteps(order, clock),
    paymentError: order.paymentIntent?.lastError ?? null,
    isTest: isTestPayment(order),
    isTestOrder: order.isTest,
    payNote: payNote(order, amounts.finalTotal),
    refunded: refundedOfTotal({
      finalTotal: amounts.finalTotal,
      captured: order.capturedCents,
      refunded: goingBack.reduce((sum, refund) => sum + refund.amountCents, 0),
    }),
    items: guestItems(found, refundedQuantities(order.paymentState, found.items, goingBack)),
    allergyNote: order.allergyNote,
    deliveryAddress: order.fulfillment === "delivery" && order.address !== null ? addressLine(order.address) : null,
    totals: { ...amounts, applied: order.appliedPromotions },
    canCancel: found.possible.includes("cancel"),
    canArrive: order.status === "ready" && found.possible.includes("arrived") && order.arrivedAt === null,
    hasArrived: order.arrivedAt !== null,
    canReview: order.status === "completed",
    isWaitingLong: found.isWaitingLong,
    isLate: found.isLate,
    mailSentence: receiptSentence(mail, order.status === "rejected" || order.status === "cancelled"),
    isOver,
    together,
    store,
  };
}

function payNote(order: Order, finalTotal: Cents): string {
  if (order.paidBy !== null) return texts.paidInShop;
  if (!isOwed({ ...order, finalTotal })) return "";
  return order.fulfillment === "delivery" ? texts.youPayOnDelivery : texts.youPayAtPickup;
}

function calendarOf(order: Order, startsAt: Date, store: GuestOrder["store"], publicUrl: string): string {
  const isPickup = order.fulfillment === "pickup";
  const destination = order.address === null ? "" : addressLine(order.address);
  return calendarHref({
    uid: `${order.id}@${new URL(publicUrl).hostname}`,
    title: (isPickup ? texts.pickUpOrder : texts.deliveryOfOrder)(order.number ?? "", store.name),
    startsAt,
    writtenAt: order.placedAt ?? order.createdAt,
    revision: order.version,
    place: isPickup ? store.address : destination,
    url: `${publicUrl}/payment-complete?order=${encodeURIComponent(order.publicToken)}`,
  });
}

function paidState(order: Order): PaidState {
  if (order.status === "abandoned") return "failed";
  if (order.status !== "awaiting_payment") return "paid";
  if (order.paymentProblem !== null) return "doubtful";
  const intent = order.paymentIntent?.status;
  return intent === undefined || intent === "requires_payment_method" || intent === "requires_confirmation" || intent === "canceled"
    ? "failed"
    : "processing";
}

function isStillAwaited({ status, paymentState, fulfillment }: Order): boolean {
  const isRefunded = status === "accepted" && paymentState === "refunded";
  return !isRefunded && !(status === "ready" && fulfillment === "pickup");
}

function guestItems({ items, reviewedItemIds }: OrderStatus, refunded: ReturnType<typeof refundedQuantities>): GuestOrder["items"] {
  return items.map((item) => ({
    id: item.id,
    productId: item.productId,
    name: item.name,
    quantity: item.quantity,
    lineTotal: item.lineTotalCents,
    discount: item.discountCents,
    note: item.note,
    isFreeItem: item.isFreeItem,
    options: item.options,
    refundedQuantity: refunded[item.id] ?? 0,
    isReviewed: reviewedItemIds.has(item.id),
  }));
}
