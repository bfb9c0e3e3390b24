import type { OrderEventName } from "#app/orders/domain/order.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

export interface OrderStep {
  readonly event: OrderEventName;
  readonly label: string;
}

const FORWARD: readonly OrderEventName[] = ["preparing", "ready", "out", "complete"];

/** Fully refunded before preparation: not made unless staff decide to. */
export function isCalledOff(order: Pick<StaffOrder, "status" | "paymentState">): boolean {
  return order.paymentState === "refunded" && (order.status === "accepted" || order.status === "preparing");
}

type Facts = Pick<StaffOrder, "events" | "fulfillment" | "status" | "paymentState">;

/** Possible forward steps, the default first. */
export function stepsForward(order: Facts): readonly OrderStep[] {
  return isCalledOff(order) ? [] : possibleSteps(order);
}

/** Forward steps of a refunded order: no default, but staff may still make it as a gift. */
export function stepsAnyway(order: Facts): readonly OrderStep[] {
  return isCalledOff(order) ? possibleSteps(order) : [];
}

function possibleSteps(order: Facts): readonly OrderStep[] {
  return FORWARD.filter((event) => order.events.includes(event)).map((event) => ({ event, label: labelOf(event, order) }));
}

function labelOf(event: OrderEventName, order: Pick<StaffOrder, "fulfillment">): string {
  const isDelivery = order.fulfillment === "delivery";
  switch (event) {
    case "preparing":
      return "Start preparing";
    case "ready":
      return isDelivery ? "Packed and ready" : "Ready";
    case "out":
      return "Hand to courier";
    default:
      return isDelivery ? "Delivered" : "Picked up";
  }
}

/** The label of the undo step; null if none. */
export function stepBackLabel(order: Pick<StaffOrder, "events" | "status" | "fulfillment">): string | null {
  if (!order.events.includes("undo")) return null;
  if (order.status === "ready") return "Back to preparing";
  if (order.status === "out_for_delivery") return "Back to ready";
  return order.fulfillment === "delivery" ? "Not delivered yet" : "Not picked up yet";
}

/** Whether staff who handle orders may open its editor: the address of a ready delivery may still change. */
export function canChange({ status, fulfillment, isSettling }: Pick<StaffOrder, "status" | "fulfillment" | "isSettling">): boolean {
  if (isSettling) return false;
  return status === "received" || status === "accepted" || status === "preparing" || (status === "ready" && fulfillment === "delivery");
}
