import { eq, sql } from "drizzle-orm";
import { orders, receiptCounter } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/**
 * Assigns the next receipt number, from 1, to an order without one. The caller has locked the order. Locks the shop's counter until the end
 * of the transaction, so a rollback leaves no gap; take it after all other locks.
 */
export async function assignReceiptNumber(tx: Db, orderId: string): Promise<number> {
  const next = tx.$with("next_receipt").as(
    tx
      .insert(receiptCounter)
      .values({ last: 1 })
      .onConflictDoUpdate({ target: receiptCounter.id, set: { last: sql`${receiptCounter.last} + 1` } })
      .returning({ last: receiptCounter.last }),
  );
  const [row] = await tx
    .with(next)
    .update(orders)
    .set({ receiptNumber: sql`${next.last}` })
    .from(next)
    .where(eq(orders.id, orderId))
    .returning({ receiptNumber: orders.receiptNumber });
  if (row === undefined || row.receiptNumber === null) throw new Error("an order vanished while it was locked");
  return row.receiptNumber;
}
