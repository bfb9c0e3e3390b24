import { listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { countOrderEvents, listOrderEventsSince } from "#app/orders/data/order/order-events.server.ts";
import { MESSAGE_WINDOW_MINUTES, messageRefusal } from "#app/orders/domain/changes/customer-message.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { mailAboutOrder } from "#app/orders/workflows/mail/mail-about-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { addMinutes } from "#app/values/time.ts";
import { recordOrderEvent } from "./commit-order-event.server.ts";

const EVENT = "message";

/** Emails the text to the customer of a locked order and records it. Returns a sentence for staff if nothing was sent. */
export async function messageCustomer(
  tx: Db,
  services: WorkflowServices,
  message: { readonly order: OrderRow; readonly actor: OrderActorFacts; readonly text: string; readonly settings: Settings },
): Promise<string | null> {
  const { order, actor, text, settings } = message;
  const now = services.now();
  const earlier = await listOrderEventsSince(tx, order.id, EVENT, addMinutes(now, -MESSAGE_WINDOW_MINUTES));
  const sent = earlier.map(({ data, at }) => ({ text: String(data["text"]), at }));
  const refusal = messageRefusal({ customerEmail: order.customerEmail, sent }, text, now);
  if (refusal !== null) return refusal;
  const number = await countOrderEvents(tx, order.id, EVENT);
  await recordOrderEvent(tx, { order, changed: order, actor, event: EVENT, data: { text } });
  const items = await listOrderItems(tx, order.id);
  await mailAboutOrder(tx, services, ["order_message"], `${EVENT}:${number}`, { order, items, settings, now, message: text });
  return null;
}
