import { findOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { hasOrderEvent, insertOrderEvent, LEFT_TO_STAFF_EVENT } from "#app/orders/data/order/order-events.server.ts";
import { takesAddOns } from "#app/orders/domain/changes/add-on.ts";
import { openState } from "#app/store/domain/hours/opening-hours.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { applyOrderEvent } from "./act-on-order.server.ts";
import { quotedMinutes } from "./quoted-minutes.server.ts";
import { SYSTEM } from "./order-command.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/**
 * Accepts a received order for its quoted time with AUTO_ACCEPT. An order that staff took with a payment link is always accepted, unless the shop
 * closed or paused before it was paid: then staff decide, also with AUTO_ACCEPT. Staff also decide after a failure. Returns the updated order.
 */
export async function autoAccept(services: WorkflowServices, order: OrderRow): Promise<OrderRow> {
  const settings = await readSettings(services.db);
  if (await hasLostItsOrder(services, order)) return order;
  const isAccepted = order.payBy === null ? settings.AUTO_ACCEPT : await isStillAccepted(services, order, settings);
  if (!isAccepted) return order;
  const answer = await applyOrderEvent(services, {
    orderId: order.id,
    version: order.version,
    actor: SYSTEM,
    command: { event: "accept", minutes: order.acceptMinutes ?? quotedMinutes(order, services.now()) },
  });
  if (answer.kind === "done") return answer.order;
  services.log.warn({ orderId: order.id, answer: answer.kind }, "an order could not be accepted by itself");
  return answer.kind === "not-found" ? order : answer.order;
}

/** The order that this add-on goes with was handed over or cancelled before this one was paid: staff decide. */
async function hasLostItsOrder({ db }: WorkflowServices, { goesWith }: OrderRow): Promise<boolean> {
  const first = goesWith === null ? null : await findOrder(db, goesWith);
  return first !== null && (first === undefined || !takesAddOns(first.status));
}

/**
 * Staff accepted the order when they created its link. One as soon as possible can still be made while the shop takes orders. Otherwise its history
 * records that staff decide, so that the next minute, or the end of a pause, does not accept it.
 */
async function isStillAccepted({ db, now }: WorkflowServices, order: OrderRow, settings: Settings): Promise<boolean> {
  if (order.requestedFor !== null) return true;
  if (await hasOrderEvent(db, order.id, LEFT_TO_STAFF_EVENT)) return false;
  const isOpenAt = (at: Date) => openState(storeHours(settings), at, order.fulfillment).isOpen;
  if (isOpenAt(now()) && isOpenAt(order.placedAt ?? now())) return true;
  const { id: orderId, status } = order;
  await insertOrderEvent(db, { orderId, actor: "system", event: LEFT_TO_STAFF_EVENT, fromStatus: status, toStatus: status });
  return false;
}
