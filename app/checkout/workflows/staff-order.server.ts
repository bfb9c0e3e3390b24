import { FORBIDDEN_BY_ROLE } from "#app/staff/domain/permissions.ts";
import { findOrder } from "#app/orders/data/order/find-order.server.ts";
import { handlesOrders, staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { applyOrderEvent, type OrderEventAnswer } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderEventRequest } from "#app/orders/workflows/changes/order-command.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { abandonOrder } from "./settle/abandon-order.server.ts";

/** Performs a staff member's event of an order. "Cancel" of an order that waits for its payment link ends the link. */
export async function applyStaffEvent(
  services: WorkflowServices,
  user: StaffUser,
  request: Omit<OrderEventRequest, "actor">,
): Promise<OrderEventAnswer> {
  const ended = request.command.event === "cancel" ? await cancelPaymentLink(services, request.orderId, user) : null;
  return ended ?? applyOrderEvent(services, { ...request, actor: staffActor(user) });
}

/** null: the order does not wait for a payment link. Its version is not compared, because each visit of the customer changes it. */
async function cancelPaymentLink(services: WorkflowServices, orderId: string, user: StaffUser): Promise<OrderEventAnswer | null> {
  const order = await findOrder(services.db, orderId);
  if (order === undefined || order.payBy === null) return null;
  if (order.status !== "awaiting_payment" && order.status !== "abandoned") return null;
  if (!handlesOrders(user)) return { kind: "forbidden", message: FORBIDDEN_BY_ROLE, order };
  if (order.status === "abandoned") return { kind: "conflict", message: "This order does not wait for a payment any more.", order };
  const ended = await abandonOrder(services, orderId, staffActor(user));
  switch (ended.kind) {
    case "unreachable":
      return { kind: "pending", message: "The card payment service isn't responding. Try again in a moment.", order };
    case "placed":
      return { kind: "conflict", message: "The customer has paid meanwhile, so this is an order now.", order: ended.order };
    case "busy":
      return { kind: "conflict", message: "The customer's bank is deciding on the payment right now. Wait a moment.", order: ended.order };
    case "ended":
      return { kind: "done", order: ended.order };
  }
}
