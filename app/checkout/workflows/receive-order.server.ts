import { emptyCart, listCartItems } from "#app/cart/data/carts.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import {
  insertOrderEvent,
  listOrderItems,
  takeDailyNumber,
  updateOrder,
  type OrderItemRow,
  type OrderRow,
} from "#app/orders/data/order-placement.server.ts";
import { choicesFingerprint } from "#app/catalogue/domain/customization.ts";
import { formatOrderNumber, type OrderEventName, type PaymentState } from "#app/orders/domain/order.ts";
import { orderingSettings, type Settings } from "#app/store/domain/settings.ts";
import { storeHours } from "#app/store/domain/store-hours.ts";
import { earliestPromise } from "#app/store/domain/slots.ts";
import { addMinutes, businessDay } from "#app/values/time.ts";
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
  if (order.cartId !== null && (await isStillTheCart(tx, order.cartId, items))) await emptyCart(tx, order.cartId);
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
    paymentProblem: null,
    holdExpiresAt: null,
  });
  await insertOrderEvent(tx, {
    orderId: order.id,
    actor: event === "placed" ? "guest" : "system",
    event,
    fromStatus: order.status,
    toStatus: "received",
  });
  await mailAboutOrder(tx, services, ["order_received", "order_received_staff"], "received", { order: row, items, settings, now });
  return row;
}

/** The wished time, or what "as soon as possible" means now; the estimate of the checkout when the shop has closed since. */
function estimate(order: OrderRow, settings: Settings, now: Date): Date {
  if (order.requestedFor !== null) return order.requestedFor;
  const promise = earliestPromise({
    hours: storeHours(settings),
    settings: orderingSettings(settings),
    now,
    fulfillment: order.fulfillment,
    items: 0,
    loads: new Map(),
  });
  const earlier = order.promisedAt ?? addMinutes(now, order.prepMinutes ?? 0);
  return promise.ok && promise.value > earlier ? promise.value : earlier;
}

/** True when the cart holds exactly what was ordered: then it has done its work. What was added or changed since stays. */
async function isStillTheCart(tx: Db, cartId: string, ordered: readonly OrderItemRow[]): Promise<boolean> {
  const wishes = (
    lines: readonly {
      readonly productId: number;
      readonly quantity: number;
      readonly choices: OrderItemRow["choices"];
      readonly note: string;
    }[],
  ): string =>
    lines
      .map((line) => `${line.quantity} ${choicesFingerprint(line.productId, line.choices, line.note)}`)
      .sort()
      .join("\n");
  return wishes(await listCartItems(tx, cartId)) === wishes(ordered.filter((item) => !item.isFreeItem));
}
