import { and, eq, inArray, lte, ne, or, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { SOLD } from "#app/orders/data/figures/order-measures.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { allAllergies } from "#app/orders/domain/customer-words.ts";
import { customerContacts, customers } from "./tables.ts";

/** What staff see of the customer next to an order. */
export interface CustomerOfOrder {
  readonly id: number;
  readonly notes: string;
  /** Includes the allergies of the customer with the same phone number: a wrong match does no harm. */
  readonly allergies: string;
  /** 1 for the first order; 0 for a rejected or cancelled one. */
  readonly position: number;
  /** Another customer who gave the order's phone number first, maybe the same person with another email; null: none. */
  readonly samePhone: { readonly id: number; readonly name: string } | null;
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
  const other = alias(customers, "other");
  const rows = await db
    .select({
      orderId: orders.id,
      id: customers.id,
      notes: customers.notes,
      allergies: customers.allergies,
      position: sql<number>`case when ${inArray(orders.status, [...SOLD])} then (${position}) else 0 end`,
      samePhone: { id: other.id, name: other.name },
      otherAllergies: other.allergies,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(customerContacts, and(eq(customerContacts.key, orders.phoneKey), ne(orders.phoneKey, "")))
    .leftJoin(other, and(eq(other.id, customerContacts.customerId), ne(other.id, customers.id)))
    .where(inArray(orders.id, [...orderIds]));
  return new Map(
    rows.map(({ orderId, otherAllergies, ...customer }) => [
      orderId,
      { ...customer, allergies: allAllergies(customer.allergies, otherAllergies ?? "") },
    ]),
  );
}

/** Adds the known allergies of their customers to these orders, for the kitchen; never shown to the customer. */
export async function withKnownAllergies<Order extends { readonly id: string; readonly allergyNote: string }>(
  db: Db,
  found: readonly Order[],
): Promise<readonly Order[]> {
  const known = await listCustomersOfOrders(
    db,
    found.map(({ id }) => id),
  );
  return found.map((order) => ({ ...order, allergyNote: allAllergies(order.allergyNote, known.get(order.id)?.allergies ?? "") }));
}
