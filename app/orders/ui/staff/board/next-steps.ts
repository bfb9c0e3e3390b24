import type { OrderEventName } from "#app/orders/domain/order.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

export interface OrderStep {
  readonly event: OrderEventName;
  readonly label: string;
}

const FORWARD: readonly OrderEventName[] = ["preparing", "ready", "out", "complete"];

/** Paid back in full before it was made: nobody cooks it any more, unless staff say so. */
export function isCalledOff(order: Pick<StaffOrder, "status" | "paymentState">): boolean {
  return order.paymentState === "refunded" && (order.status === "accepted" || order.status === "preparing");
}

type Facts = Pick<StaffOrder, "events" | "fulfillment" | "status" | "paymentState">;

/** The steps forward that are possible now, the usual next one first. */
export function stepsForward(order: Facts): readonly OrderStep[] {
  return isCalledOff(order) ? [] : possibleSteps(order);
}

/** The steps forward of an order that is called off: none is the usual one, but whoever paid it back as a gift may still have it made. */
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

/** Where one step back leads, in words; null when there is none. */
export function stepBackLabel(order: Pick<StaffOrder, "events" | "status" | "fulfillment">): string | null {
  if (!order.events.includes("undo")) return null;
  if (order.status === "ready") return "Back to preparing";
  if (order.status === "out_for_delivery") return "Back to ready";
  return order.fulfillment === "delivery" ? "Not delivered yet" : "Not picked up yet";
}
