import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { isDatabaseAway, sqlState } from "./database-errors.server.ts";
import type { Db } from "./handle.ts";
import type { PageChanges } from "./page-changes.server.ts";
import { sendUnnamed } from "./prepared-query.server.ts";
import { enableFactCache } from "./cached.server.ts";

export type { Db } from "./handle.ts";

/** Instants come back as Date and bigint counts as number; both fit (ids stay below 2^53). */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How long a request waits for the database, in milliseconds. */
export interface DatabaseLimits {
  /** For a connection: a free one of the pool, or a new one. */
  readonly connect: number;
  /** What the server allows a statement, and a transaction between two statements. */
  readonly statement: number;
  /** What we wait for an answer: a little longer than the server's own limit, for a server that has fallen silent and ends nothing. */
  readonly answer: number;
}

const LIMITS: DatabaseLimits = { connect: 5_000, statement: 8_000, answer: 9_000 };

interface OpenOptions {
  readonly max?: number;
  readonly limits?: DatabaseLimits;
  /** Told when this pool has changed what pages show; with it, what seldom changes is remembered (remembered.server.ts). */
  readonly changes?: PageChanges;
  /** Epoch milliseconds, for the age of what is remembered; left out = the machine's clock. */
  readonly now?: () => number;
}

/**
 * Opens the pool. `url` may name a Unix socket (`postgresql:///name?host=/path`); with `prepare=off` in it no statement is prepared by name, for
 * poolers that cannot have it. The caller ends it with `closeDb`.
 */
export function openDb(url: string, options: OpenOptions = {}): Db {
  const limits = options.limits ?? LIMITS;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    idle_in_transaction_session_timeout: limits.statement,
    query_timeout: limits.answer,
  });
  // The pool listens to connections only while they are idle. A session that ends (a failover, an administrator) fails the query under way or
  // the next one, which is where it is answered; without a listener it would end the process.
  pool.on("error", () => undefined);
  const isUnprepared = /[?&]prepare=off\b/.test(url);
  if (isUnprepared) sendUnnamed(pool);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    if (isUnprepared) sendUnnamed(client);
  });
  if (options.changes !== undefined) enableFactCache(pool, options.changes, options.now);
  return drizzle({ client: pool });
}

/**
 * A single connection outside of a pool; the caller ends it. An end from the other side fails its query under way or the next one, never the
 * process. No limit on how long a statement takes: for migrations, backups and the like.
 */
export async function connectClient(url: string, connectTimeoutMs = 10_000): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true });
  client.on("error", () => undefined);
  try {
    return await client.connect();
  } catch (error) {
    await client.end();
    throw error;
  }
}

export async function closeDb(db: Db): Promise<void> {
  if (db.$client instanceof pg.Pool) await db.$client.end();
}

/** "cached plan must not change result type": a migration has changed a column below a prepared statement of this connection. */
const CHANGED_BELOW = "0A000";
const RETRYABLE = new Set(["40001", "40P01", CHANGED_BELOW]);
const ATTEMPTS = 3;

/**
 * Runs `work` in one READ COMMITTED transaction and answers what it answers; a throw rolls back. Whole transactions are tried again, three
 * times in all, after a serialization failure, a deadlock or a prepared statement that no longer fits (on another connection then), so `work` must have no effect outside the database (and never calls the network).
 * Transactions do not nest: opening one on a transaction is a bug and throws.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (!(db.$client instanceof pg.Pool)) throw new Error("a transaction was opened inside a transaction");
  for (let attempt = 1; ; attempt += 1) {
    const client = await db.$client.connect();
    let isBroken = false;
    try {
      await client.query("begin");
      const result = await work(drizzle({ client }));
      await client.query("commit");
      return result;
    } catch (error) {
      // A server that does not answer would not answer this either; closing the connection rolls back as well.
      isBroken = isDatabaseAway(error);
      if (!isBroken) {
        await client.query("rollback").catch(() => {
          isBroken = true;
        });
      }
      const state = sqlState(error) ?? "";
      isBroken ||= state === CHANGED_BELOW;
      if (attempt >= ATTEMPTS || !RETRYABLE.has(state)) throw error;
    } finally {
      client.release(isBroken);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
  }
}
