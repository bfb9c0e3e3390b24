import { and, asc, eq, gt, isNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { customers } from "./tables.ts";

/** Ids above `after` of customers whose record and last checkout are older than `before`, without those who agreed to marketing or are blocked. */
export async function listInactiveCustomers(
  db: Db,
  { before, after, limit }: { readonly before: Date; readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const rows = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(gt(customers.id, after), isInactive(before)))
    .orderBy(asc(customers.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function isInactiveCustomer(db: Db, id: number, before: Date): Promise<boolean> {
  const found = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.id, id), isInactive(before)));
  return found.length > 0;
}

function isInactive(before: Date): SQL | undefined {
  const since = sql`${before.toISOString()}::timestamptz`;
  return and(
    lt(customers.createdAt, before),
    eq(customers.isBlocked, false),
    or(isNull(customers.marketingConsent), ne(customers.marketingConsent, "given")),
    sql`not exists (select from ${orders} where ${orders.customerId} = ${customers.id} and ${orders.createdAt} >= ${since})`,
  );
}
