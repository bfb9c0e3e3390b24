import pg from "pg";
import { closeDb, openDb, type Db } from "#app/platform/db/database.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";

export interface BenchDatabase {
  /** Its connection string. */
  readonly url: string;
  /** Queried as by the shop. */
  readonly db: Db;
  /** The bare client for the reference, which also fills the tables. */
  readonly bare: pg.Client;
}

/** Runs `work` in a temporary database of an empty shop on the server of `serverUrl`. */
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
