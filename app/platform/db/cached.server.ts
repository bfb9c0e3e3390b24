import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import type { Db } from "./handle.ts";
import { PAGES_CHANGED, type PageChanges } from "./page-changes.server.ts";
import { pageChanges } from "./tables.ts";

/*
 * What seldom changes and is read all the time (settings, the products in a cart, offers) is kept in memory until something changes that pages
 * show: the same sign ends a kept page (docs/decisions/0020-page-cache.md). Never in here: stock, uses, budgets, codes, slots.
 */

/** A few thousand products with their groups are some megabytes. */
const MOST_ENTRIES = 5_000;
/**
 * A change made while triggers are off (a restore, replication) sends no notification. The cache is emptied whenever another of these begins,
 * at the same instants as cached pages end, so that the two ages never add up.
 */
const PERIOD_MS = 5 * 60_000;

interface FactCache {
  readonly changes: Pick<PageChanges, "stamp" | "hears" | "note">;
  /** Connections that have changed something and may not have committed: they read what is stored. */
  readonly changing: WeakSet<Db["$client"]>;
  readonly entries: LRUCache<string, { readonly value: unknown }>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The number of the five minutes that all entries belong to. */
  period: number;
  /** The stamp that all entries belong to. */
  stamp: number;
  /** The database's own stamp at the last checkout. */
  stored: string | undefined;
}

const caches = new WeakMap<Db["$client"], FactCache>();

/**
 * Gives the handles of this pool a memory. The notice of a change comes with the statement, the commit at the latest before the connection goes
 * back into the pool, so whoever made the change reads it right after.
 */
export function enableFactCache(pool: pg.Pool, changes: FactCache["changes"], now: () => number = Date.now): void {
  const changing: FactCache["changing"] = new WeakSet();
  const entries: FactCache["entries"] = new LRUCache({ max: MOST_ENTRIES });
  const memory: FactCache = { changes, changing, entries, now, period: -1, stamp: -1, stored: undefined };
  caches.set(pool, memory);
  pool.on("connect", (client) => {
    caches.set(client, memory);
    client.on("notice", ({ code }) => {
      if (code === PAGES_CHANGED) changing.add(client);
    });
  });
  pool.on("release", (_error, client) => {
    if (changing.delete(client)) changes.note();
  });
}

/** The entries that hold now; null where nothing may be kept: no memory, changes of others unheard, or a change of its own under way. */
function entriesFor(db: Db): { readonly entries: FactCache["entries"]; readonly isCurrent: () => boolean } | null {
  const memory = caches.get(db.$client);
  if (memory === undefined || !memory.changes.hears() || memory.changing.has(db.$client)) return null;
  const stamp = memory.changes.stamp();
  const period = Math.floor(memory.now() / PERIOD_MS);
  if (memory.stamp !== stamp || memory.period !== period) {
    memory.entries.clear();
    memory.stamp = stamp;
    memory.period = period;
  }
  const isCurrent = () => memory.changes.stamp() === stamp && memory.stamp === stamp && memory.period === period;
  return { entries: memory.entries, isCurrent };
}

/** What `load` answers, kept under `name` until something changes, for five minutes at most. Treat it as read only. What may be long is only kept where `isLight` says so: entries are counted, not weighed. */
export async function cached<T>(db: Db, name: string, load: () => Promise<T>, isLight: (value: T) => boolean = () => true): Promise<T> {
  const known = entriesFor(db);
  const kept = known?.entries.get(name);
  if (kept !== undefined) return kept.value as T;
  const value = await load();
  if (known?.isCurrent() === true && isLight(value)) known.entries.set(name, { value });
  return value;
}

/** The same for single rows: `load` is asked only for ids that are not kept; what it does not answer is kept as unknown. */
export async function cachedById<T>(
  db: Db,
  name: string,
  ids: readonly number[],
  load: (missing: readonly number[]) => Promise<ReadonlyMap<number, T>>,
): Promise<ReadonlyMap<number, T>> {
  const known = entriesFor(db);
  const found = new Map<number, T>();
  const missing: number[] = [];
  for (const id of new Set(ids)) {
    const kept = known?.entries.get(`${name} ${id}`);
    if (kept === undefined) missing.push(id);
    else if (kept.value !== undefined) found.set(id, kept.value as T);
  }
  if (missing.length === 0) return found;
  const loaded = await load(missing);
  for (const id of missing) {
    const value = loaded.get(id);
    if (value !== undefined) found.set(id, value);
    if (known?.isCurrent() === true) known.entries.set(`${name} ${id}`, { value });
  }
  return found;
}

/**
 * Forgets everything when the database knows of a change that this process has not heard of yet. For a checkout, whose prices must be those of
 * its own transaction: first thing in it, and again after waiting for a lock.
 */
export async function forgetIfChanged(tx: Db): Promise<void> {
  if (!caches.has(tx.$client)) return;
  const [row] = await tx.execute<{ stamp: string }>(sql`select ${CHANGE_VERSION} as stamp`, "objects");
  if (row !== undefined) forgetUnless(tx, row.stamp);
}

/** The database's stamp, for a statement that reads other things as well; `forgetUnless` takes it. */
export const CHANGE_VERSION = sql<string>`(select coalesce(sum(id), 0)::text from ${pageChanges})`;

/** Forgets everything unless it belongs to this stamp, which the caller has just read in its transaction. */
export function forgetUnless(tx: Db, stamp: string): void {
  const memory = caches.get(tx.$client);
  if (memory === undefined || stamp === memory.stored) return;
  memory.stored = stamp;
  memory.changes.note();
}

/**
 * The rows that say that something changed; only their sum matters, and only while somebody remembers an earlier one. This process takes the
 * deleted ones off its own, so that a purge is no change.
 */
export async function deleteOldPageChanges(db: Db, before: Date): Promise<void> {
  const gone = await db
    .delete(pageChanges)
    .where(sql`${pageChanges.at} < ${before.toISOString()}`)
    .returning({ id: pageChanges.id });
  const memory = caches.get(db.$client);
  if (memory?.stored !== undefined) memory.stored = String(BigInt(memory.stored) - gone.reduce((sum, { id }) => sum + BigInt(id), 0n));
}
