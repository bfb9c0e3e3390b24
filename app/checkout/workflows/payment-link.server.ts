import { findOrderDetailByToken } from "#app/orders/data/orders.server.ts";
import { isLinkOpen } from "#app/orders/domain/payment-link.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { noCardSentence } from "#app/payments/domain/card-problem.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { isOrderToken } from "./guest-order.server.ts";
import type { CheckoutResult } from "./place/checkout-result.server.ts";
import { notPayable } from "./place/refuse-checkout.server.ts";
import { startPayment } from "./place/start-payment.server.ts";

/**
 * Starts, or continues, the payment of an order with a payment link. "ended": the deadline has passed, or staff have cancelled it.
 * undefined: no such order, or one without a link.
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
