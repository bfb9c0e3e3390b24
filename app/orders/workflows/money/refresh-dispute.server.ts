import { lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { noteIntent } from "./order-money.server.ts";

type DisputedOrder = Pick<OrderRow, "id" | "isDisputed" | "paymentIntentId">;

/**
 * Reads a disputed payment again before an action is refused for its dispute, which may have ended without a notification. Returns whether
 * its order is no longer disputed.
 */
export async function refreshDispute(
  { db, payments, now }: Pick<WorkflowServices, "db" | "payments" | "now">,
  { id, isDisputed, paymentIntentId }: DisputedOrder,
): Promise<boolean> {
  if (!isDisputed || paymentIntentId === null) return false;
  const { gateway } = await payments.current();
  const askedAt = now();
  const response = await gateway.retrieveIntent(paymentIntentId);
  if (!response.ok) return false;
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (order !== undefined) await noteIntent(tx, order, response.intent, askedAt);
  });
  return !response.intent.disputed;
}
