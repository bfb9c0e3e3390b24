import { and, asc, count, desc, eq, gt, gte, isNull, lte, min, sql, type SQL } from "drizzle-orm";
import { dayClosingOrders, dayClosings } from "./tables.ts";
import type { ClosingListQuery } from "#app/orders/domain/closing/closing.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { insertSet } from "#app/platform/db/insert-set.server.ts";
import { escapeLike } from "#app/platform/db/escape-like.ts";

export type ClosingRow = typeof dayClosings.$inferSelect;
export type NewClosing = typeof dayClosings.$inferInsert;
export type NewClosingOrder = Omit<typeof dayClosingOrders.$inferInsert, "closingId">;

/** An arbitrary number that no other advisory lock uses. */
const CLOSING_LOCK = 72_058_003;

/** Serializes closing and reopening days until the end of the transaction. */
export async function lockClosings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CLOSING_LOCK})`);
}

/** Prevents closing and reopening days until the end of the transaction; a shared lock. */
export async function holdClosings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${CLOSING_LOCK})`);
}

/** The latest closed day in its newest version. */
export async function findLastClosing(db: Db): Promise<ClosingRow | null> {
  const [row] = await db.select().from(dayClosings).orderBy(desc(dayClosings.number), desc(dayClosings.version)).limit(1);
  return row ?? null;
}

/** When the first closed day began; null: no day is closed yet. */
export async function findBooksStart(db: Db): Promise<Date | null> {
  const [row] = await db.select({ at: min(dayClosings.startsAt) }).from(dayClosings);
  return row?.at ?? null;
}

/** All versions of a closed day, the newest first. */
export async function listClosingVersions(db: Db, number: number): Promise<readonly ClosingRow[]> {
  return db.select().from(dayClosings).where(eq(dayClosings.number, number)).orderBy(desc(dayClosings.version));
}

/** Closed days from one day to another, both included, in order; reopened ones are left out. */
export async function listClosingsBetween(db: Db, from: string, to: string): Promise<readonly ClosingRow[]> {
  return db
    .select()
    .from(dayClosings)
    .where(and(isNull(dayClosings.reopenedAt), gte(dayClosings.day, from), lte(dayClosings.day, to)))
    .orderBy(asc(dayClosings.number));
}

/** A page of the closed days, each in its newest version. */
export async function listClosingPage(
  db: Db,
  query: ClosingListQuery,
): Promise<{ readonly rows: readonly ClosingRow[]; readonly total: number }> {
  const where = matching(query);
  const way = query.sort.startsWith("-") ? desc : asc;
  const [rows, [found]] = await Promise.all([
    db
      .select()
      .from(dayClosings)
      .where(where)
      .orderBy(way(dayClosings.number))
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page),
    db.select({ total: count() }).from(dayClosings).where(where),
  ]);
  return { rows, total: found?.total ?? 0 };
}

/** By number, day, note, or the staff member who closed it. */
function matching({ q, from, to }: ClosingListQuery): SQL | undefined {
  const text = q.trim();
  const pattern = `%${escapeLike(text)}%`;
  return and(
    sql`${dayClosings.version} = (select max(v.version) from ${dayClosings} v where v.number = ${dayClosings}.number)`,
    text === ""
      ? undefined
      : sql`(${dayClosings.number}::text = ${text} or ${dayClosings.day}::text like ${pattern} or ${dayClosings.note} ilike ${pattern}
          or ${dayClosings.closedByName} ilike ${pattern})`,
    from === "" ? undefined : gte(dayClosings.day, from),
    to === "" ? undefined : lte(dayClosings.day, to),
  );
}

export async function insertClosing(tx: Db, closing: NewClosing): Promise<ClosingRow> {
  const [row] = await tx.insert(dayClosings).values(closing).returning();
  if (row === undefined) throw new Error("the closed day was not stored");
  return row;
}

/** Stores a part of the orders that a closed day counts. */
export async function insertClosingOrders(tx: Db, closingId: number, counted: readonly NewClosingOrder[]): Promise<void> {
  const rows = counted.map((order) => ({ ...order, closingId }));
  if (rows.length > 0) await tx.execute(insertSet(dayClosingOrders, rows));
}

/** Marks it as reopened and frees its orders for the next closing. */
export async function reopenClosing(
  tx: Db,
  id: number,
  reopening: { readonly at: Date; readonly byId: number | null; readonly byName: string; readonly because: string },
): Promise<void> {
  await tx
    .update(dayClosings)
    .set({ reopenedAt: reopening.at, reopenedById: reopening.byId, reopenedByName: reopening.byName, reopenedBecause: reopening.because })
    .where(eq(dayClosings.id, id));
  await tx.delete(dayClosingOrders).where(eq(dayClosingOrders.closingId, id));
}

/** Whether a closed day counts the order. Reopening the day frees the order. */
export async function isCounted(db: Db, orderId: string): Promise<boolean> {
  return (await db.$count(dayClosingOrders, eq(dayClosingOrders.orderId, orderId))) > 0;
}

/** Whether a closed day includes that time. */
export async function isInClosedDay(db: Db, at: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: dayClosings.id })
    .from(dayClosings)
    .where(and(isNull(dayClosings.reopenedAt), lte(dayClosings.startsAt, at), gt(dayClosings.endsAt, at)))
    .limit(1);
  return row !== undefined;
}
