import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { applyOrderEvent } from "./act-on-order.server.ts";
import { quotedMinutes } from "./quoted-minutes.server.ts";
import { SYSTEM } from "./order-command.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/**
 * With AUTO_ACCEPT accepts a received order for its quoted time, and always one that staff took with a payment link. On failure staff decide.
 * Returns the order afterwards.
 */
export async function autoAccept(services: WorkflowServices, order: OrderRow): Promise<OrderRow> {
  const { AUTO_ACCEPT } = await readSettings(services.db);
  if (!AUTO_ACCEPT && order.payBy === null) return order;
  const answer = await applyOrderEvent(services, {
    orderId: order.id,
    version: order.version,
    actor: SYSTEM,
    command: { event: "accept", minutes: order.acceptMinutes ?? quotedMinutes(order, services.now()) },
  });
  if (answer.kind === "done") return answer.order;
  services.log.warn({ orderId: order.id, answer: answer.kind }, "an order could not be accepted by itself");
  return answer.kind === "not-found" ? order : answer.order;
}
