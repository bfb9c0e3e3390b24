import { SHOP_CURRENCY } from "#app/store/data/shop-currency.server.ts";
import { and, asc, count, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { CustomerListQuery } from "#app/orders/domain/customers/customer.schema.ts";
import { escapeLike } from "#app/platform/db/escape-like.ts";
import { sortText } from "#app/platform/db/sort-text.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { SOLD } from "#app/orders/data/figures/order-measures.server.ts";
import { orders, paidForOrder } from "#app/orders/data/tables.ts";
import { customerContacts, customers } from "./tables.ts";

/** A row of the customer list. Rejected and cancelled orders do not count. */
export interface CustomerRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly tags: readonly string[];
  readonly isBlocked: boolean;
  /** Null: not asked. */
  readonly marketingConsent: "given" | "withdrawn" | null;
  readonly consentSource: string;
  readonly consentAt: Date | null;
  readonly orderCount: number;
  /** In cents of the shop's currency, less refunds. */
  readonly spent: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
}

/** Counts and amounts of a customer's orders, as reports count them (docs/rules/figures.md). */
const totals = {
  orderCount: sql<number>`count(*)::int`.as("order_count"),
  spent: sql<number>`coalesce(sum(${paidForOrder(orders)}) filter (where ${orders.currency} = ${SHOP_CURRENCY}), 0)::float8`.as("spent"),
  firstAt: sql<Date | null>`min(${orders.placedAt})`.mapWith(orders.placedAt).as("first_at"),
  lastAt: sql<Date | null>`max(${orders.placedAt})`.mapWith(orders.placedAt).as("last_at"),
};

/** A page of the list, and how many customers match on all pages. */
export async function listCustomerRows(
  db: Db,
  query: CustomerListQuery,
): Promise<{ readonly rows: readonly CustomerRow[]; readonly total: number }> {
  const where = matching(query);
  const [rows, [found]] = await Promise.all([
    readRows(db, where, query.sort, { limit: query.per_page, offset: (query.page - 1) * query.per_page }),
    db.select({ total: count() }).from(customers).where(where),
  ]);
  return { rows, total: found?.total ?? 0 };
}

/** The customers with these ids, or all that match; at most `limit`. */
export async function listCustomersForFile(
  db: Db,
  query: CustomerListQuery,
  chosen: "all" | readonly number[],
  limit: number,
): Promise<readonly CustomerRow[]> {
  const where = chosen === "all" ? matching(query) : inArray(customers.id, [...chosen]);
  return readRows(db, where, query.sort, { limit, offset: 0 });
}

export async function findCustomerRow(db: Db, id: number): Promise<CustomerRow | undefined> {
  const [row] = await readRows(db, eq(customers.id, id), "name", { limit: 1, offset: 0 });
  return row;
}

async function readRows(
  db: Db,
  where: SQL | undefined,
  sort: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly CustomerRow[]> {
  const sums = db
    .select(totals)
    .from(orders)
    .where(and(eq(orders.customerId, customers.id), inArray(orders.status, [...SOLD])))
    .as("totals");
  const way = sort.startsWith("-") ? desc : asc;
  const column = { last: sums.lastAt, orders: sums.orderCount, spent: sums.spent }[sort.replace("-", "")] ?? sortText(customers.name);
  return db
    .select({
      id: customers.id,
      name: customers.name,
      email: customers.email,
      phone: customers.phone,
      tags: customers.tags,
      isBlocked: customers.isBlocked,
      marketingConsent: customers.marketingConsent,
      consentSource: customers.consentSource,
      consentAt: customers.consentAt,
      orderCount: sums.orderCount,
      spent: sums.spent,
      firstAt: sums.firstAt,
      lastAt: sums.lastAt,
    })
    .from(customers)
    .innerJoinLateral(sums, sql`true`)
    .where(where)
    .orderBy(sql`${way(column)} nulls last`, desc(customers.id))
    .limit(limit)
    .offset(offset);
}

function matching({ q, tag, blocked, consent }: CustomerListQuery): SQL | undefined {
  return and(
    searched(q),
    tag === "" ? undefined : sql`${tag} = any(${customers.tags})`,
    blocked === "" ? undefined : eq(customers.isBlocked, blocked === "yes"),
    consent === "" ? undefined : sql`coalesce(${customers.marketingConsent}, 'none') = ${consent}`,
  );
}

const MIN_DIGITS = 3;

/** Matches any part of the name or of an email or phone number, in any spelling. */
function searched(q: string): SQL | undefined {
  const text = q.trim();
  if (text === "") return undefined;
  const pattern = `%${escapeLike(text)}%`;
  const digits = /^[\d\s()+./-]+$/.test(text) ? text.replace(/\D/g, "") : "";
  const keys = digits.length >= MIN_DIGITS ? `%${digits}%` : `%${escapeLike(text.toLowerCase())}%`;
  // A phone number belongs to the customer who gave it first, so it is not a contact of this one.
  const isPhone = digits.length < MIN_DIGITS ? sql`false` : sql`regexp_replace(${customers.phone}, '\\D', '', 'g') like ${keys}`;
  return sql`(${customers.name} ilike ${pattern} or ${customers.email} ilike ${pattern} or ${isPhone}
    or exists (select from ${customerContacts} where ${customerContacts.customerId} = ${customers.id} and ${customerContacts.key} like ${keys}))`;
}

/** Customers for the command palette: by text, or by ids. */
export async function findCustomerNames(
  db: Db,
  ask: { readonly q: string } | { readonly ids: readonly number[] },
  limit: number,
): Promise<readonly { readonly id: number; readonly name: string; readonly email: string; readonly phone: string }[]> {
  return db
    .select({ id: customers.id, name: customers.name, email: customers.email, phone: customers.phone })
    .from(customers)
    .where("q" in ask ? searched(ask.q) : inArray(customers.id, [...ask.ids]))
    .orderBy(sortText(customers.name), asc(customers.id))
    .limit(limit);
}
