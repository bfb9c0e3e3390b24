import { and, eq, inArray, lte, or, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { SOLD } from "#app/orders/data/figures/order-measures.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { customers } from "./tables.ts";

/** What staff see of the customer next to an order. */
export interface CustomerOfOrder {
  readonly id: number;
  readonly notes: string;
  readonly allergies: string;
  /** 1 for the first order; 0 for one that was rejected or cancelled. */
  readonly position: number;
}

/** The customers of these orders, by order id. */
export async function listCustomersOfOrders(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, CustomerOfOrder>> {
  if (orderIds.length === 0) return new Map();
  const counted = alias(orders, "counted");
  const isUpToThis = or(lt(counted.placedAt, orders.placedAt), and(eq(counted.placedAt, orders.placedAt), lte(counted.id, orders.id)));
  const position = db
    .select({ count: sql`count(*)::int` })
    .from(counted)
    .where(and(eq(counted.customerId, customers.id), inArray(counted.status, [...SOLD]), isUpToThis));
  const rows = await db
    .select({
      orderId: orders.id,
      id: customers.id,
      notes: customers.notes,
      allergies: customers.allergies,
      position: sql<number>`case when ${inArray(orders.status, [...SOLD])} then (${position}) else 0 end`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(inArray(orders.id, [...orderIds]));
  return new Map(rows.map(({ orderId, ...customer }) => [orderId, customer]));
}
