import { count, sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./database.server.ts";

/** Counts above this show as "more than 1000". */
export const COUNT_CAP = 1000;

/** Counts matching rows up to 1000. */
export async function countUpTo(
  db: Db,
  table: PgTable,
  where: SQL | undefined,
): Promise<{ readonly total: number; readonly isTotalCapped: boolean }> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(table)
    .where(where)
    .limit(COUNT_CAP + 1)
    .as("some");
  const [row] = await db.select({ n: count() }).from(some);
  const total = row?.n ?? 0;
  return { total: Math.min(total, COUNT_CAP), isTotalCapped: total > COUNT_CAP };
}
