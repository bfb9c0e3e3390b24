import { findOrder } from "#app/orders/data/order/find-order.server.ts";
import { findOrderDetailByToken } from "#app/orders/data/orders.server.ts";
import { handlesOrders, staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { isLinkOpen } from "#app/orders/domain/payment-link.ts";
import type { OrderEventAnswer } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { noCardSentence } from "#app/payments/domain/card-problem.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { isOrderToken } from "./guest-order.server.ts";
import type { CheckoutResult } from "./place/checkout-result.server.ts";
import { notPayable } from "./place/refuse-checkout.server.ts";
import { startPayment } from "./place/start-payment.server.ts";
import { abandonOrder } from "./settle/abandon-order.server.ts";

/**
 * Begins, or continues, the payment of an order that staff took with a payment link. "ended": the time is over, or staff have cancelled it. undefined:
 * no such order, or one without a link.
 */
export async function payByLink(services: WorkflowServices, token: string): Promise<CheckoutResult | undefined> {
  const order = isOrderToken(token) ? (await findOrderDetailByToken(services.db, token))?.order : undefined;
  if (order === undefined || order.payBy === null) return undefined;
  if (order.status !== "awaiting_payment" && order.status !== "abandoned") return { kind: "already-placed", orderToken: order.publicToken };
  if (!isLinkOpen(order, services.now())) return { kind: "ended" };
  const { takesCards } = await services.payments.current();
  if (!takesCards) return notPayable(noCardSentence((await readSettings(services.db)).TELEPHONE));
  return startPayment(services, order, null);
}

/** Ends an order that waits for its payment link; null: it does not wait for one. */
export async function cancelPaymentLink(services: WorkflowServices, orderId: string, user: StaffUser): Promise<OrderEventAnswer | null> {
  const order = await findOrder(services.db, orderId);
  if (order === undefined || order.payBy === null || order.status !== "awaiting_payment") return null;
  if (!handlesOrders(user)) return { kind: "forbidden", message: "Your role does not allow this.", order };
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
