import { and, asc, desc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { orderEvents, orders } from "./tables.ts";

/** Orders per run; the rest waits a minute. */
const BATCH = 100;

/** Received orders, oldest first: candidates for a time-out. */
export async function listUndecided(db: Db): Promise<readonly OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.status, "received"), isNull(orders.pendingAction)))
    .orderBy(asc(orders.placedAt))
    .limit(BATCH);
}

/** Ready or out since before `since`: handed over, but not marked. */
export async function listForgotten(db: Db, since: Date): Promise<readonly OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(
      and(
        inArray(orders.status, ["ready", "out_for_delivery"]),
        or(lte(orders.outAt, since), and(isNull(orders.outAt), lte(orders.readyAt, since))),
      ),
    )
    .limit(BATCH);
}

/** Accepted orders for later whose preparation must begin. */
export async function listToStart(db: Db, now: Date): Promise<readonly OrderRow[]> {
  const startAt = sql`${orders.promisedAt} - make_interval(mins => coalesce(${orders.prepMinutes}, 0))`;
  return db
    .select()
    .from(orders)
    .where(
      and(eq(orders.status, "accepted"), sql`${orders.requestedFor} is not null`, sql`${startAt} <= ${now.toISOString()}::timestamptz`),
    )
    .limit(BATCH);
}

export interface Decision {
  readonly event: string;
  readonly at: Date;
  readonly orderId: string;
}

/** The latest decisions, newest first: accepted, rejected by staff, or timed out. */
export async function listLastDecisions(db: Db, most: number): Promise<readonly Decision[]> {
  return db
    .select({ event: orderEvents.event, at: orderEvents.at, orderId: orderEvents.orderId })
    .from(orderEvents)
    .where(inArray(orderEvents.event, ["accept", "reject", "time_out"]))
    .orderBy(desc(orderEvents.id))
    .limit(most);
}
