import { eq, inArray, sql } from "drizzle-orm";
import { returnStock, type StockWanted } from "#app/catalogue/data/stock.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { orderItems } from "./tables.ts";

/** Stores what was taken from stock for the order's lines. */
export async function markStockTaken(tx: Db, orderId: string, countedProductIds: readonly number[]): Promise<void> {
  const isCounted = countedProductIds.length === 0 ? sql`false` : inArray(orderItems.productId, [...countedProductIds]);
  await tx
    .update(orderItems)
    .set({ stockTaken: sql`case when ${isCounted} then ${orderItems.quantity} else 0 end` })
    .where(eq(orderItems.orderId, orderId));
}

/** Returns the stock of the order's lines. Only if `isStockTaken`, which the caller clears in the same transaction. */
export async function giveStockBack(tx: Db, orderId: string): Promise<void> {
  const taken = await tx
    .select({ productId: orderItems.productId, quantity: sql<number>`coalesce(${orderItems.stockTaken}, ${orderItems.quantity})::int` })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  await returnStock(
    tx,
    taken.filter((line) => line.quantity > 0),
  );
  await markStockTaken(tx, orderId, []);
}

/** Stock needed by an order's lines, free items included. */
export async function listStockWanted(db: Db, orderId: string): Promise<readonly StockWanted[]> {
  return db
    .select({ productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
}
