import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { connectClient } from "./database.server.ts";

/** Any number: two starts that meet on one database migrate one after the other. */
const MIGRATION_LOCK = 7_412_309;

/**
 * Brings the database to the newest schema. Forward only; the migrations that are missing run in one transaction. Safe to call from several processes at once.
 * @param folder where the SQL files lie, relative to the working directory
 */
export async function migrateDatabase(databaseUrl: string, folder = "db/migrations"): Promise<void> {
  const client = await connectClient(databaseUrl);
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}
