import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { SOLD } from "#app/orders/data/figures/order-measures.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { rowsAsJson } from "#app/platform/db/rows-as-json.server.ts";
import { customers } from "./tables.ts";

/** Number of orders searched for the usual one. */
const LATEST = 20;

/** Data of a customer who orders by telephone or at the counter; undefined: no such customer. */
export async function findCallingCustomer(db: Db, id: number) {
  const [[customer], earlier] = await Promise.all([
    db
      .select({
        id: customers.id,
        name: customers.name,
        email: customers.email,
        phone: customers.phone,
        notes: customers.notes,
        allergies: customers.allergies,
        isBlocked: customers.isBlocked,
        blockedReason: customers.blockedReason,
      })
      .from(customers)
      .where(eq(customers.id, id)),
    db
      .select({
        fulfillment: orders.fulfillment,
        address: orders.address,
        items: rowsAsJson(
          orderItems,
          sql`${orderItems.orderId} = ${orders.id} and not ${orderItems.isFreeItem}`,
          sql`${orderItems.position}`,
        ),
      })
      .from(orders)
      .where(and(eq(orders.customerId, id), inArray(orders.status, [...SOLD]), isNotNull(orders.placedAt)))
      .orderBy(desc(orders.placedAt))
      .limit(LATEST),
  ]);
  return customer === undefined ? undefined : { ...customer, earlier };
}
