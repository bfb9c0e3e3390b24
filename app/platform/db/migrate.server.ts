import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { connectAtStart } from "./database.server.ts";

/** Arbitrary lock key: concurrent starts migrate one after the other. */
const MIGRATION_LOCK = 7_412_309;

/**
 * The newest migration of the previous release. That release may run on these tables, earlier ones may not (docs/operations/upgrade-and-rollback.md).
 * Changes with each release, together with its backup in test/data.
 */
export const PREVIOUS_RELEASE = "20261127205446_product-order-rules";

/**
 * Brings the database to the newest schema. Forward only; the missing migrations run in one transaction. Safe to call from several processes at once.
 * Throws a sentence for the operator if the role lacks the rights, or if a release more than one newer than this has used the database.
 * @param folder the folder of the SQL files, relative to the working directory
 */
export async function migrateDatabase(databaseUrl: string, folder = "db/migrations"): Promise<void> {
  const client = await connectAtStart(databaseUrl);
  try {
    // The role may have a statement timeout for requests.
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
    await requireRights(client);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const names = readMigrationFiles({ migrationsFolder: folder }).map(({ name }) => name);
    await refuseNewerData(client, names);
    await migrate(drizzle({ client }), { migrationsFolder: folder });
    if (names.includes(PREVIOUS_RELEASE)) await requireMigration(client, PREVIOUS_RELEASE);
  } finally {
    await client.end();
  }
}

/** Releases that lack one of these migrations may not use the database. Outside of `public`, so that backups leave it out. */
const REQUIRED_TABLE = "drizzle.required_migrations";

async function refuseNewerData(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows: tables } = await client.query<{ is_there: boolean }>("select to_regclass($1) is not null as is_there", [REQUIRED_TABLE]);
  if (tables[0]?.is_there !== true) return;
  const { rows } = await client.query<{ name: string }>(`select name from ${REQUIRED_TABLE}`);
  if (rows.every(({ name }) => names.includes(name))) return;
  throw new Error(
    "The database belongs to a newer release of the shop, and only the release before that one may still use it. Nothing was changed. Start the newer release again, or restore a backup of this release into an empty database.",
  );
}

async function requireMigration(client: pg.Client, name: string): Promise<void> {
  await client.query(`create table if not exists ${REQUIRED_TABLE} (name text primary key)`);
  await client.query(`insert into ${REQUIRED_TABLE} values ($1) on conflict do nothing`, [name]);
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
