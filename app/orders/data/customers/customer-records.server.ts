import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { customers } from "./tables.ts";

/** A customer as staff edit it. */
export interface CustomerRecord {
  readonly name: string;
  readonly notes: string;
  readonly allergies: string;
  readonly tags: readonly string[];
  readonly isBlocked: boolean;
  readonly blockedReason: string;
}

export const customerRecords: RecordStore<CustomerRecord> = {
  kind: "customer",
  nameOf: (value) => value.name,

  async find(db, ids, lock) {
    if (ids.length === 0) return new Map();
    const query = db
      .select()
      .from(customers)
      .where(inArray(customers.id, [...ids]))
      .orderBy(asc(customers.id));
    const rows = await (lock === undefined ? query : query.for("update"));
    return new Map(
      rows.map(({ id, version, name, notes, allergies, tags, isBlocked, blockedReason }) => [
        id,
        { version, value: { name, notes, allergies, tags, isBlocked, blockedReason } },
      ]),
    );
  },

  insert() {
    throw new Error("customers are made from orders");
  },

  async update(tx, id, { tags, ...value }) {
    await tx
      .update(customers)
      .set({ ...value, tags: [...tags], version: sql`${customers.version} + 1`, updatedAt: sql`now()` })
      .where(eq(customers.id, id));
  },

  async remove(tx, id) {
    await tx.delete(customers).where(eq(customers.id, id));
  },
};

/** All tags in use, by name; the first `limit`. */
export async function listCustomerTags(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db.execute<{ tag: string }>(
    sql`select distinct unnest(${customers.tags}) as tag from ${customers} where ${customers.tags} <> '{}' order by tag limit ${limit}`,
    "objects",
  );
  return rows.map((row) => row.tag);
}
