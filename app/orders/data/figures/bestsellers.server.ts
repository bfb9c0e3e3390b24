import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { NEWEST_FIRST } from "#app/orders/data/orders.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";

/** Bounds the query, whatever the age of the shop. */
const LATEST_ORDERS = 500;

/** Product ids of the latest orders, most units first, without free items and test orders. */
export async function listBestsellers(db: Db): Promise<readonly number[]> {
  const latest = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNotNull(orders.placedAt), eq(orders.isTest, false)))
    .orderBy(...NEWEST_FIRST)
    .limit(LATEST_ORDERS)
    .as("latest");
  const rows = await db
    .select({ productId: orderItems.productId })
    .from(orderItems)
    .innerJoin(latest, eq(latest.id, orderItems.orderId))
    .where(eq(orderItems.isFreeItem, false))
    .groupBy(orderItems.productId)
    .orderBy(desc(sql`sum(${orderItems.quantity})`), asc(orderItems.productId));
  return rows.map((row) => row.productId);
}
