import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { ERASURE } from "#app/orders/domain/customers/customer-erasure.ts";
import type { CustomerRecord } from "#app/orders/domain/customers/customer-merge.ts";
import { orders } from "#app/orders/data/tables.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { customerContacts, customers } from "./tables.ts";
import { readRows } from "#app/staff/data/table-records.ts";

export const customerRecords: RecordStore<CustomerRecord> = {
  kind: "customer",
  nameOf: (value) => value.name,
  final: [ERASURE],

  async find(db, ids, lock) {
    if (ids.length === 0) return new Map();
    // Contacts first, in the order of their keys: an arriving order locks its contact, then the customer.
    if (lock !== undefined) await contactsOf(db, ids).for("update");
    const rows = await readRows(db, customers, ids, lock);
    const contacts = Map.groupBy(await contactsOf(db, ids), (row) => row.customerId);
    return new Map(
      rows.map(({ id, version, name, notes, allergies, tags, isBlocked, blockedReason, consentSource, ...row }) => {
        const keys = (contacts.get(id) ?? []).map((row) => row.key);
        const consent = {
          marketingConsent: row.marketingConsent ?? "none",
          consentSource,
          consentAt: row.consentAt?.toISOString() ?? null,
        } as const;
        return [id, { version, value: { name, notes, allergies, tags, isBlocked, blockedReason, ...consent, contacts: keys } }];
      }),
    );
  },

  check: (_tx, _id, { marketingConsent, consentSource }) =>
    Promise.resolve(marketingConsent !== "none" && consentSource === "" ? { consentSource: NO_SOURCE } : undefined),

  /** Used only to restore a merged customer; orders create all others. */
  async insert(tx, { contacts, tags, ...value }, id) {
    if (id === undefined) throw new Error("customers are made from orders");
    const email = contacts.find((key) => key.includes("@")) ?? "";
    const phone = contacts.find((key) => !key.includes("@")) ?? "";
    await tx.insert(customers).values({ ...value, ...consentColumns(value), id, tags: [...tags], email, phone });
    await takeContacts(tx, id, contacts);
    return id;
  },

  async update(tx, id, { tags, contacts, ...value }, before) {
    const isAnswered = value.marketingConsent !== before?.marketingConsent || value.consentSource !== before?.consentSource;
    const isNew = isAnswered && value.consentAt === before?.consentAt && value.marketingConsent !== "none";
    await tx
      .update(customers)
      .set({
        ...value,
        ...consentColumns(value),
        ...(isNew ? { consentAt: sql`now()` } : {}),
        tags: [...tags],
        version: sql`${customers.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(customers.id, id));
    await takeContacts(
      tx,
      id,
      contacts.filter((key) => before?.contacts.includes(key) !== true),
    );
  },

  async remove(tx, id) {
    await tx.delete(customers).where(eq(customers.id, id));
  },
};

const NO_SOURCE = "Enter where the answer comes from, such as asked at the counter.";

/** "Not asked" has no source and no time. Entries of earlier versions have no consent fields. */
function consentColumns({ marketingConsent, consentSource, consentAt }: Partial<CustomerRecord>) {
  if (marketingConsent === undefined || marketingConsent === "none") return { marketingConsent: null, consentSource: "", consentAt: null };
  return {
    marketingConsent,
    consentSource: consentSource ?? "",
    consentAt: consentAt === undefined || consentAt === null ? null : new Date(consentAt),
  };
}

function contactsOf(db: Db, ids: readonly number[]) {
  return db
    .select()
    .from(customerContacts)
    .where(inArray(customerContacts.customerId, [...ids]))
    .orderBy(asc(customerContacts.key));
}

/** Moves contacts to this customer, with the orders that belong by them: those of an email, and those of a phone number without an email. */
async function takeContacts(tx: Db, id: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const from = await tx
    .select({ id: customerContacts.customerId })
    .from(customerContacts)
    .where(inArray(customerContacts.key, [...keys]));
  await tx
    .insert(customerContacts)
    .values(keys.map((key) => ({ key, customerId: id })))
    .onConflictDoUpdate({ target: customerContacts.key, set: { customerId: id } });
  const givers = [...new Set(from.map((row) => row.id))].filter((giver) => giver !== id);
  const main = sql`coalesce(nullif(${orders.emailKey}, ''), ${orders.phoneKey})`;
  if (givers.length > 0)
    await tx
      .update(orders)
      .set({ customerId: id })
      .where(sql`${inArray(orders.customerId, givers)} and ${inArray(main, [...keys])}`);
  await showNewestContacts(tx, [id, ...givers]);
}

/** Gives these customers the email and phone number of their newest order, as a new order does. */
export async function showNewestContacts(tx: Db, ids: readonly number[]): Promise<void> {
  const newest = (column: (typeof orders)["customerEmail" | "customerPhone"]) =>
    sql`(select ${column} from ${orders} where ${orders.customerId} = ${customers.id} and ${column} <> '' order by ${orders.placedAt} desc, ${orders.id} limit 1)`;
  await tx
    .update(customers)
    .set({
      email: sql`coalesce(${newest(orders.customerEmail)}, ${customers.email})`,
      phone: sql`coalesce(${newest(orders.customerPhone)}, ${customers.phone})`,
      createdAt: sql`least(${customers.createdAt}, (select min(${orders.placedAt}) from ${orders} where ${orders.customerId} = ${customers.id}))`,
    })
    .where(inArray(customers.id, [...ids]));
}

/** Moves every order of one customer to another. */
export async function moveOrders(tx: Db, from: number, to: number): Promise<void> {
  await tx.update(orders).set({ customerId: to }).where(eq(orders.customerId, from));
}

/** All tags in use, by name; the first `limit`. */
export async function listCustomerTags(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db.execute<{ tag: string }>(
    sql`select distinct unnest(${customers.tags}) as tag from ${customers} where ${customers.tags} <> '{}' order by tag limit ${limit}`,
    "objects",
  );
  return rows.map((row) => row.tag);
}
