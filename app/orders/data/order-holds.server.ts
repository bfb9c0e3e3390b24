import { eq } from "drizzle-orm";
import { returnStock, type StockWanted } from "#app/catalogue/data/stock.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { orderItems } from "./tables.ts";

/** Gives back what the order's lines took. Only for an order whose `isStockTaken` is set; the caller clears it in the same transaction. */
export async function giveStockBack(tx: Db, orderId: string): Promise<void> {
  await returnStock(tx, await listStockWanted(tx, orderId));
}

/** What the lines of an order need, free items included. */
export async function listStockWanted(db: Db, orderId: string): Promise<readonly StockWanted[]> {
  return db
    .select({ productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
}
