import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { insertSet } from "#app/platform/db/insert-set.server.ts";
import { namedWrites } from "#app/platform/db/named-writes.server.ts";
import { preparedQuery } from "#app/platform/db/prepared-query.server.ts";
import { orderCounters, orderEvents, orderItems, orders } from "#app/orders/data/tables.ts";
import type { OrderRow } from "./find-order.server.ts";

export type NewOrder = typeof orders.$inferInsert;

export type NewOrderItem = Omit<typeof orderItems.$inferInsert, "orderId" | "position">;

/** Facts of the checkout that are stored next to the order. */
export interface CheckoutFacts {
  /** Digest of the request body: the same key with another body is a caller's error. */
  readonly requestHash: string;
  /** Digest of the client address; null if local. Missing on orders of earlier versions. */
  readonly from?: string | null;
  /** Digest of its /48; null for IPv4 and local addresses. Missing on orders of earlier versions. */
  readonly site?: string | null;
}

const CHECKOUT_EVENT = "checkout";

/** Inserts the order with lines, first history entry and related rows (`more`: named inserts) in one statement. */
export async function insertOrder(
  tx: Db,
  order: NewOrder,
  items: readonly NewOrderItem[],
  facts: CheckoutFacts,
  more: Readonly<Record<string, SQL>>,
): Promise<OrderRow> {
  const lines = items.map((item, position) => ({ ...item, position, orderId: order.id }));
  const event = {
    orderId: order.id,
    actor: "guest" as const,
    event: CHECKOUT_EVENT,
    toStatus: "awaiting_payment" as const,
    data: { ...facts },
  };
  const writes: Readonly<Record<string, SQL>> = { lines: insertSet(orderItems, lines), story: insertSet(orderEvents, [event]), ...more };
  const placed = tx.$with("placed").as(tx.insert(orders).values(order).returning());
  const [row] = await tx
    .with(placed, ...namedWrites(tx, writes))
    .select()
    .from(placed);
  if (row === undefined) throw new Error("the database took an order without answering it");
  return row;
}

export async function findCheckoutFacts(db: Db, orderId: string): Promise<CheckoutFacts | undefined> {
  const [row] = await db
    .select({ data: orderEvents.data })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, CHECKOUT_EVENT)))
    .orderBy(asc(orderEvents.id))
    .limit(1);
  return row?.data as CheckoutFacts | undefined;
}

/** The business day's next number, from 1. Locks the day's counter until the end of the transaction, so take it last. */
export async function takeDailyNumber(tx: Db, businessDate: string): Promise<number> {
  const [row] = await dailyNumber(tx, { businessDate });
  if (row === undefined) throw new Error("the day's counter gave no number");
  return row.last;
}

const dailyNumber = preparedQuery("daily_number", (db) =>
  db
    .insert(orderCounters)
    .values({ businessDate: sql.placeholder("businessDate"), last: 1 })
    .onConflictDoUpdate({ target: orderCounters.businessDate, set: { last: sql`${orderCounters.last} + 1` } })
    .returning({ last: orderCounters.last }),
);
