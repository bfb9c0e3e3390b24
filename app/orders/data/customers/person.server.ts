import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { carts } from "#app/cart/data/tables.ts";
import { reviews } from "#app/content/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { listContactKeys } from "./customer-page.server.ts";
import { customers } from "./tables.ts";

/** The ids and keys of all rows about one customer. */
export interface Person {
  readonly id: number;
  /** This customer, and those who were merged into it. */
  readonly ids: readonly number[];
  /** Normalised emails and phone numbers (`customerKeys`). */
  readonly contacts: readonly string[];
  /** Also unpaid and abandoned checkouts. */
  readonly orderIds: readonly string[];
  readonly cartIds: readonly string[];
  readonly reviewIds: readonly number[];
  /** The provider's ids of their payments. */
  readonly paymentIds: readonly string[];
  /** Emails as spelled in orders, and in promotions for named customers. */
  readonly emails: readonly string[];
}

/** Normalises typed emails and phone numbers; empty ones are left out. */
export type KeysOf = (typed: { readonly email?: string | undefined; readonly phone?: string | undefined }) => readonly string[];

/** Finds the customer's rows; undefined if there is no such customer. */
export async function findPerson(db: Db, id: number, keysOf: KeysOf): Promise<Person | undefined> {
  const [customer] = await db.select({ email: customers.email }).from(customers).where(eq(customers.id, id));
  if (customer === undefined) return undefined;
  const contacts = await listContactKeys(db, id);
  const ordered = await listOrdersOf(db, id, contacts);
  const orderIds = ordered.map((order) => order.id);
  const orderCarts = ordered.flatMap(({ cartId }) => (cartId === null ? [] : [cartId]));
  // Sequential: a transaction has one connection.
  const ids = await listMergedIds(db, id);
  const cartIds = await listCartsOf(db, { contacts, orderCarts }, keysOf);
  const reviewed = await db.select({ id: reviews.id }).from(reviews).where(inArray(reviews.orderId, orderIds));
  const paid = await db.select({ id: paymentIntents.providerId }).from(paymentIntents).where(inArray(paymentIntents.orderId, orderIds));
  const named = await listEmailsInPromotions(db);
  const isTheirs = (email: string) => keysOf({ email }).some((key) => contacts.includes(key));
  const payments = [...paid.map((row) => row.id), ...ordered.map((order) => order.paymentId)];
  return {
    id,
    ids,
    contacts,
    orderIds,
    cartIds,
    reviewIds: [...new Set([...reviewed.map((row) => row.id), ...(await listDeletedReviews(db, orderIds))])],
    paymentIds: [...new Set(payments.filter((paymentId) => paymentId !== null))],
    emails: [...new Set([customer.email, ...ordered.map((order) => order.email), ...named.filter(isTheirs)])].filter(
      (email) => email !== "",
    ),
  };
}

/** Placed orders of the customer, and unpaid checkouts, which belong to it by email, else by phone. */
async function listOrdersOf(db: Db, id: number, contacts: readonly string[]) {
  const keys = [...contacts];
  const isUnplaced = and(
    sql`${orders.customerId} is null`,
    or(inArray(orders.emailKey, keys), and(eq(orders.emailKey, ""), inArray(orders.phoneKey, keys))),
  );
  return db
    .select({ id: orders.id, cartId: orders.cartId, email: orders.customerEmail, paymentId: orders.paymentIntentId })
    .from(orders)
    .where(or(eq(orders.customerId, id), isUnplaced))
    .orderBy(orders.id);
}

/** Carts with a draft of these contacts, and carts of the orders whose draft has no contacts. */
async function listCartsOf(
  db: Db,
  { contacts, orderCarts }: { readonly contacts: readonly string[]; readonly orderCarts: readonly string[] },
  keysOf: KeysOf,
): Promise<readonly string[]> {
  const email = sql<string>`coalesce(${carts.draft} ->> 'email', '')`;
  const phone = sql<string>`coalesce(${carts.draft} ->> 'phone', '')`;
  const found = await db
    .select({ id: carts.id, email, phone })
    .from(carts)
    .where(or(sql`${email} <> ''`, sql`${phone} <> ''`, inArray(carts.id, [...orderCarts])))
    .orderBy(carts.id);
  return found
    .filter((cart) => {
      const [main] = keysOf(cart);
      return main === undefined ? orderCarts.includes(cart.id) : contacts.includes(main);
    })
    .map((cart) => cart.id);
}

/** The current customer with this id: itself, or the one it was merged into. Null if neither exists. */
export async function findCurrentCustomer(db: Db, id: number): Promise<number | null> {
  let current = id;
  // Each step leads to a later merge, so the loop ends.
  for (;;) {
    const [found] = await db.select({ id: customers.id }).from(customers).where(eq(customers.id, current));
    if (found !== undefined) return current;
    const next = await findMergedInto(db, current);
    if (next === null || next === id) return null;
    current = next;
  }
}

/** The remaining customer of a merge, from the last history entry about this one. */
async function findMergedInto(db: Db, id: number): Promise<number | null> {
  const [entry] = await db
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, "customer"), sql`${auditLog.subjectIds} @> array[${String(id)}]`))
    .orderBy(desc(auditLog.id))
    .limit(1);
  const after: Readonly<Record<string, unknown>> = { ...(entry?.after as object | null | undefined) };
  if (after[id] !== null) return null;
  const stays = Object.keys(after).find((key) => after[key] !== null);
  return stays === undefined ? null : Number(stays);
}

async function listMergedIds(db: Db, id: number): Promise<readonly number[]> {
  const ids = [id];
  const looked = new Set(ids);
  for (const each of ids) {
    const entries = await db
      .select({ ids: auditLog.subjectIds })
      .from(auditLog)
      .where(and(eq(auditLog.subjectKind, "customer"), sql`${auditLog.subjectIds} @> array[${String(each)}]`));
    for (const other of new Set(entries.flatMap((entry) => entry.ids ?? []).map(Number))) {
      if (looked.has(other)) continue;
      looked.add(other);
      if ((await findMergedInto(db, other)) === each) ids.push(other);
    }
  }
  return ids;
}

/** Deleted reviews of these orders that the history could restore. */
async function listDeletedReviews(db: Db, orderIds: readonly string[]): Promise<readonly number[]> {
  const ids = sql`${sql.param(orderIds)}::text[]`;
  const rows = await db.execute<{ id: string }>(
    sql`select distinct state.key as id from ${auditLog}, jsonb_each(case when jsonb_typeof(before) = 'object' then before else '{}' end) as state
        where subject_kind = 'review' and state.value ->> 'orderId' = any(${ids}) and state.key ~ '^[0-9]{1,10}$'`,
    "objects",
  );
  return rows.map(({ id }) => Number(id));
}

/** All emails in promotions for named customers, now or in earlier versions. */
async function listEmailsInPromotions(db: Db): Promise<readonly string[]> {
  const naming = "%customer-email%";
  const now = await db
    .select({ of: promotions.condition })
    .from(promotions)
    .where(sql`${promotions.condition}::text like ${naming}`);
  const earlier = await db
    .select({ before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(sql`${auditLog.subjectKind} in ('promotion', 'configuration') and concat(${auditLog.before}, ${auditLog.after}) like ${naming}`);
  return [...new Set(textsIn([now, earlier]).filter((text) => text.includes("@")))];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
