import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

/** A handle for queries: the pool, or one transaction. Query functions take it first, so the caller decides which. */
export type Db = NodePgDatabase & { readonly $client: pg.Pool | pg.PoolClient };

/** Instants come back as Date and bigint counts as number; both fit (ids stay below 2^53). */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the pool. `url` may name a Unix socket (`postgresql:///name?host=/path`). The caller ends it with `closeDb`. */
export function openDb(url: string, options: { readonly max?: number } = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  });
  // An idle connection that the server closes (restart) must not end the process; the next query opens a new one.
  pool.on("error", () => undefined);
  return drizzle({ client: pool });
}

export async function closeDb(db: Db): Promise<void> {
  if (db.$client instanceof pg.Pool) await db.$client.end();
}

const RETRYABLE = new Set(["40001", "40P01"]);
const ATTEMPTS = 3;

/** The SQLSTATE of a failed query, through the wrapper Drizzle puts around it; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** The violated constraint's name, for turning a refusal of the database into a sentence. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const name = (cause as { constraint?: unknown } | null)?.constraint;
  return typeof name === "string" ? name : undefined;
}

/**
 * Runs `work` in one READ COMMITTED transaction and answers what it answers; a throw rolls back. Whole transactions are tried again, three
 * times in all, after a serialization failure or a deadlock, so `work` must have no effect outside the database (and never calls the network).
 * Transactions do not nest: opening one on a transaction is a bug and throws.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (!(db.$client instanceof pg.Pool)) throw new Error("a transaction was opened inside a transaction");
  for (let attempt = 1; ; attempt += 1) {
    const client = await db.$client.connect();
    let broken = false;
    try {
      await client.query("begin");
      const result = await work(drizzle({ client }));
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => {
        broken = true;
      });
      if (attempt >= ATTEMPTS || !RETRYABLE.has(sqlState(error) ?? "")) throw error;
    } finally {
      client.release(broken);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
  }
}
