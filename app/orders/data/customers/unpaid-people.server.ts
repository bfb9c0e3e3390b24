import { and, asc, eq, inArray, isNull, lt, ne } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import { ERASED_NAME } from "#app/orders/domain/customers/customer-erasure.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Person } from "./person.server.ts";

/**
 * Locks checkouts begun before then that nobody paid and that belong to no customer, as nobody's rows; null: there are none. Those with an open payment
 * problem stay until staff have seen to it.
 */
export async function lockUnpaidPeople(tx: Db, before: Date, limit: number): Promise<Person | null> {
  const unpaid = await tx
    .select({ id: orders.id, paymentId: orders.paymentIntentId })
    .from(orders)
    .where(
      and(
        eq(orders.status, "abandoned"),
        lt(orders.createdAt, before),
        isNull(orders.customerId),
        isNull(orders.paymentProblem),
        ne(orders.customerName, ERASED_NAME),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(limit)
    .for("update");
  if (unpaid.length === 0) return null;
  const orderIds = unpaid.map(({ id }) => id);
  const made = await tx.select({ id: paymentIntents.providerId }).from(paymentIntents).where(inArray(paymentIntents.orderId, orderIds));
  const payments = [...unpaid.map(({ paymentId }) => paymentId), ...made.map(({ id }) => id)];
  return {
    id: 0,
    ids: [],
    contacts: [],
    orderIds,
    // Their customers may still fill them; old ones are removed by themselves.
    cartIds: [],
    reviewIds: [],
    paymentIds: [...new Set(payments.filter((id) => id !== null))],
    emails: [],
  };
}
