import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { orders } from "#app/orders/data/tables.ts";
import type { DayPayment } from "#app/orders/domain/closing/day-payouts.ts";
import type { CountedPayment } from "#app/orders/domain/closing/payouts.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { dayClosingOrders, dayClosings } from "./tables.ts";

const CARD = sql<number>`coalesce((${dayClosingOrders.counted} ->> 'card')::float8, 0)`;
const REFUNDS = sql<number>`coalesce((${dayClosingOrders.counted} ->> 'refunds')::float8, 0)`;

/** The orders of these payments, one row for every closed day that counts the order. @param intentIds the provider's ids */
export async function listCountedPayments(db: Db, intentIds: readonly string[]): Promise<readonly CountedPayment[]> {
  if (intentIds.length === 0) return [];
  const wanted = sql`any(${sql.param([...intentIds])}::text[])`;
  // The mirror has every payment of an order, except those of earlier versions and of the demo, which only their order names.
  const paid = union(
    db
      .select({ intentId: sql<string>`${paymentIntents.providerId}`.as("intent_id"), orderId: paymentIntents.orderId })
      .from(paymentIntents)
      .where(sql`${paymentIntents.providerId} = ${wanted}`),
    db
      .select({ intentId: sql<string>`${orders.paymentIntentId}`.as("intent_id"), orderId: orders.id })
      .from(orders)
      .where(sql`${orders.paymentIntentId} = ${wanted}`),
  ).as("paid");
  const rows = await db
    .select({
      intentId: paid.intentId,
      order: orders.number,
      number: dayClosings.number,
      day: dayClosings.day,
      card: CARD,
      refunds: REFUNDS,
    })
    .from(paid)
    .leftJoin(orders, eq(orders.id, paid.orderId))
    .leftJoin(dayClosingOrders, eq(dayClosingOrders.orderId, paid.orderId))
    .leftJoin(dayClosings, and(eq(dayClosings.id, dayClosingOrders.closingId), isNull(dayClosings.reopenedAt)));
  return rows.map(({ intentId, order, number, day, card, refunds }) => ({
    intentId,
    order,
    closing: number === null || day === null ? null : { number, day, card, refunds },
  }));
}

/** The payments at the provider of the orders whose card money this closed day counts. */
export async function listDayPayments(db: Db, closingId: number): Promise<readonly DayPayment[]> {
  const hasCardMoney = sql`(${CARD} <> 0 or ${REFUNDS} <> 0)`;
  // As above: some payments are only named by their order.
  return union(
    db
      .select({
        intentId: sql<string>`${paymentIntents.providerId}`.as("intent_id"),
        orderId: dayClosingOrders.orderId,
        gateway: sql<DayPayment["gateway"]>`${paymentIntents.gateway}`.as("gateway"),
        isTest: sql<boolean>`${paymentIntents.gateway} = 'simulator' or ${paymentIntents.isLive} is false`.as("is_test"),
        card: CARD.as("card"),
        refunds: REFUNDS.as("refunds"),
      })
      .from(dayClosingOrders)
      .innerJoin(paymentIntents, eq(paymentIntents.orderId, dayClosingOrders.orderId))
      .where(and(eq(dayClosingOrders.closingId, closingId), hasCardMoney, isNotNull(paymentIntents.providerId))),
    db
      .select({
        intentId: sql<string>`${orders.paymentIntentId}`.as("intent_id"),
        orderId: dayClosingOrders.orderId,
        gateway: sql<DayPayment["gateway"]>`${orders.gateway}`.as("gateway"),
        isTest: sql<boolean>`${orders.gateway} = 'simulator' or coalesce(${orders.paymentIntent} ->> 'livemode', '') = 'false'`.as(
          "is_test",
        ),
        card: CARD.as("card"),
        refunds: REFUNDS.as("refunds"),
      })
      .from(dayClosingOrders)
      .innerJoin(orders, eq(orders.id, dayClosingOrders.orderId))
      .where(and(eq(dayClosingOrders.closingId, closingId), hasCardMoney, isNotNull(orders.paymentIntentId))),
  );
}
