import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import type { Db } from "./handle.ts";
import { PAGES_CHANGED, type PageChanges } from "./page-changes.server.ts";
import { pageChanges } from "./tables.ts";

/*
 * In-memory cache of rarely changed data (settings, products, offers), invalidated with the page cache (docs/decisions/0020-page-cache.md). Never
 * cache stock, uses, budgets, codes or slots.
 */

/** A few thousand products with groups are some megabytes. */
const MOST_ENTRIES = 5_000;
/**
 * Changes with triggers off (restore, replication) send no notification. The cache is cleared in each period of this length, at the same instants as
 * cached pages expire.
 */
const PERIOD_MS = 5 * 60_000;

interface FactCache {
  readonly changes: Pick<PageChanges, "stamp" | "hears" | "note">;
  /** Connections with possibly uncommitted changes: they read the database. */
  readonly changing: WeakSet<Db["$client"]>;
  readonly entries: LRUCache<string, { readonly value: unknown }>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Number of the current period. */
  period: number;
  /** The stamp that all entries belong to. */
  stamp: number;
  /** The database's own stamp at the last checkout. */
  stored: string | undefined;
}

const caches = new WeakMap<Db["$client"], FactCache>();

/**
 * Enables the cache for a pool. The change notice arrives with the statement, before the connection returns to the pool, so the writer reads its own
 * changes.
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

/** Valid entries; null if caching is impossible: disabled, notifications lost, or an own change in progress. */
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

/**
 * Caches `load` as `name` until something changes, at most five minutes. Treat the value as read only. `isLight` excludes large values, because
 * entries are counted, not sized.
 */
export async function cached<T>(db: Db, name: string, load: () => Promise<T>, isLight: (value: T) => boolean = () => true): Promise<T> {
  const known = entriesFor(db);
  const kept = known?.entries.get(name);
  if (kept !== undefined) return kept.value as T;
  const value = await load();
  if (known?.isCurrent() === true && isLight(value)) known.entries.set(name, { value });
  return value;
}

/** The same per row: `load` gets only uncached ids; missing results are cached as unknown. */
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
 * Clears the cache if the database has changes that this process has not seen. Call it first in a checkout's transaction, and again after waiting for
 * a lock.
 */
export async function forgetIfChanged(tx: Db): Promise<void> {
  if (!caches.has(tx.$client)) return;
  const [row] = await tx.execute<{ stamp: string }>(sql`select ${CHANGE_VERSION} as stamp`, "objects");
  if (row !== undefined) forgetUnless(tx, row.stamp);
}

/** The database's cache version, to be selected with other data; for `forgetUnless`. */
export const CHANGE_VERSION = sql<string>`(select coalesce(sum(id), 0)::text from ${pageChanges})`;

/** Clears the cache unless it has this version, just read in the caller's transaction. */
export function forgetUnless(tx: Db, stamp: string): void {
  const memory = caches.get(tx.$client);
  if (memory === undefined || stamp === memory.stored) return;
  memory.stored = stamp;
  memory.changes.note();
}

/** Deletes old change rows. Only their sum matters; this process subtracts deleted ones, so that a purge is no change. */
export async function deleteOldPageChanges(db: Db, before: Date): Promise<void> {
  const gone = await db
    .delete(pageChanges)
    .where(sql`${pageChanges.at} < ${before.toISOString()}`)
    .returning({ id: pageChanges.id });
  const memory = caches.get(db.$client);
  if (memory?.stored !== undefined) memory.stored = String(BigInt(memory.stored) - gone.reduce((sum, { id }) => sum + BigInt(id), 0n));
}
