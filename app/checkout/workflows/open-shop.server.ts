import * as texts from "#texts/checkout/placed-order.ts";
import { findOrder, lockOrder } from "#app/orders/data/order/find-order.server.ts";
import { deleteOrder, listTestOrders } from "#app/orders/data/test-orders.server.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { hasRealMoney } from "#app/orders/domain/test-payment.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { releaseHolds } from "#app/orders/workflows/changes/release-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { listIntentsOfOrder } from "#app/payments/data/payment-intents.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { noteStep, setOpeningSoon } from "#app/store/workflows/setup.server.ts";
import { abandonOrder } from "./settle/abandon-order.server.ts";

/** - removed: with all its records. - paid: real money was taken, so it stays. - busy: its payment could not be ended yet. */
type Removal = "removed" | "paid" | "busy";

export type TestOrderCounts = Readonly<Record<Removal, number>>;

/** How many test orders opening the shop will remove, and how many stay. */
export async function countTestOrders(db: Db): Promise<{ readonly removable: number; readonly paid: number }> {
  const orders = await listTestOrders(db);
  const paid = orders.filter(hasRealMoney).length;
  return { removable: orders.length - paid, paid };
}

/**
 * Opens the shop to visitors first, so that no test order is added, then removes the test orders of staff. Safe to repeat, for orders whose
 * payment could not be ended the first time.
 */
export async function openShop(
  services: WorkflowServices & { readonly secrets: SecretBox },
  actor: OrderActorFacts,
): Promise<TestOrderCounts> {
  const by = { userId: actor.userId, userName: actor.name };
  const orders = await listTestOrders(services.db);
  // The setup steps detect a test order by its row; record the step, so that the removal does not undo it.
  if (orders.some(({ placedAt }) => placedAt !== null)) await noteStep(services, "test-order", "done");
  await noteStep(services, "open", "done");
  await setOpeningSoon(services, false, by);
  const counts = { removed: 0, paid: 0, busy: 0 };
  for (const { id } of await listTestOrders(services.db)) counts[await removeTestOrder(services, id, actor)] += 1;
  if (counts.removed > 0) {
    await recordAudit(services.db, { ...by, action: "remove-test-orders", subject: "orders", before: { orders: counts.removed } });
  }
  return counts;
}

async function removeTestOrder(services: WorkflowServices, orderId: string, actor: OrderActorFacts): Promise<Removal> {
  await endPayment(services, orderId, actor);
  return inTransaction(services.db, async (tx): Promise<Removal> => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) return "removed";
    if (hasRealMoney(order)) return "paid";
    const isPaymentOpen = order.status === "awaiting_payment" || order.paymentState === "authorized" || order.pendingAction !== null;
    const intents = await listIntentsOfOrder(tx, orderId);
    if (isPaymentOpen || intents.some(({ wanted, closedAt }) => wanted === "void" && closedAt === null)) return "busy";
    await releaseHolds(tx, order);
    await deleteOrder(tx, orderId);
    return "removed";
  });
}

/** Ends a payment that is not charged, as when an order is abandoned or rejected. The caller checks the order for the result. */
async function endPayment(services: WorkflowServices, orderId: string, actor: OrderActorFacts): Promise<void> {
  const order = await findOrder(services.db, orderId);
  if (order?.status === "awaiting_payment") await abandonOrder(services, orderId);
  const placed = await findOrder(services.db, orderId);
  if (placed?.paymentState !== "authorized" || placed.status === "awaiting_payment") return;
  const reason = { reason: "other", text: texts.wasTest } as const;
  const command: OrderCommand =
    placed.status === "received" ? { event: "reject", ...reason } : { event: "cancel", ...reason, refund: "none" };
  await applyOrderEvent(services, { orderId, version: null, actor, command });
}
