import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { carts } from "#app/cart/data/tables.ts";
import { ERASURE, type ErasureFacts } from "#app/orders/domain/customers/customer-erasure.ts";
import { orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { PERSONAL_TABLES } from "./personal-data.server.ts";
import type { Person } from "./person.server.ts";

/** Locks the person's carts, then their orders, as a checkout does. The customer's row is locked afterwards (`customerRecords`). */
export async function lockPerson(tx: Db, { cartIds, orderIds }: Person): Promise<void> {
  await tx
    .select({ id: carts.id })
    .from(carts)
    .where(inArray(carts.id, [...cartIds]))
    .orderBy(asc(carts.id))
    .for("update");
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
    .orderBy(asc(orders.id))
    .for("update");
}

/** The history refuses every change except in this transaction, by a trigger. */
async function allowHistoryChanges(tx: Db, isAllowed: boolean): Promise<void> {
  await tx.execute(sql`select set_config('shopbell.erases_customer', ${isAllowed ? "on" : "off"}, true)`);
}

export async function readErasureFacts(db: Db, { orderIds, paymentIds }: Person): Promise<ErasureFacts> {
  const ids = sql`${sql.param(orderIds)}::uuid[]`;
  const [facts] = await db.execute<{ [Fact in keyof ErasureFacts]: number }>(
    sql`select
      (select count(*)::int from orders where id = any(${ids})
        and (status not in ('completed', 'rejected', 'cancelled', 'abandoned') or pending_action is not null)) as "openOrders",
      (select count(*)::int from (
        select id from orders where id = any(${ids}) and payment_state = 'authorized'
        union
        select order_id from payment_intents where order_id = any(${ids}) and provider_id is not null
          and (capturable_cents > 0 or (wanted = 'void' and closed_at is null))
        union
        select order_id from refunds where order_id = any(${ids}) and status = 'pending'
      ) open) as "openPayments",
      (select count(*)::int from (${selectOpenDisputes(orderIds)}) disputed) as disputes,
      (select count(*)::int from payment_problems where settled_at is null
        and (order_id = any(${ids}) or intent_id = any(${sql.param(paymentIds)}::text[]))) as problems`,
    "objects",
  );
  if (facts === undefined) throw new Error("the orders were not counted");
  return facts;
}

/** Disputed orders whose disputes the shop has not lost yet. */
function selectOpenDisputes(orderIds: readonly string[]): SQL {
  return sql`select o.id, o.payment_intent_id from orders o where o.id = any(${sql.param(orderIds)}::uuid[]) and o.is_disputed
    and not exists (select from payment_intents i where i.provider_id = o.payment_intent_id and i.is_dispute_lost)`;
}

/** The same orders, as input of `refreshDispute`. */
export async function listOpenDisputes(db: Db, { orderIds }: Person) {
  const rows = await db.execute<{ id: string; payment_intent_id: string | null }>(selectOpenDisputes(orderIds), "objects");
  return rows.map(({ id, payment_intent_id: paymentIntentId }) => ({ id, paymentIntentId, isDisputed: true }));
}

/** Erases the person from every table of the registry. Orders and amounts stay. */
export async function erasePerson(tx: Db, person: Person): Promise<void> {
  await allowHistoryChanges(tx, true);
  for (const { erase } of Object.values(PERSONAL_TABLES)) for (const statement of erase) await tx.execute(statement(person));
  await allowHistoryChanges(tx, false);
}

/** Whether the customer with this id was erased. */
export async function wasErased(db: Db, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, "customer"), sql`${auditLog.subjectIds} @> array[${String(id)}]`, eq(auditLog.action, ERASURE)));
  return rows.length > 0;
}
