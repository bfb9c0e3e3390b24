import { endSoldOut } from "#app/catalogue/data/sold-out.server.ts";
import type { OrderRow } from "#app/orders/data/order-placement.server.ts";
import { listForgotten, listToStart, listUndecided } from "#app/orders/data/orders-due.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { COMPLETE_AFTER_HOURS } from "#app/values/limits.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { addMinutes } from "#app/values/time.ts";
import { applyOrderEvent } from "./act-on-order.server.ts";
import { SYSTEM } from "./order-command.server.ts";
import { isDecisionOverdue, isSecondAlertDue } from "./undecided-clock.server.ts";
import { mailWaitingOrder } from "./waiting-mail.server.ts";
import type { WorkflowServices } from "./workflow-services.server.ts";

/**
 * What time alone does to orders, once a minute: undecided ones are told to staff a second time after four minutes and refused
 * after ORDER_AUTO_REJECT_MINUTES, expired holds end them, orders for later start when their cooking must begin, forgotten ones complete
 * after four hours. Sold-out marks end too.
 */
export async function advanceOrders(services: WorkflowServices): Promise<void> {
  const now = services.now();
  const settings = await readSettings(services.db);
  await endSoldOut(services.db, now);
  for (const order of await listUndecided(services.db)) {
    const event = undecidedEvent(order, settings, now);
    if (event !== null) await advance(services, order, event);
    else if (isSecondAlertDue(order, settings, now)) await mailWaitingOrder(services, order.id, settings);
  }
  for (const order of await listToStart(services.db, now)) await advance(services, order, "preparing");
  for (const order of await listForgotten(services.db, addMinutes(now, -COMPLETE_AFTER_HOURS * 60)))
    await advance(services, order, "complete");
}

function undecidedEvent(order: OrderRow, settings: Settings, now: Date): "time_out" | "hold_expired" | null {
  const isHoldGone = order.paymentState === "voided" || (order.paymentState === "authorized" && order.paymentIntent?.status === "canceled");
  if (isHoldGone) return "hold_expired";
  return isDecisionOverdue(order, settings, now) ? "time_out" : null;
}

type TimedEvent = "time_out" | "hold_expired" | "preparing" | "complete";

async function advance(services: WorkflowServices, order: OrderRow, event: TimedEvent): Promise<void> {
  const answer = await applyOrderEvent(services, { orderId: order.id, version: order.version, actor: SYSTEM, command: { event } });
  // A conflict means that somebody was faster, which is fine; everything else is worth a line.
  if (answer.kind !== "done" && answer.kind !== "conflict")
    services.log.warn({ orderId: order.id, event, answer: answer.kind }, "an order could not be moved on by the clock");
}
