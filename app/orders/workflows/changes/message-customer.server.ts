import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { countOrderEvents, listOrderEventsSince } from "#app/orders/data/order/order-events.server.ts";
import { MESSAGE_WINDOW_MINUTES, messageRefusal } from "#app/orders/domain/changes/customer-message.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { CHANNELS_NEED, channelTo } from "#app/orders/workflows/messages/message-channels.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { addMinutes } from "#app/values/time.ts";
import { recordOrderEvent } from "./commit-order-event.server.ts";

const EVENT = "message";

/** Sends the text to the customer of a locked order and records it. Returns a sentence for staff if nothing was sent. */
export async function messageCustomer(
  tx: Db,
  services: WorkflowServices,
  message: { readonly order: OrderRow; readonly actor: OrderActorFacts; readonly text: string; readonly settings: Settings },
): Promise<string | null> {
  const { order, actor, text, settings } = message;
  const now = services.now();
  const earlier = await listOrderEventsSince(tx, order.id, EVENT, addMinutes(now, -MESSAGE_WINDOW_MINUTES));
  const sent = earlier.map(({ data, at }) => ({ text: String(data["text"]), at }));
  const channel = channelTo(order);
  const refusal = messageRefusal({ missing: channel === undefined ? CHANNELS_NEED : null, sent }, text, now);
  if (refusal !== null || channel === undefined) return refusal;
  const number = await countOrderEvents(tx, order.id, EVENT);
  await recordOrderEvent(tx, { order, changed: order, actor, event: EVENT, data: { text, channel: channel.name } });
  await channel.send(tx, services, { order, text, key: `${EVENT}:${number}`, settings });
  return null;
}
