import { and, asc, desc, eq, gte, inArray, isNotNull, notInArray, sql } from "drizzle-orm";
import { countEarlierOrders } from "#app/cart/data/orders-seen.server.ts";
import type { PastOrder } from "#app/cart/domain/promotion-preview/replay.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { SHOP_CURRENCY } from "#app/store/data/shop-currency.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";

/** The newest `most` orders received since then and not cancelled, without test orders and those in another currency, oldest first, and their total number. */
export async function listPastOrders(
  db: Db,
  since: Date,
  most: number,
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
      email: orders.customerEmail,
      emailKey: orders.emailKey,
      phoneKey: orders.phoneKey,
      deliveryFee: orders.deliveryFeeCents,
      isTaxIncluded: orders.isTaxIncluded,
      taxTable: orders.taxTable,
      applied: orders.appliedPromotions,
      earlierOrders: sql<number>`(${countEarlierOrders(db, orders)})`,
    })
    .from(orders)
    .where(where)
    .orderBy(desc(orders.placedAt), desc(orders.id))
    .limit(most);
  const items = await listPaidLines(
    db,
    rows.map(({ id }) => id),
  );
  const byOrder = Map.groupBy(items, ({ orderId }) => orderId);
  const past = rows.toReversed().flatMap(({ number, placedAt, applied, ...row }): PastOrder[] => {
    const lines = byOrder.get(row.id) ?? [];
    if (number === null || placedAt === null || lines.length === 0) return [];
    return [{ ...row, number, placedAt, lines, applied: applied.map(({ promotionId, code }) => ({ promotionId, code })) }];
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
    })
    .from(orderItems)
    .where(and(eq(orderItems.isFreeItem, false), inArray(orderItems.orderId, [...orderIds])))
    .orderBy(asc(orderItems.position));
}
