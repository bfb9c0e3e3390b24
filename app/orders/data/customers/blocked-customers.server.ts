import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { preparedQuery } from "#app/platform/db/prepared-query.server.ts";
import type { CustomerKeys } from "#app/promotions/data/promotions.server.ts";
import { customerContacts, customers } from "./tables.ts";

/** Whether the email or phone number belongs to a blocked customer. */
export async function isCustomerBlocked(db: Db, { emailKey, phoneKey }: CustomerKeys): Promise<boolean> {
  return (await blockedByKeys(db, { emailKey, phoneKey })).length > 0;
}

const blockedByKeys = preparedQuery("blocked_customer", (db) =>
  db
    .select({ id: customers.id })
    .from(customerContacts)
    .innerJoin(customers, and(eq(customers.id, customerContacts.customerId), eq(customers.isBlocked, true)))
    .where(and(inArray(customerContacts.key, [sql.placeholder("emailKey"), sql.placeholder("phoneKey")]), ne(customerContacts.key, "")))
    .limit(1),
);
