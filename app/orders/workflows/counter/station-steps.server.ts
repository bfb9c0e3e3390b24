import { listStationsDone, putStationDone, removeStationDone } from "#app/orders/data/counter/stations.server.ts";
import { listOrderItems, lockOrder } from "#app/orders/data/order/find-order.server.ts";
import { listItemsOfRefunds } from "#app/orders/data/refunds.server.ts";
import { refundedQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import { stationsOfOrder } from "#app/orders/domain/counter/kitchen-stations.ts";
import { applyOrderEvent, type OrderEventAnswer } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { readStations } from "./read-stations.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { staffActor } from "#app/orders/domain/changes/order-permissions.ts";

export interface StationStep {
  readonly orderId: string;
  readonly station: string;
  /** False: the part must be made again. */
  readonly isDone: boolean;
}

/**
 * The order's transition for a station's step; with a version only for that state. An order outside the kitchen still requests "ready", so
 * that the refusal explains why.
 */
type NextStep = ({ readonly event: "ready" | "preparing" } | { readonly event: "undo"; readonly keepsStations: true }) & {
  readonly version: number | null;
};

/**
 * Marks or reverts a station's part. The first part starts the order, the last makes it ready. Returns the result, or null while other stations work.
 */
export async function stepStation(services: WorkflowServices, user: StaffUser, step: StationStep): Promise<OrderEventAnswer | null> {
  const { db } = services;
  const { orderId, station, isDone } = step;
  const next = await inTransaction(db, async (tx): Promise<NextStep | "not-found" | null> => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) return "not-found";
    const isOpen = order.status === "accepted" || order.status === "preparing";
    if (!isOpen && (isDone || order.status !== "ready")) return { event: "ready", version: order.version };
    const isNews = isDone ? await putStationDone(tx, orderId, station, services.now()) : await removeStationDone(tx, orderId, station);
    if (isNews)
      await recordAudit(tx, {
        userId: user.id,
        userName: user.name,
        action: isDone ? "station-done" : "station-back",
        subject: `order ${orderId}`,
        after: { station },
      });
    if (!isDone) return order.status === "ready" ? { event: "undo", keepsStations: true, version: order.version } : null;
    const items = await listOrderItems(tx, orderId);
    const refunded = refundedQuantities(order.paymentState, items, await listItemsOfRefunds(tx, [orderId]));
    const done = await listStationsDone(tx, [orderId]);
    const lines = items.map((item) => ({ productId: item.productId, isRefunded: refunded[item.id] === item.quantity }));
    const stationOf = await readStations(
      tx,
      lines.map((line) => line.productId),
    );
    const isWhole = stationsOfOrder(lines, stationOf).every((each) => (done.get(orderId) ?? []).includes(each));
    if (isWhole) return { event: "ready", version: null };
    return order.status === "accepted" ? { event: "preparing", version: null } : null;
  });
  if (next === null) return null;
  if (next === "not-found") return { kind: "not-found" };
  const actor = staffActor(user);
  const { version, ...command } = next;
  return applyOrderEvent(services, { orderId, version, actor, command });
}
