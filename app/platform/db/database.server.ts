import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { inSpan, statementEvents } from "#app/platform/tracing.server.ts";
import { isDatabaseAway, sqlState } from "./database-errors.server.ts";
import { findServer, poolOptions, type DatabaseHosts } from "./database-hosts.server.ts";
import type { Db } from "./handle.ts";
import type { PageChanges } from "./page-changes.server.ts";
import { sendUnnamed } from "./prepared-query.server.ts";
import { enableFactCache } from "./cached.server.ts";

export type { Db } from "./handle.ts";

/** Instants as Date and bigint counts as number (ids stay below 2^53). */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Database timeouts of a request, in milliseconds. */
interface DatabaseLimits {
  /** For a pooled or new connection. */
  readonly connect: number;
  /** Server timeouts: per statement, and idle in a transaction. */
  readonly statement: number;
  /** Client timeout: slightly above the server's, for an unresponsive server. */
  readonly answer: number;
}

const LIMITS: DatabaseLimits = { connect: 5_000, statement: 8_000, answer: 9_000 };
/** No customer waits for a start, and a freshly booted machine may be busy. */
export const START_LIMITS: DatabaseLimits = { connect: 60_000, statement: 120_000, answer: 125_000 };

interface OpenOptions {
  readonly max?: number;
  /**
   * True: `url` is a pooler's in transaction mode. Nothing is set per session, so only the role limits statements. Statements are unnamed
   * unless the URL says `prepare=on`.
   */
  readonly isPooled?: boolean;
  readonly limits?: DatabaseLimits;
  /** Notified of changes by this pool; enables the in-memory cache (cached.server.ts). */
  readonly changes?: PageChanges;
  /** Clock for cache expiry, epoch milliseconds; default: the machine's. */
  readonly now?: () => number;
}

/**
 * Opens the pool. A connection string may name a Unix socket (`postgresql:///name?host=/path`) or several hosts; `prepare=off` disables named prepared statements.
 * Close with `closeDb`.
 */
export function openDb(address: string | DatabaseHosts, options: OpenOptions = {}): Db {
  const url = typeof address === "string" ? address : address.text;
  const { limits = LIMITS, isPooled = false } = options;
  const pool = new pg.Pool({
    ...poolOptions(address),
    max: options.max ?? 10,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: limits.connect,
    ...(isPooled ? {} : { statement_timeout: limits.statement, idle_in_transaction_session_timeout: limits.statement }),
    query_timeout: limits.answer,
  });
  // The pool listens for errors only on idle connections. A lost session fails its query, where it is handled; without a listener it would end the
  // process.
  pool.on("error", () => undefined);
  const isUnprepared = isPooled ? !/[?&]prepare=on\b/.test(url) : /[?&]prepare=off\b/.test(url);
  if (isUnprepared) sendUnnamed(pool);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    if (isUnprepared) sendUnnamed(client);
  });
  if (options.changes !== undefined) enableFactCache(pool, options.changes, options.now);
  return drizzle({ client: pool, ...statementEvents() });
}

/**
 * A single connection without statement timeout, for migrations and backups; the caller closes it. A lost session fails its query, never the process.
 */
export async function connectClient(url: string, connectTimeoutMs = 10_000, options: ClientOptions = {}): Promise<pg.Client> {
  return connectTo(await findServer(url), connectTimeoutMs, options);
}

/** The same while starting. */
export async function connectAtStart(url: string, options: ClientOptions = {}): Promise<pg.Client> {
  const { connect } = START_LIMITS;
  return connectTo(await findServer(url, connect), connect, options);
}

type ClientOptions = Pick<pg.ClientConfig, "stream" | "statement_timeout" | "query_timeout">;

/** The same for a server of `findServer`. */
export async function connectTo(
  server: { readonly connectionString: string },
  connectTimeoutMs: number,
  options: ClientOptions,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...server,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...options,
  });
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

/** "cached plan must not change result type": a migration changed a column of a prepared statement. */
const CHANGED_BELOW = "0A000";
const RETRYABLE = new Set(["40001", "40P01", CHANGED_BELOW]);
const ATTEMPTS = 3;

/**
 * Runs `work` in a READ COMMITTED transaction; a throw rolls back. Retries up to three times after serialization failures, deadlocks and outdated
 * prepared statements, so `work` must have no other effects and no network calls. Nesting throws.
 */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return inSpan({ name: "transaction", kind: "internal", attributes: { "db.system.name": "postgresql" } }, () =>
    attemptTransaction(db, work),
  );
}

async function attemptTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (!(db.$client instanceof pg.Pool)) throw new Error("a transaction was opened inside a transaction");
  for (let attempt = 1; ; attempt += 1) {
    const client = await db.$client.connect();
    let isBroken = false;
    try {
      await client.query("begin");
      const result = await work(drizzle({ client, ...statementEvents() }));
      await client.query("commit");
      return result;
    } catch (error) {
      // An unresponsive server would not answer ROLLBACK; closing the connection rolls back.
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
