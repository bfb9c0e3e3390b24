import { listCouriers } from "#app/orders/data/deliveries.server.ts";
import { lockOrder } from "#app/orders/data/order/find-order.server.ts";
import { patchOrder } from "#app/orders/data/order/update-order.server.ts";
import { handlesOrders } from "#app/orders/domain/changes/order-permissions.ts";
import { changeCourier, type CourierRefusal } from "#app/orders/domain/delivery.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

export interface CourierRequest {
  readonly orderId: string;
  /** null = unassigned. */
  readonly courierId: number | null;
}

export interface Assigned {
  /** The order's number. */
  readonly number: string;
  /** The current courier's name; null = unassigned. */
  readonly courier: string | null;
}

/** Assigns an order to a courier or unassigns it, under the order's lock. Does not change its version, so no screen becomes outdated. */
export function assignCourier(
  db: Db,
  user: StaffUser,
  { orderId, courierId }: CourierRequest,
): Promise<Result<Assigned, CourierRefusal | { readonly kind: "not-found"; readonly message: string }>> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) return fail({ kind: "not-found", message: "There is no such order." });
    const couriers = await listCouriers(tx);
    const courier = couriers.find(({ id }) => id === courierId);
    if (courierId !== null && courier === undefined)
      return fail({ kind: "refused", message: "This person cannot deliver. Choose another one." });
    const changed = changeCourier({ order, courierId, actor: { id: user.id, handlesOrders: handlesOrders(user) } });
    if (!changed.ok) return changed;
    const assigned = ok({ number: order.number ?? "", courier: courier?.name ?? null });
    if (changed.value === "same") return assigned;
    await patchOrder(tx, orderId, { courierId });
    await recordAudit(tx, {
      userId: user.id,
      userName: user.name,
      action: courierId === null ? "give-back-delivery" : "assign-delivery",
      subject: `order ${orderId}`,
      after: { courier: courier?.name ?? "nobody" },
    });
    return assigned;
  });
}
