import { createHmac } from "node:crypto";
import type pg from "pg";
import { connectAtStart } from "#app/platform/db/database.server.ts";
import { DATABASE_NAME } from "./cluster.ts";
import { connectionUrl, type ServerAddress } from "./server-address.ts";

/**
 * The database role of the shop. It owns only the shop's database: injected SQL can neither run programs nor read files, unlike with the
 * superuser of `initdb`.
 */
export const PROGRAM_ROLE = "shop";

/** The role's password, derived from the superuser's, so that nothing more is stored. */
export function programPassword(superuserPassword: string): string {
  return createHmac("sha256", superuserPassword).update(PROGRAM_ROLE).digest("base64url");
}

/**
 * Creates the role and the shop's database if missing (first or interrupted start), and reassigns objects that an earlier version created
 * as the superuser. Returns the server's version.
 */
export async function openDatabase(address: ServerAddress, password: string): Promise<string> {
  const urlOf = (database: string) => connectionUrl(address, DATABASE_NAME, password, database);
  return withClient(urlOf("postgres"), async (client) => {
    const { rows } = await client.query<{ version: string; hasRole: boolean; hasDatabase: boolean }>(
      `SELECT current_setting('server_version') AS version, EXISTS (SELECT FROM pg_roles WHERE rolname = $2) AS "hasRole",
         EXISTS (SELECT FROM pg_database WHERE datname = $1) AS "hasDatabase"`,
      [DATABASE_NAME, PROGRAM_ROLE],
    );
    const { version = "", hasRole = false, hasDatabase = false } = rows[0] ?? {};
    if (!hasRole) await client.query(`CREATE ROLE ${PROGRAM_ROLE} LOGIN PASSWORD ${client.escapeLiteral(programPassword(password))}`);
    // At each start: an earlier version may have run in between, and works as the superuser.
    if (hasDatabase) await withClient(urlOf(DATABASE_NAME), (inDatabase) => inDatabase.query(HAND_OVER));
    else await client.query(`CREATE DATABASE ${DATABASE_NAME} OWNER ${PROGRAM_ROLE}`);
    return version;
  });
}

/**
 * Lists the superuser's objects in the database, except those of extensions. REASSIGN OWNED refuses this role, because it also owns the
 * system tables. The database comes last and marks completion. One statement, so one transaction.
 */
const HAND_OVER = `DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    WITH brought AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
    mine AS (SELECT oid FROM pg_roles WHERE rolname = current_user),
    schemas AS (SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema')
    SELECT format('ALTER SCHEMA %I OWNER TO ${PROGRAM_ROLE}', nspname) FROM schemas WHERE nspowner IN (SELECT oid FROM mine)
    UNION ALL
    SELECT format('ALTER %s %I.%I OWNER TO ${PROGRAM_ROLE}',
        CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, nspname, relname)
      FROM pg_class JOIN schemas ON schemas.oid = relnamespace
      WHERE relkind IN ('r', 'p', 'v', 'm', 'S') AND relowner IN (SELECT oid FROM mine)
        AND ('pg_class'::regclass, pg_class.oid) NOT IN (SELECT classid, objid FROM brought)
        -- A column's own sequence follows its table.
        AND NOT (relkind = 'S' AND EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype IN ('a', 'i')))
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO ${PROGRAM_ROLE}', pg_proc.oid::regprocedure)
      FROM pg_proc JOIN schemas ON schemas.oid = pronamespace
      WHERE proowner IN (SELECT oid FROM mine) AND ('pg_proc'::regclass, pg_proc.oid) NOT IN (SELECT classid, objid FROM brought)
    UNION ALL
    SELECT format('ALTER TYPE %I.%I OWNER TO ${PROGRAM_ROLE}', nspname, typname)
      FROM pg_type JOIN schemas ON schemas.oid = typnamespace
      WHERE typtype IN ('e', 'd') AND typowner IN (SELECT oid FROM mine) AND ('pg_type'::regclass, pg_type.oid) NOT IN (SELECT classid, objid FROM brought)
  LOOP
    EXECUTE statement;
  END LOOP;
  EXECUTE format('ALTER DATABASE %I OWNER TO ${PROGRAM_ROLE}', current_database());
END $$`;

async function withClient<Answer>(url: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = await connectAtStart(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
