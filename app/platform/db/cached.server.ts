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
const MAX_ENTRIES = 5_000;
/**
 * Changes with triggers off (restore, replication) send no notification. The cache is cleared in each period of this length, at the same instants as
 * cached pages expire.
 */
const PERIOD_MS = 5 * 60_000;

interface FactCache {
  readonly changes: Pick<PageChanges, "version" | "isListening" | "bump">;
  /** Connections with possibly uncommitted changes: they read the database. */
  readonly changing: WeakSet<Db["$client"]>;
  readonly entries: LRUCache<string, { readonly value: unknown }>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Number of the current period. */
  period: number;
  /** The version that all entries belong to. */
  version: number;
  /** The version in the database at the last checkout. */
  databaseVersion: string | undefined;
}

const caches = new WeakMap<Db["$client"], FactCache>();

/**
 * Enables the cache for a pool. The change notice arrives with the statement, before the connection returns to the pool, so the writer reads its own
 * changes.
 */
export function enableFactCache(pool: pg.Pool, changes: FactCache["changes"], now: () => number = Date.now): void {
  const changing: FactCache["changing"] = new WeakSet();
  const entries: FactCache["entries"] = new LRUCache({ max: MAX_ENTRIES });
  const cache: FactCache = { changes, changing, entries, now, period: -1, version: -1, databaseVersion: undefined };
  caches.set(pool, cache);
  pool.on("connect", (client) => {
    caches.set(client, cache);
    client.on("notice", ({ code }) => {
      if (code === PAGES_CHANGED) changing.add(client);
    });
  });
  pool.on("release", (_error, client) => {
    if (changing.delete(client)) changes.bump();
  });
}

/** Valid entries; null if caching is impossible: disabled, notifications lost, or an own change in progress. */
function entriesFor(db: Db): { readonly entries: FactCache["entries"]; readonly isCurrent: () => boolean } | null {
  const cache = caches.get(db.$client);
  if (cache === undefined || !cache.changes.isListening() || cache.changing.has(db.$client)) return null;
  const version = cache.changes.version();
  const period = Math.floor(cache.now() / PERIOD_MS);
  if (cache.version !== version || cache.period !== period) {
    cache.entries.clear();
    cache.version = version;
    cache.period = period;
  }
  const isCurrent = () => cache.changes.version() === version && cache.version === version && cache.period === period;
  return { entries: cache.entries, isCurrent };
}

/**
 * Caches `load` as `name` until something changes, at most five minutes. Treat the value as read only. `isLight` excludes large values, because
 * entries are counted, not sized.
 */
export async function cached<T>(db: Db, name: string, load: () => Promise<T>, isLight: (value: T) => boolean = () => true): Promise<T> {
  const valid = entriesFor(db);
  const entry = valid?.entries.get(name);
  if (entry !== undefined) return entry.value as T;
  const value = await load();
  if (valid?.isCurrent() === true && isLight(value)) valid.entries.set(name, { value });
  return value;
}

/** The same per row: `load` gets only uncached ids; missing results are cached as unknown. */
export async function cachedById<T>(
  db: Db,
  name: string,
  ids: readonly number[],
  load: (missing: readonly number[]) => Promise<ReadonlyMap<number, T>>,
): Promise<ReadonlyMap<number, T>> {
  const valid = entriesFor(db);
  const values = new Map<number, T>();
  const missing: number[] = [];
  for (const id of new Set(ids)) {
    const entry = valid?.entries.get(`${name} ${id}`);
    if (entry === undefined) missing.push(id);
    else if (entry.value !== undefined) values.set(id, entry.value as T);
  }
  if (missing.length === 0) return values;
  const loaded = await load(missing);
  for (const id of missing) {
    const value = loaded.get(id);
    if (value !== undefined) values.set(id, value);
    if (valid?.isCurrent() === true) valid.entries.set(`${name} ${id}`, { value });
  }
  return values;
}

/**
 * Clears the cache if the database has changes that this process has not seen. Call it first in a checkout's transaction, and again after waiting for
 * a lock.
 */
export async function forgetIfChanged(tx: Db): Promise<void> {
  if (!caches.has(tx.$client)) return;
  const [row] = await tx.execute<{ version: string }>(sql`select ${CHANGE_VERSION} as version`, "objects");
  if (row !== undefined) forgetUnless(tx, row.version);
}

/** The database's cache version, to be selected with other data; for `forgetUnless`. */
export const CHANGE_VERSION = sql<string>`(select coalesce(sum(id), 0)::text from ${pageChanges})`;

/** Clears the cache unless it has this version, just read in the caller's transaction. */
export function forgetUnless(tx: Db, version: string): void {
  const cache = caches.get(tx.$client);
  if (cache === undefined || version === cache.databaseVersion) return;
  cache.databaseVersion = version;
  cache.changes.bump();
}

/** Deletes old change rows. Only their sum matters; this process subtracts deleted ones, so that a purge is no change. */
export async function deleteOldPageChanges(db: Db, before: Date): Promise<void> {
  const deleted = await db
    .delete(pageChanges)
    .where(sql`${pageChanges.at} < ${before.toISOString()}`)
    .returning({ id: pageChanges.id });
  const cache = caches.get(db.$client);
  if (cache?.databaseVersion !== undefined)
    cache.databaseVersion = String(BigInt(cache.databaseVersion) - deleted.reduce((sum, { id }) => sum + BigInt(id), 0n));
}
