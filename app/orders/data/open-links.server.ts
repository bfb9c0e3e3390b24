import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { orders } from "./tables.ts";

const MOST = 50;

/** Locks the orders with an open payment link that go with this one. */
export function lockLinksOf(tx: Db, orderId: string, now: Date) {
  return tx
    .select()
    .from(orders)
    .where(and(eq(orders.goesWith, orderId), eq(orders.status, "awaiting_payment"), gt(orders.payBy, now)))
    .orderBy(orders.id)
    .for("update");
}

/** Orders that wait for their payment links, the first to end first. */
export async function listOpenLinks(db: Db, now: Date) {
  const rows = await db
    .select({ id: orders.id, name: orders.customerName, total: orders.finalTotalCents, currency: orders.currency, payBy: orders.payBy })
    .from(orders)
    .where(and(eq(orders.status, "awaiting_payment"), isNotNull(orders.payBy), gt(orders.payBy, now)))
    .orderBy(asc(orders.payBy))
    .limit(MOST);
  return rows.flatMap(({ payBy, ...row }) => (payBy === null ? [] : [{ ...row, payBy }]));
}
