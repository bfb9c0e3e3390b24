import { endSoldOut } from "#app/catalogue/data/sold-out/sold-out.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { listForgotten, listToStart, listUndecided } from "#app/orders/data/orders-due.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { COMPLETE_AFTER_HOURS } from "#app/values/limits.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { addMinutes } from "#app/values/time.ts";
import { applyOrderEvent } from "./act-on-order.server.ts";
import { autoAccept } from "./auto-accept.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { pauseAfterTimeOuts } from "#app/orders/workflows/counter/pause-after-time-outs.server.ts";
import { hasRunOut } from "#app/payments/domain/provider-status.ts";
import { SYSTEM, type OrderCommand } from "./order-command.server.ts";
import { isDecisionOverdue, isSecondAlertDue } from "./undecided-clock.server.ts";
import { mailWaitingOrder } from "#app/orders/workflows/mail/waiting-mail.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

type ClockServices = WorkflowServices & { readonly secrets: SecretBox };

/** Older orders were either accepted immediately, or their process ended before. */
const CUT_OFF_MINUTES = 1;

/**
 * Time-based changes, every minute: second alert after four minutes, time-out after ORDER_AUTO_REJECT_MINUTES, expired authorizations,
 * start of orders for later, completion after four hours, interrupted AUTO_ACCEPT (also of orders paid by a link), end of sold-out marks. A
 * failing order is logged and does not block others.
 */
export async function advanceOrders(services: ClockServices): Promise<void> {
  const now = services.now();
  const settings = await readSettings(services.db);
  await endSoldOut(services.db, now);
  await each(services, await listUndecided(services.db), (order) => advanceUndecided(services, order, settings, now));
  if (settings.ORDER_AUTO_REJECT_MINUTES > 0) {
    const pausedBy = await pauseAfterTimeOuts(services);
    if (pausedBy !== null) services.log.warn({ orderId: pausedBy }, "ordering has paused itself: orders in a row got no answer");
  }
  await each(services, await listToStart(services.db, now), (order) => advance(services, order, "preparing"));
  const forgotten = await listForgotten(services.db, addMinutes(now, -COMPLETE_AFTER_HOURS * 60));
  await each(services, forgotten, (order) => advance(services, order, "complete"));
}

async function each(services: WorkflowServices, orders: readonly OrderRow[], step: (order: OrderRow) => Promise<unknown>): Promise<void> {
  for (const order of orders) {
    try {
      await step(order);
    } catch (error) {
      services.log.error({ err: error, orderId: order.id }, "the clock failed on an order");
    }
  }
}

async function advanceUndecided(services: ClockServices, order: OrderRow, settings: Settings, now: Date): Promise<void> {
  const event = undecidedEvent(order, settings, now);
  if (event !== null) {
    await advance(services, order, event);
    return;
  }
  const isCutOff = order.paymentProblem === null && order.placedAt !== null && order.placedAt <= addMinutes(now, -CUT_OFF_MINUTES);
  const isAutomatic = (settings.AUTO_ACCEPT || order.payBy !== null) && isCutOff && order.paymentState !== "voided";
  const { status } = isAutomatic ? await autoAccept(services, order) : order;
  if (status === "received" && isSecondAlertDue(order, settings, now)) await mailWaitingOrder(services, order.id, settings);
}

/** While a payment problem is open, no timer removes staff's options. */
function undecidedEvent(order: OrderRow, settings: Settings, now: Date): "time_out" | "hold_expired" | null {
  if (order.paymentProblem !== null) return null;
  const isHoldGone = order.paymentState === "voided" || (order.paymentState === "authorized" && order.paymentIntent?.status === "canceled");
  if (isHoldGone) return "hold_expired";
  return isDecisionOverdue(order, settings, now) ? "time_out" : null;
}

type TimedEvent = "time_out" | "hold_expired" | "preparing" | "complete";

async function advance(services: WorkflowServices, order: OrderRow, event: TimedEvent): Promise<void> {
  const isReleased = !hasRunOut(null, order.paymentIntent?.captureBefore ?? null, services.now());
  const command: OrderCommand = event === "hold_expired" ? { event, isReleased } : { event };
  const answer = await applyOrderEvent(services, { orderId: order.id, version: order.version, actor: SYSTEM, command });
  // A conflict means that another request was first; log everything else.
  if (answer.kind !== "done" && answer.kind !== "conflict")
    services.log.warn({ orderId: order.id, event, answer: answer.kind }, "an order could not be moved on by the clock");
}
