import { and, asc, desc, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { OrderRow } from "./order-placement.server.ts";
import { orderEvents, orders } from "./tables.ts";

/** At most so many orders per run; the rest waits a minute. */
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

/** Ready or on the way since before `since`: they were handed over, somebody forgot to say so. */
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

/** Accepted orders for later whose cooking must begin by now. */
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

/** How the latest orders were decided on, newest first: accepted, refused by a person, or nobody answered. */
export async function listLastDecisions(db: Db, most: number): Promise<readonly Decision[]> {
  return db
    .select({ event: orderEvents.event, at: orderEvents.at, orderId: orderEvents.orderId })
    .from(orderEvents)
    .where(inArray(orderEvents.event, ["accept", "reject", "time_out"]))
    .orderBy(desc(orderEvents.id))
    .limit(most);
}
