import { enqueueWebhooks } from "#app/orders/workflows/webhooks/webhooks.server.ts";
import { cartWrites, isCartWritten, type CartItemRecord, type CartRecord, type CartWrite } from "#app/cart/data/carts.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { findToReceive, type OrderRow, type ToReceive } from "#app/orders/data/order/find-order.server.ts";
import { takeDailyNumber } from "#app/orders/data/order/insert-order.server.ts";
import { orderEventInsert, type NewOrderEvent } from "#app/orders/data/order/order-events.server.ts";
import { updateOrder } from "#app/orders/data/order/update-order.server.ts";
import { soldByWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { unitsLeft, withQuantity } from "#app/catalogue/domain/weight/steps.ts";
import { fingerprintOf } from "#app/cart/domain/cart.ts";
import { formatOrderNumber, type OrderEventName, type PaymentState } from "#app/orders/domain/order.ts";
import { changeOf } from "#app/orders/domain/changes/cash-given.ts";
import { finalTotalOf } from "#app/orders/workflows/stored-order.server.ts";
import { orderingSettings, type Settings } from "#app/store/domain/settings.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { earliestPromise } from "#app/store/domain/hours/slots.ts";
import { addMinutes, businessDay } from "#app/values/time.ts";
import { enqueueReceivedNotifications } from "#app/orders/workflows/counter/order-notifications.server.ts";
import { mailAboutOrder } from "#app/orders/workflows/mail/mail-about-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { TakenBy } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { staffDiscountOf } from "#app/promotions/domain/staff-discount.ts";
import { moveUses } from "#app/promotions/data/uses.server.ts";

export interface ReceivedMoney {
  readonly paymentState: PaymentState;
  readonly capturedCents: number;
  readonly paymentIntent: OrderRow["paymentIntent"];
}

export interface Received {
  readonly order: OrderRow;
  /** null: it no longer exists. */
  readonly cart: CartRecord | null;
  readonly money: ReceivedMoney;
  readonly event: OrderEventName | "placed";
  /** Staff entered the order: they need no alert, and the customer's first email says that it is accepted. */
  readonly taken?: TakenBy | undefined;
}

/**
 * Receives a paid or free order in one transaction: number, estimate, redeemed promotions, emails, emptied cart. The caller has locked cart and
 * order, and checked that the order may be received.
 */
export async function receiveOrder(
  tx: Db,
  services: Pick<WorkflowServices, "jobs" | "env" | "now">,
  settings: Settings,
  { order, cart, money, event, taken }: Received,
): Promise<OrderRow> {
  const now = services.now();
  const businessDate = businessDay(now, settings.STORE_TIMEZONE);
  const found = await findToReceive(tx, order.id, cart?.id ?? null);
  const { items, hasDevices, hasWebhooks } = found;
  if (taken === undefined)
    await enqueueReceivedNotifications(tx, services.jobs, { ...order, placedAt: now }, settings, { now, hasDevices });
  // The day's counter is the last shared row: every order waits for it, so all other work is done before.
  const number = formatOrderNumber(await takeDailyNumber(tx, businessDate));
  const row = await updateOrder(
    tx,
    order.id,
    {
      status: "received",
      number,
      businessDate,
      placedAt: now,
      promisedAt: estimate(order, settings, now),
      paymentState: money.paymentState,
      capturedCents: money.capturedCents,
      paymentIntent: money.paymentIntent,
      holdExpiresAt: null,
    },
    {
      story: orderEventInsert({
        orderId: order.id,
        ...placedBy(order, event, taken),
        event,
        fromStatus: order.status,
        toStatus: "received",
      }),
      ...(order.appliedPromotions.length === 0 ? {} : { redeemed: moveUses(order.id, ["held"], "redeemed") }),
      ...(cart === null ? {} : cartWrites(takeOutOfCart(cart, found))),
    },
    // The cart is locked, so its version cannot change.
    cart === null ? undefined : { holds: isCartWritten, otherwise: "a cart changed while it was locked" },
  );
  if (taken === undefined)
    await mailAboutOrder(tx, services, ["order_received", "order_received_staff"], "received", { order: row, items, settings, now });
  if (hasWebhooks) await enqueueWebhooks(tx, services, "order.placed", row);
  return row;
}

function placedBy(
  order: OrderRow,
  event: Received["event"],
  taken: TakenBy | undefined,
): Pick<NewOrderEvent, "actor" | "actorUserId" | "actorName" | "data"> {
  if (taken === undefined) return { actor: event === "placed" ? "guest" : "system" };
  const { kind, userId, name } = taken.actor;
  const { cashGiven } = taken;
  const cash = cashGiven === undefined ? {} : { given: cashGiven, change: changeOf(cashGiven, finalTotalOf(order), order.currency) };
  return {
    actor: kind,
    actorUserId: userId,
    actorName: name,
    data: { ...takenData(order), ...cash },
  };
}

/** Facts for the order's history of how staff entered it. */
export function takenData({ source, paidBy, appliedPromotions }: OrderRow) {
  const given = staffDiscountOf(appliedPromotions);
  const discount = given === undefined ? {} : { discount: given.amount, discount_reason: given.byStaff?.reason ?? "" };
  return { source, paid_by: paidBy, ...discount };
}

/** The requested time, or the current "as soon as possible"; the checkout's estimate if the shop has closed since. */
function estimate(order: OrderRow, settings: Settings, now: Date): Date {
  if (order.requestedFor !== null) return order.requestedFor;
  // An add-on is ready with its order.
  if (order.goesWith !== null && order.promisedAt !== null) return order.promisedAt;
  const promise = earliestPromise({
    hours: storeHours(settings),
    settings: orderingSettings(settings, order.address?.postalCode ?? null),
    now,
    fulfillment: order.fulfillment,
    items: 0,
    loads: new Map(),
  });
  const earlier = order.promisedAt ?? addMinutes(now, order.prepMinutes ?? 0);
  return promise.ok && promise.value > earlier ? promise.value : earlier;
}

/**
 * Removes the paid items from the cart and keeps later ones, counted in the products' current units. Without items, codes, tip and time are
 * removed, too.
 */
function takeOutOfCart(cart: CartRecord, { inCart, items: ordered, sold }: ToReceive): CartWrite {
  const weights = new Map(sold.map(({ id, ...stored }) => [id, soldByWeight(stored)]));
  const weightOf = ({ productId }: Pick<CartItemRecord, "productId">) => weights.get(productId) ?? null;
  const lines = inCart.map((line) => ({ ...line, fingerprint: fingerprintOf(line) }));
  const paid = Map.groupBy(
    ordered.filter((item) => !item.isFreeItem),
    fingerprintOf,
  );
  const left = lines.map((line) => {
    const bought = paid.get(line.fingerprint);
    const weight = weightOf(line);
    return bought === undefined ? line : withQuantity(line, unitsLeft(line, bought, weight), weight);
  });
  const isEmpty = left.every((line) => line.quantity === 0);
  return {
    cart: isEmpty ? { ...cart, couponCodes: [], giftChoices: {}, tip: { kind: "none" }, requestedFor: null } : cart,
    upserts: left.filter((line, index) => line.quantity > 0 && line !== lines[index]),
    deletes: left.flatMap((line) => (line.quantity === 0 ? [line.id] : [])),
  };
}
