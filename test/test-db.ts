import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, inject } from "vitest";
import { closeDb, openDb } from "#app/platform/db/database.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { databaseUrl, runOnServer, TEST_LIMITS } from "./database-server.ts";
import { afterUse } from "./after-use.ts";

export type TestDatabase = {
  /** Connection string, e.g. for `openDb(url, {max: 50})` in a race. */
  readonly url: string;
  /** A handle with up to 10 connections. */
  readonly db: Db;
};

/**
 * A separate database for the test file: a copy of the migrated, empty template, on the PostgreSQL of this run. Call it at the top level of
 * a `*.db.test.ts` file (`const { db } = await createTestDatabase();`); it is dropped after the file's last test.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("databaseServerUrl");
  const name = `shopbell_test_${randomBytes(6).toString("hex")}`;
  // Copied as files: the default, through the write-ahead log, takes three times as long.
  await runOnServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${inject("templateDatabase")} STRATEGY file_copy`);
  const url = databaseUrl(serverUrl, name);
  const db = openDb(url, { limits: TEST_LIMITS });
  afterUse(async () => {
    await closeDb(db);
    await runOnServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { url, db };
}

/**
 * Waits until a statement of the database waits for a lock. Call it outside transactions (`db`, not `tx`): a transaction keeps seeing its
 * first snapshot of the activity view.
 */
export async function untilOneWaits(db: Db): Promise<void> {
  const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(() => db.execute(waiting, "objects")).toHaveLength(1);
}
