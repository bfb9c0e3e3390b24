import pg from "pg";
import { connectAtStart, type Db } from "./database.server.ts";
import { sqlState } from "./database-errors.server.ts";

/** PgBouncer refuses unknown startup parameters with this code, or ignores them if configured to. */
const REFUSED_PARAMETER = "08P01";
/** An unusual limit, in milliseconds. If the connection does not have it, a pooler ignores startup parameters. */
const PROBE = 7_999;

export const NEEDS_DIRECT_URL =
  "DATABASE_URL leads to a connection pooler. Set DIRECT_DATABASE_URL to the PostgreSQL server itself: migrations, notifications and jobs need its sessions. (A pooler in session mode: set both to the same address.)";

/** Throws a sentence for the operator if `url` is a pooler's, which does not keep session settings. */
export async function requireOwnSession(url: string): Promise<void> {
  let client: pg.Client | undefined;
  try {
    client = await connectAtStart(url, { statement_timeout: PROBE });
    const { rows } = await client.query<{ statement_timeout: string }>("show statement_timeout");
    if (rows[0]?.statement_timeout !== `${PROBE}ms`) throw new Error(NEEDS_DIRECT_URL);
  } catch (error) {
    throw sqlState(error) === REFUSED_PARAMETER ? new Error(NEEDS_DIRECT_URL, { cause: error }) : error;
  } finally {
    await client?.end();
  }
}

/** Through a pooler only the role can limit statements; a missing limit is logged with its fix. */
export async function warnWithoutLimits(db: Db, log: { warn(fields: object, message: string): void }): Promise<void> {
  if (!(db.$client instanceof pg.Pool)) throw new Error("limits are read from the pool");
  const { rows } = await db.$client.query<{ missing: readonly string[]; fix: string }>(
    `select array(select name from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0') as missing,
       format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = ''8s''; ALTER ROLE %1$I IN DATABASE %2$I SET idle_in_transaction_session_timeout = ''8s'';',
         current_user, current_database()) as fix`,
  );
  const { missing = [], fix } = rows[0] ?? {};
  if (missing.length > 0) log.warn({ missing, fix }, "statements through the connection pooler have no time limit");
}
