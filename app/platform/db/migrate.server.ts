import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { connectClient } from "./database.server.ts";

/** Arbitrary lock key: concurrent starts migrate one after the other. */
const MIGRATION_LOCK = 7_412_309;

/**
 * Brings the database to the newest schema. Forward only; the migrations that are missing run in one transaction. Safe to call from several processes at once.
 * Throws a sentence for the operator where the role may not do it.
 * @param folder where the SQL files lie, relative to the working directory
 */
export async function migrateDatabase(databaseUrl: string, folder = "db/migrations"): Promise<void> {
  const client = await connectClient(databaseUrl);
  try {
    // The role may have a limit for requests.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await requireRights(client);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/** PostgreSQL's trusted extensions: creatable without superuser. */
const EXTENSIONS = ["pg_trgm", "unaccent"];

/** Checks an external database's requirements first. */
async function requireRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ grants: readonly string[]; missing: readonly string[] }>(
    `select array_remove(array[
       case when not has_database_privilege(current_database(), 'CREATE') then format('GRANT CREATE ON DATABASE %I TO %I;', current_database(), current_user) end,
       case when not has_schema_privilege('public', 'CREATE') then format('GRANT CREATE ON SCHEMA public TO %I;', current_user) end], null) as grants,
     array(select name from unnest($1::text[]) as name where name not in (select name::text from pg_available_extensions)) as missing`,
    [EXTENSIONS],
  );
  const { grants = [], missing = [] } = rows[0] ?? {};
  if (missing.length > 0)
    throw new Error(
      `The PostgreSQL server of DATABASE_URL has no ${missing.join(" and no ")}; most systems have them in the package postgresql-contrib.`,
    );
  if (grants.length > 0)
    throw new Error(
      `The role of DATABASE_URL may not create what the shop needs (its tables, two schemas, the extensions ${EXTENSIONS.join(" and ")}). Let the owner of the database run: ${grants.join(" ")}`,
    );
}
