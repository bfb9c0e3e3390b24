import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { forgetIfChanged } from "#app/platform/db/cached.server.ts";

/** Any number, as long as no other advisory lock uses it. */
const SETTINGS_LOCK = 7_320_442;

/**
 * Lets one save at a time compare what it saw with what is stored, until its transaction ends. What is read next is as whoever held the lock
 * before has left it: they may have committed before this process heard of it.
 */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`);
  await forgetIfChanged(tx);
}

/** Keeps the settings as they are until the transaction ends, for a record that leans on one of them; they are read again as after `lockSettings`. */
export async function holdSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${SETTINGS_LOCK})`);
  await forgetIfChanged(tx);
}
