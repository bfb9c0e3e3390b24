import { and, arrayOverlaps, asc, desc, eq, gte, inArray, isNull, lt, or } from "drizzle-orm";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { DELIVERABLE } from "#app/orders/domain/delivery.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { sortText } from "#app/platform/db/sort-text.ts";
import { ownPermissions } from "#app/staff/data/role-records.server.ts";
import { users } from "#app/staff/data/tables.ts";
import { DELIVERIES_PAGE, permissionsThatOpen, rolesThatOpen } from "#app/staff/domain/permissions.ts";
import { orders } from "./tables.ts";

const MOST_DELIVERIES = 200;

/** The instants of a business day. */
export interface DaySpan {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Deliveries as soon as possible, and those promised before the end of the day, that are not delivered; the earliest first. */
export function listOpenDeliveries(db: Db, { to }: DaySpan): Promise<readonly OrderRow[]> {
  const isDue = or(isNull(orders.requestedFor), isNull(orders.promisedAt), lt(orders.promisedAt, to));
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.fulfillment, "delivery"), inArray(orders.status, [...DELIVERABLE]), isDue))
    .orderBy(asc(orders.promisedAt), asc(orders.id))
    .limit(MOST_DELIVERIES);
}

/** The orders that a courier delivered that day, latest first. */
export function listDelivered(db: Db, courierId: number, { from, to }: DaySpan): Promise<readonly OrderRow[]> {
  const isOfDay = and(gte(orders.completedAt, from), lt(orders.completedAt, to));
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.courierId, courierId), eq(orders.status, "completed"), isOfDay))
    .orderBy(desc(orders.completedAt))
    .limit(MOST_DELIVERIES);
}

/** Users who may deliver, by name. */
export function listCouriers(db: Db): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const mayDeliver = or(
    arrayOverlaps(users.roles, [...rolesThatOpen(DELIVERIES_PAGE)]),
    arrayOverlaps(ownPermissions, [...permissionsThatOpen(DELIVERIES_PAGE)]),
  );
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.isDisabled, false), mayDeliver))
    .orderBy(asc(sortText(users.name)));
}
