import { lockOrdersToDelay } from "#app/orders/data/orders-due.server.ts";
import { staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import type { OrderDelay } from "#app/orders/domain/counter/live-controls.schema.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { decide } from "./act-on-order.server.ts";
import { commitOrderEvent } from "./commit-order-event.server.ts";

/**
 * Delays these orders in the caller's transaction; each like a delay of it alone, with its history and email. An order in another version,
 * or one that is no longer due now, stays unchanged, so a second click changes nothing. Returns how many were delayed.
 */
export async function delayOrders(tx: Db, services: WorkflowServices, user: StaffUser, { minutes, orders }: OrderDelay): Promise<number> {
  const versions = new Map(orders.map(({ id, version }) => [id, version]));
  const now = services.now();
  const settings = await readSettings(tx);
  const actor = staffActor(user);
  const command = { event: "delay", minutes } as const;
  let delayed = 0;
  for (const order of await lockOrdersToDelay(tx, now, [...versions.keys()])) {
    const decided = decide(order, { actor, command }, settings, now);
    if (order.version !== versions.get(order.id) || !decided.ok) continue;
    await commitOrderEvent(tx, services, order, {
      actor,
      command,
      outcome: decided.value,
      money: {},
      refunded: 0,
      isFinishing: false,
      settings,
    });
    delayed += 1;
  }
  return delayed;
}
