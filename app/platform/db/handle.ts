import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";

/** A pool or transaction. First parameter of all query functions, so that the caller decides. */
export type Db = NodePgDatabase & { readonly $client: pg.Pool | pg.PoolClient };
