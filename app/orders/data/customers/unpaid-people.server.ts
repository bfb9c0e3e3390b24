import { and, asc, eq, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import { ERASED_NAME } from "#app/orders/domain/customers/customer-erasure.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { customerContacts } from "./tables.ts";
import type { Person } from "./person.server.ts";

/**
 * Locks unpaid checkouts before then by people without a customer record; null: none. Those with an open payment problem stay until staff resolve it.
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
        // A paid order, or one whose payment is still being undone, must be kept for both the payer and the shop.
        eq(orders.capturedCents, 0),
        eq(orders.isDisputed, false),
        sql`not exists (select from ${paymentIntents} i where i.order_id = ${orders.id}
          and (i.received_cents > 0 or i.capturable_cents > 0 or i.is_disputed or (i.wanted = 'void' and i.closed_at is null)))`,
        sql`not exists (select from ${customerContacts} c where c.key in (${orders.emailKey}, ${orders.phoneKey}))`,
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
    // Their carts may still be in use; the reconciler deletes old carts.
    cartIds: [],
    reviewIds: [],
    paymentIds: [...new Set(payments.filter((id) => id !== null))],
    emails: [],
  };
}
