import { asc, eq } from "drizzle-orm";
import { reviews } from "#app/content/data/tables.ts";
import { paymentProblems } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { OrderRow } from "./order/find-order.server.ts";
import { orders } from "./tables.ts";

/** Orders that staff placed before the shop opened, in any state, oldest first. */
export function listTestOrders(db: Db): Promise<readonly OrderRow[]> {
  return db.select().from(orders).where(eq(orders.isTest, true)).orderBy(asc(orders.createdAt));
}

/** Deletes a locked order and all related rows. Its payments stay in the mirror, so that the sweep still recognizes them. */
export async function deleteOrder(tx: Db, id: string): Promise<void> {
  await tx.delete(reviews).where(eq(reviews.orderId, id));
  await tx.delete(paymentProblems).where(eq(paymentProblems.orderId, id));
  await tx.delete(orders).where(eq(orders.id, id));
}
