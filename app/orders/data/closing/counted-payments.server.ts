import { and, eq, isNull, sql } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import type { CountedPayment } from "#app/orders/domain/closing/payouts.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { dayClosingOrders, dayClosings } from "./tables.ts";

/** The orders of these payments, each once for every closed day that counts it. @param intentIds the provider's ids */
export async function listCountedPayments(db: Db, intentIds: readonly string[]): Promise<readonly CountedPayment[]> {
  if (intentIds.length === 0) return [];
  const rows = await db
    .select({
      intentId: sql<string>`${paymentIntents.providerId}`,
      order: orders.number,
      number: dayClosings.number,
      day: dayClosings.day,
      card: sql<number>`coalesce((${dayClosingOrders.counted} ->> 'card')::float8, 0)`,
      refunds: sql<number>`coalesce((${dayClosingOrders.counted} ->> 'refunds')::float8, 0)`,
    })
    .from(paymentIntents)
    .leftJoin(orders, eq(orders.id, paymentIntents.orderId))
    .leftJoin(dayClosingOrders, eq(dayClosingOrders.orderId, paymentIntents.orderId))
    .leftJoin(dayClosings, and(eq(dayClosings.id, dayClosingOrders.closingId), isNull(dayClosings.reopenedAt)))
    .where(sql`${paymentIntents.providerId} = any(${sql.param([...intentIds])}::text[])`);
  return rows.map(({ intentId, order, number, day, card, refunds }) => ({
    intentId,
    order,
    closing: number === null || day === null ? null : { number, day, card, refunds },
  }));
}
