import { and, asc, desc, eq, gte, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { DUE_NOW_MINUTES, MOST_DELAYED_AT_ONCE } from "#app/orders/domain/counter/order-pace.ts";
import { addMinutes } from "#app/values/time.ts";
import { orderEvents, orders } from "./tables.ts";

/** Orders per run; the others wait for the next minute. */
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

/** Ready or out for delivery since before `since`: probably handed over without being marked. */
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

/**
 * Orders that "Delay all orders in progress" delays (docs/rules/opening-hours-and-times.md): still in the kitchen, promised at most 90
 * minutes ago, and not for a time more than 90 minutes ahead.
 */
function isDueNow(now: Date) {
  return and(
    inArray(orders.status, ["accepted", "preparing"]),
    isNull(orders.pendingAction),
    gte(orders.promisedAt, addMinutes(now, -DUE_NOW_MINUTES)),
    or(isNull(orders.requestedFor), lte(orders.requestedFor, addMinutes(now, DUE_NOW_MINUTES))),
  );
}

/** Those orders, earliest promise first, with the version that a delay must send. */
export async function listOrdersToDelay(db: Db, now: Date): Promise<readonly Pick<OrderRow, "id" | "version">[]> {
  return db
    .select({ id: orders.id, version: orders.version })
    .from(orders)
    .where(isDueNow(now))
    .orderBy(asc(orders.promisedAt), asc(orders.id))
    .limit(MOST_DELAYED_AT_ONCE);
}

/** Those of `ids` that still match, locked until the transaction ends; sorted by id, so that two delays cannot deadlock. */
export async function lockOrdersToDelay(tx: Db, now: Date, ids: readonly string[]): Promise<readonly OrderRow[]> {
  return tx
    .select()
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isDueNow(now)))
    .orderBy(asc(orders.id))
    .for("update");
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
