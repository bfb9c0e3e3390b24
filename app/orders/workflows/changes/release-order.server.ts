import type { Db } from "#app/platform/db/database.server.ts";
import { giveStockBack } from "#app/orders/data/order-holds.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { insertOrderEvent } from "#app/orders/data/order/order-events.server.ts";
import { setHolds, updateOrder, type OrderChanges } from "#app/orders/data/order/update-order.server.ts";
import { settleProblems } from "#app/orders/data/payment-problems.server.ts";
import { wantVoid } from "#app/payments/data/payment-intents.server.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { transition } from "#app/orders/domain/changes/order-transitions.ts";
import { SYSTEM } from "./order-command.server.ts";
import { orderState } from "#app/orders/workflows/stored-order.server.ts";
import { moveUses } from "#app/promotions/data/uses.server.ts";

/**
 * Releases an order's reservations: promotion uses, and stock once. For abandoned, rejected and cancelled orders; the caller has locked the row.
 * Idempotent.
 */
export async function releaseHolds(tx: Db, order: Pick<OrderRow, "id" | "isStockTaken">): Promise<void> {
  await tx.execute(moveUses(order.id, ["held", "redeemed"], "released"));
  if (order.isStockTaken) await giveStockBack(tx, order.id);
  await setHolds(tx, order.id, { isStockTaken: false, holdExpiresAt: null });
}

/**
 * Ends an unpaid checkout and releases its reservations. The caller has locked the row. Its payments become unwanted and are undone by the caller,
 * the creating request or the reconciler. Undefined if the order changed meanwhile. `actor`: the user who ends it and resolves its payment problem.
 */
export async function writeAbandoned(
  tx: Db,
  order: OrderRow,
  now: Date,
  changes: OrderChanges = {},
  actor: OrderActorFacts = SYSTEM,
): Promise<OrderRow | undefined> {
  const moved = transition(orderState(order), "abandon", "system", now);
  if (!moved.ok) return undefined;
  await releaseHolds(tx, order);
  await wantVoid(tx, order.id, now);
  await settleProblems(
    tx,
    { orderId: order.id, kinds: ["amount_mismatch"] },
    actor.name,
    "The order was given up and its payment ended.",
    now,
  );
  const { status, stamps, effect, paymentState } = moved.value;
  const row = await updateOrder(tx, order.id, {
    status,
    ...stamps,
    paymentState: effect === "refund" ? "captured" : paymentState,
    pendingAction: null,
    actionTries: 0,
    nextTryAt: null,
    ...changes,
  });
  const staff = actor.kind === "staff" ? { actorUserId: actor.userId, actorName: actor.name } : {};
  await insertOrderEvent(tx, {
    orderId: order.id,
    actor: actor.kind,
    ...staff,
    event: "abandon",
    fromStatus: order.status,
    toStatus: status,
  });
  return row;
}
