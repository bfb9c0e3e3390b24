import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { stationsDone } from "./tables.ts";

/** Finished stations by order, latest last. */
export async function listStationsDone(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(stationsDone)
    .where(inArray(stationsDone.orderId, [...orderIds]))
    .orderBy(asc(stationsDone.at));
  return new Map([...Map.groupBy(rows, (row) => row.orderId)].map(([id, done]) => [id, done.map((row) => row.station)]));
}

/** Returns whether the station was not yet done. */
export async function putStationDone(tx: Db, orderId: string, station: string, at: Date): Promise<boolean> {
  const added = await tx.insert(stationsDone).values({ orderId, station, at }).onConflictDoNothing().returning();
  return added.length > 0;
}

/** Returns whether the station was done before. */
export async function removeStationDone(tx: Db, orderId: string, station: string): Promise<boolean> {
  const removed = await tx
    .delete(stationsDone)
    .where(and(eq(stationsDone.orderId, orderId), eq(stationsDone.station, station)))
    .returning();
  return removed.length > 0;
}

/** Removes the finished parts of all stations. */
export async function removeStationsDone(tx: Db, orderId: string): Promise<void> {
  await tx.delete(stationsDone).where(eq(stationsDone.orderId, orderId));
}

/** The first caller may print the order's ticket automatically, also when it repeats the request with the same key. Other callers may not. */
export async function claimPrint(db: Db, orderId: string, key: string, at: Date): Promise<boolean> {
  const claimed = await db
    .update(orders)
    .set({ printedAt: sql`coalesce(${orders.printedAt}, ${at.toISOString()}::timestamptz)`, printedBy: key })
    .where(
      and(
        eq(orders.id, orderId),
        or(isNull(orders.printedAt), eq(orders.printedBy, key)),
        inArray(orders.status, ["accepted", "preparing"]),
      ),
    )
    .returning({ id: orders.id });
  return claimed.length > 0;
}
