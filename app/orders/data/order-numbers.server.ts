import { inArray } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { orders } from "./tables.ts";

/** Order numbers by id, of those that have one. */
export async function findOrderNumbers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.flatMap(({ id, number }) => (number === null ? [] : [[id, number]])));
}
