import type { OrderStatus } from "./order.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Statuses in which a delivery has or gets a courier. */
export const DELIVERABLE = ["accepted", "preparing", "ready", "out_for_delivery"] as const satisfies readonly OrderStatus[];

/** A request to change who delivers an order; `courierId` null = unassigned. */
export interface CourierChange {
  readonly order: { readonly status: OrderStatus; readonly fulfillment: Fulfillment; readonly courierId: number | null };
  readonly courierId: number | null;
  readonly actor: { readonly id: number; readonly handlesOrders: boolean };
}

export interface CourierRefusal {
  readonly kind: "refused" | "forbidden" | "conflict";
  readonly message: string;
}

/**
 * Whether the courier may change, and if so whether anything changes. Couriers take unassigned deliveries and give back their own; order staff
 * assign any.
 */
export function changeCourier({ order, courierId, actor }: CourierChange): Result<"changed" | "same", CourierRefusal> {
  if (order.fulfillment !== "delivery") return fail({ kind: "refused", message: "This order is picked up, so nobody delivers it." });
  if (!DELIVERABLE.some((status) => status === order.status))
    return fail({ kind: "conflict", message: "This order is no longer waiting for delivery. Reload the page." });
  if (order.courierId === courierId) return ok("same");
  if (actor.handlesOrders) return ok("changed");
  if (courierId !== null && courierId !== actor.id)
    return fail({ kind: "forbidden", message: "Only order staff assign deliveries to others." });
  if (order.courierId === null || order.courierId === actor.id) return ok("changed");
  return fail({ kind: "conflict", message: "Another courier has taken this delivery." });
}
