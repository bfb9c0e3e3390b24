import * as texts from "#texts/orders/status.ts";
import { formatTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { OrderStatus } from "./order.ts";

/** A step of an order for the customer. */
export interface StepView {
  readonly label: string;
  /** "6:41 PM"; null = not yet. */
  readonly time: string | null;
  /** end: the order ended at this step. */
  readonly state: "done" | "current" | "next" | "end";
}

/** State and time of each step; null if not reached. */
interface OrderTimes {
  readonly status: OrderStatus;
  readonly fulfillment: Fulfillment;
  readonly placedAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly preparingAt: Date | null;
  readonly readyAt: Date | null;
  readonly outAt: Date | null;
  readonly completedAt: Date | null;
  readonly endedAt: Date | null;
}

/** The steps of an order: done with time, current, future. Skipped steps are left out. An order that ended early shows its last step. */
export function orderSteps(order: OrderTimes, clock: ShopClock): readonly StepView[] {
  const isDelivery = order.fulfillment === "delivery";
  const story: readonly (readonly [OrderStatus, string, Date | null])[] = [
    ["received", texts.received, order.placedAt],
    ["accepted", texts.accepted, order.acceptedAt],
    ["preparing", texts.preparing, order.preparingAt],
    ["ready", isDelivery ? texts.packed : texts.readyForYou, order.readyAt],
    ...(isDelivery ? ([["out_for_delivery", texts.onItsWay, order.outAt]] as const) : []),
    ["completed", isDelivery ? texts.delivered : texts.pickedUp, order.completedAt],
  ];
  const isCutShort = order.status === "rejected" || order.status === "cancelled";
  const reached = isCutShort ? story.length : story.findIndex(([status]) => status === order.status);
  const timeOf = (at: Date | null) => (at === null ? null : formatTime(at, clock));
  const steps = story.flatMap(([status, label, at], index): readonly StepView[] => {
    if (index < reached && at === null) return [];
    const isDone = index < reached || (index === reached && status === "completed");
    const ahead = index === reached ? "current" : "next";
    return [{ label, time: timeOf(at), state: isDone ? "done" : ahead }];
  });
  if (!isCutShort) return steps;
  const label = order.status === "rejected" ? texts.notPossibleThisTime : texts.cancelled;
  return [...steps, { label, time: timeOf(order.endedAt), state: "end" }];
}
