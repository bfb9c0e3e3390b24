import { changeCart, deleteCartItem, emptyCart, listCartItems, setCartItemQuantity } from "#app/cart/data/carts.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import {
  insertOrderEvent,
  listOrderItems,
  takeDailyNumber,
  updateOrder,
  type OrderItemRow,
  type OrderRow,
} from "#app/orders/data/order-placement.server.ts";
import { choicesFingerprint } from "#app/catalogue/domain/customization/customization.ts";
import { formatOrderNumber, type OrderEventName, type PaymentState } from "#app/orders/domain/order.ts";
import { orderingSettings, type Settings } from "#app/store/domain/settings.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { earliestPromise } from "#app/store/domain/hours/slots.ts";
import { addMinutes, businessDay } from "#app/values/time.ts";
import { enqueueNews } from "#app/orders/workflows/counter/order-news.server.ts";
import { mailAboutOrder } from "#app/orders/workflows/mail/mail-about-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { moveUses } from "#app/promotions/data/uses.server.ts";

export interface ReceivedMoney {
  readonly paymentState: PaymentState;
  readonly capturedCents: number;
  readonly paymentIntent: OrderRow["paymentIntent"];
}

/**
 * Makes a paid (or free) checkout an order of the shop: number, estimate, redeemed promotions, mails to customer and staff, an empty cart —
 * one transaction, so all of it happened or none. The caller has locked the cart and the order row, and knows that the order may be received.
 */
export async function receiveOrder(
  tx: Db,
  services: Pick<WorkflowServices, "jobs" | "env" | "now">,
  order: OrderRow,
  settings: Settings,
  money: ReceivedMoney,
  event: OrderEventName | "placed",
): Promise<OrderRow> {
  const now = services.now();
  const businessDate = businessDay(now, settings.STORE_TIMEZONE);
  await moveUses(tx, order.id, ["held"], "redeemed");
  const items = await listOrderItems(tx, order.id);
  if (order.cartId !== null) await takeOutOfCart(tx, order.cartId, items);
  // Last of the shared rows: everybody who places an order waits for the day's counter.
  const number = formatOrderNumber(await takeDailyNumber(tx, businessDate));
  const row = await updateOrder(tx, order.id, {
    status: "received",
    number,
    businessDate,
    placedAt: now,
    promisedAt: estimate(order, settings, now),
    paymentState: money.paymentState,
    capturedCents: money.capturedCents,
    paymentIntent: money.paymentIntent,
    holdExpiresAt: null,
  });
  await insertOrderEvent(tx, {
    orderId: order.id,
    actor: event === "placed" ? "guest" : "system",
    event,
    fromStatus: order.status,
    toStatus: "received",
  });
  await enqueueNews(tx, services.jobs, order.id, "received");
  await mailAboutOrder(tx, services, ["order_received", "order_received_staff"], "received", { order: row, items, settings, now });
  return row;
}

/** The wished time, or what "as soon as possible" means now; the estimate of the checkout when the shop has closed since. */
function estimate(order: OrderRow, settings: Settings, now: Date): Date {
  if (order.requestedFor !== null) return order.requestedFor;
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

/** What has been paid leaves the cart; what was added since stays in it. Nothing left: the codes, the tip and the time go, too. */
async function takeOutOfCart(tx: Db, cartId: string, ordered: readonly OrderItemRow[]): Promise<void> {
  const paid = new Map<string, number>();
  for (const item of ordered) {
    if (item.isFreeItem) continue;
    const wish = choicesFingerprint(item.productId, item.choices, item.note);
    paid.set(wish, (paid.get(wish) ?? 0) + item.quantity);
  }
  const lines = await listCartItems(tx, cartId);
  const left = lines.map((line) => {
    const wish = choicesFingerprint(line.productId, line.choices, line.note);
    const taken = Math.min(paid.get(wish) ?? 0, line.quantity);
    paid.set(wish, (paid.get(wish) ?? 0) - taken);
    return { id: line.id, quantity: line.quantity - taken, isTouched: taken > 0 };
  });
  if (left.every((line) => line.quantity === 0)) return emptyCart(tx, cartId);
  for (const line of left.filter((each) => each.isTouched)) {
    if (line.quantity === 0) await deleteCartItem(tx, cartId, line.id);
    else await setCartItemQuantity(tx, cartId, line.id, line.quantity);
  }
  await changeCart(tx, cartId);
}
