import { sql } from "drizzle-orm";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";

/**
 * The number of rows of `table` that the database reads for `read`. Sequential scans and sorts are disabled, so that small test tables use
 * indexes as large ones do.
 */
export async function rowsRead(db: Db, table: string, read: (tx: Db) => Promise<unknown>): Promise<number> {
  return inTransaction(db, async (tx) => {
    await tx.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`,
    );
    const count = async () => {
      const [row] = await tx.execute<{ n: number }>(
        sql`select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = ${table}`,
        "objects",
      );
      if (row === undefined) throw new Error(`there is no table ${table}`);
      return row.n;
    };
    const before = await count();
    await read(tx);
    return (await count()) - before;
  });
}
