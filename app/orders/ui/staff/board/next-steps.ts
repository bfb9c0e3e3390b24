import type { OrderEventName } from "#app/orders/domain/order.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

export interface OrderStep {
  readonly event: OrderEventName;
  readonly label: string;
}

const FORWARD: readonly OrderEventName[] = ["preparing", "ready", "out", "complete"];

/** Paid back in full before it was made: nobody cooks it any more. */
export function isCalledOff(order: Pick<StaffOrder, "status" | "paymentState">): boolean {
  return order.paymentState === "refunded" && (order.status === "accepted" || order.status === "preparing");
}

/** The steps forward that are possible now, the usual next one first. */
export function stepsForward(order: Pick<StaffOrder, "events" | "fulfillment" | "status" | "paymentState">): readonly OrderStep[] {
  if (isCalledOff(order)) return [];
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
      return "Out for delivery";
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
