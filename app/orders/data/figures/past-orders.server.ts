import { and, asc, eq, gte, inArray, isNotNull, notInArray, sql } from "drizzle-orm";
import { selectEarlierOrders, toEarlierOrders } from "#app/cart/data/orders-seen.server.ts";
import type { PastOrder } from "#app/cart/domain/promotion-preview/replay.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { CustomerNeeds } from "#app/promotions/domain/referenced-ids.ts";
import { SHOP_CURRENCY } from "#app/store/data/shop-currency.server.ts";
import { TAGS_WHEN_ORDERED } from "#app/orders/data/customers/past-tags.server.ts";
import { NEWEST_FIRST } from "#app/orders/data/orders.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";

/**
 * The newest `most` orders received since then, without cancelled orders, test orders and those in another currency, oldest first, with
 * their total number. Includes the customer facts at that time that `needs` names.
 */
export async function listPastOrders(
  db: Db,
  since: Date,
  most: number,
  needs: CustomerNeeds,
): Promise<{ readonly orders: readonly PastOrder[]; readonly total: number }> {
  const where = and(
    isNotNull(orders.number),
    eq(orders.isTest, false),
    sql`${orders.currency} = ${SHOP_CURRENCY}`,
    gte(orders.placedAt, since),
    notInArray(orders.status, ["rejected", "cancelled"]),
  );
  const total = await db.$count(orders, where);
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      placedAt: orders.placedAt,
      fulfillment: orders.fulfillment,
      requestedFor: orders.requestedFor,
      postalCode: sql<string | null>`${orders.address} ->> 'postalCode'`,
      email: orders.customerEmail,
      emailKey: orders.emailKey,
      phoneKey: orders.phoneKey,
      deliveryFee: orders.deliveryFeeCents,
      isTaxIncluded: orders.isTaxIncluded,
      taxTable: orders.taxTable,
      applied: orders.appliedPromotions,
      earlier: sql<readonly number[]>`(${selectEarlierOrders(db, orders, needs.spentDays)})`,
      tags: needs.needsTags ? TAGS_WHEN_ORDERED : sql<readonly string[]>`'[]'::jsonb`,
    })
    .from(orders)
    .where(where)
    .orderBy(...NEWEST_FIRST)
    .limit(most);
  const items = await listPaidLines(
    db,
    rows.map(({ id }) => id),
  );
  const byOrder = Map.groupBy(items, ({ orderId }) => orderId);
  const past = rows
    .toReversed()
    .flatMap(({ number, placedAt, applied, earlier, fulfillment, requestedFor, postalCode, email, tags, ...row }): PastOrder[] => {
      const lines = byOrder.get(row.id) ?? [];
      if (number === null || placedAt === null || lines.length === 0) return [];
      const customer = { email, ...toEarlierOrders(earlier, needs.spentDays), tags, usesByPromotion: {} };
      const had = applied.map(({ promotionId, code }) => ({ promotionId, code }));
      return [{ ...row, number, placedAt, lines, applied: had, facts: { fulfillment, requestedFor, postalCode, customer } }];
    });
  return { orders: past, total };
}

async function listPaidLines(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return [];
  return db
    .select({
      orderId: orderItems.orderId,
      productId: orderItems.productId,
      name: orderItems.name,
      unitPrice: orderItems.unitPriceCents,
      quantity: orderItems.quantity,
      taxRate: orderItems.taxRatePpm,
      weight: orderItems.weight,
    })
    .from(orderItems)
    .where(and(eq(orderItems.isFreeItem, false), inArray(orderItems.orderId, [...orderIds])))
    .orderBy(asc(orderItems.position));
}
