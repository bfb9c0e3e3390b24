import pg from "pg";
import { closeDb, openDb, type Db } from "#app/platform/db/database.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";

export interface BenchDatabase {
  /** Its connection string. */
  readonly url: string;
  /** As the shop asks. */
  readonly db: Db;
  /** The bare client that is measured beside it, and fills the tables. */
  readonly bare: pg.Client;
}

/** Works on an empty shop's database of its own beside the one of `serverUrl`, which is gone afterwards. */
export async function inBenchDatabase<T>(serverUrl: string, name: string, work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${name}`);
  const { href } = Object.assign(new URL(serverUrl), { pathname: `/${name}` });
  try {
    await migrateDatabase(href);
    const db = openDb(href, { max: 4 });
    const bare = new pg.Client({ connectionString: href });
    await bare.connect();
    try {
      return await work({ url: href, db, bare });
    } finally {
      await bare.end();
      await closeDb(db);
    }
  } finally {
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  }
}
