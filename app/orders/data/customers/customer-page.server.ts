import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { CustomerOrder } from "#app/orders/domain/customers/customer-order.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { SOLD } from "#app/orders/data/figures/order-measures.server.ts";
import { NEWEST_FIRST } from "#app/orders/data/orders.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import { customerContacts } from "./tables.ts";

/** A page of the customer's placed orders, newest first, also rejected and cancelled ones. */
export async function listCustomerOrders(
  db: Db,
  customerId: number,
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
): Promise<{ readonly rows: readonly CustomerOrder[]; readonly total: number }> {
  const where = eq(orders.customerId, customerId);
  const [rows, [found]] = await Promise.all([
    db
      .select({
        id: orders.id,
        number: orders.number,
        placedAt: orders.placedAt,
        status: orders.status,
        finalTotal: sql<number>`${orders.finalTotalCents}`,
        currency: orders.currency,
      })
      .from(orders)
      .where(where)
      .orderBy(...NEWEST_FIRST)
      .limit(perPage)
      .offset((page - 1) * perPage),
    db.select({ total: count() }).from(orders).where(where),
  ]);
  return { rows, total: found?.total ?? 0 };
}

const MOST_FAVOURITES = 5;

/** The most ordered dishes, by quantity, without gifts; named as in the newest order. */
export async function listFavourites(
  db: Db,
  customerId: number,
): Promise<readonly { readonly productId: number; readonly name: string; readonly quantity: number }[]> {
  const quantity = sql<number>`sum(${orderItems.quantity})::int`;
  return db
    .select({
      productId: orderItems.productId,
      name: sql<string>`(array_agg(${orderItems.name} order by ${orders.placedAt} desc))[1]`,
      quantity,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orders.customerId, customerId), inArray(orders.status, [...SOLD]), eq(orderItems.isFreeItem, false)))
    .groupBy(orderItems.productId)
    .orderBy(desc(quantity), asc(orderItems.productId))
    .limit(MOST_FAVOURITES);
}

/** The normalised emails and phone numbers that identify the customer's orders, emails first. */
export async function listContactKeys(db: Db, customerId: number): Promise<readonly string[]> {
  const rows = await db
    .select({ key: customerContacts.key })
    .from(customerContacts)
    .where(eq(customerContacts.customerId, customerId))
    .orderBy(desc(sql`${customerContacts.key} like '%@%'`), asc(customerContacts.key));
  return rows.map((row) => row.key);
}
