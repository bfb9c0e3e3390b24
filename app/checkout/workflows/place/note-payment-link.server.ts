import { takenData } from "#app/checkout/workflows/settle/receive-order.server.ts";
import { listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { insertOrderEvent } from "#app/orders/data/order/order-events.server.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { mailAboutOrder } from "#app/orders/workflows/mail/mail-about-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";

/** Records the staff member who created the payment link, in the transaction that stores the order, and enqueues the email. */
export async function notePaymentLink(
  tx: Db,
  services: Pick<WorkflowServices, "jobs" | "env" | "now">,
  settings: Settings,
  { order, actor }: { readonly order: OrderRow; readonly actor: OrderActorFacts },
): Promise<void> {
  await insertOrderEvent(tx, {
    orderId: order.id,
    actor: actor.kind,
    actorUserId: actor.userId,
    actorName: actor.name,
    event: "payment_link",
    fromStatus: order.status,
    toStatus: order.status,
    data: takenData(order),
  });
  const items = await listOrderItems(tx, order.id);
  await mailAboutOrder(tx, services, ["order_payment_link"], "link", { order, items, settings, now: services.now() });
}
