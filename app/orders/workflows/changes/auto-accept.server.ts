import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { MAX_MINUTES_SETTING } from "#app/values/limits.ts";
import { minutesBetween } from "#app/values/time.ts";
import { applyOrderEvent } from "./act-on-order.server.ts";
import { SYSTEM } from "./order-command.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/** With AUTO_ACCEPT, accepts a received order for its quoted time. On failure staff decide. Returns the order afterwards. */
export async function autoAccept(services: WorkflowServices, order: OrderRow): Promise<OrderRow> {
  const { AUTO_ACCEPT } = await readSettings(services.db);
  if (!AUTO_ACCEPT) return order;
  const prepMinutes = order.prepMinutes ?? 0;
  const quoted = order.requestedFor === null && order.promisedAt !== null ? Math.ceil(minutesBetween(services.now(), order.promisedAt)) : 0;
  const minutes = Math.min(Math.max(prepMinutes, quoted), MAX_MINUTES_SETTING);
  const answer = await applyOrderEvent(services, {
    orderId: order.id,
    version: order.version,
    actor: SYSTEM,
    command: { event: "accept", minutes },
  });
  if (answer.kind === "done") return answer.order;
  services.log.warn({ orderId: order.id, answer: answer.kind }, "an order could not be accepted by itself");
  return answer.kind === "not-found" ? order : answer.order;
}
