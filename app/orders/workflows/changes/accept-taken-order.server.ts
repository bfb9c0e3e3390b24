import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { transition } from "#app/orders/domain/changes/order-transitions.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { orderState } from "#app/orders/workflows/stored-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { commitOrderEvent } from "./commit-order-event.server.ts";
import { quotedMinutes } from "./quoted-minutes.server.ts";

/** Accepts an order that staff have just entered, in the transaction that stored it. `minutes` null, or an order for later: as quoted. */
export async function acceptTakenOrder(
  tx: Db,
  services: WorkflowServices,
  settings: Settings,
  order: OrderRow,
  { actor, minutes }: { readonly actor: OrderActorFacts; readonly minutes: number | null },
): Promise<OrderRow> {
  const now = services.now();
  const outcome = transition(orderState(order), "accept", actor.kind, now);
  if (!outcome.ok) throw new Error(`an order taken by staff cannot be accepted: ${outcome.error.message}`);
  const chosen = order.requestedFor === null ? minutes : null;
  return commitOrderEvent(tx, services, order, {
    actor,
    command: { event: "accept", minutes: chosen ?? quotedMinutes(order, now) },
    outcome: outcome.value,
    money: {},
    isFinishing: false,
    refunded: 0,
    settings,
  });
}
