import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

/** A handle for queries: the pool, or one transaction. Query functions take it first, so the caller decides which. */
export type Db = NodePgDatabase & { readonly $client: pg.Pool | pg.PoolClient };
