import { desc, inArray, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { forgetIfChanged } from "#app/platform/db/remembered.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";

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

/** Keeps the settings as they are until the transaction ends, for a record that leans on one of them; they are read anew like after `lockSettings`. */
export async function holdSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${SETTINGS_LOCK})`);
  await forgetIfChanged(tx);
}

/** As the history names the reading of a configuration file, settings or not. */
export const IMPORT_ACTION = "import-configuration";

export interface SettingsChange {
  readonly at: Date;
  readonly userName: string;
  /** By setting key; secrets stand as words. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The latest changes of settings, newest first, those of the live controls among them. */
export async function listSettingsChanges(db: Db, limit: number): Promise<readonly SettingsChange[]> {
  const rows = await db
    .select({ at: auditLog.at, userName: auditLog.userName, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(inArray(auditLog.action, ["change-settings", IMPORT_ACTION]))
    .orderBy(desc(auditLog.id))
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    before: (row.before ?? {}) as Record<string, unknown>,
    after: (row.after ?? {}) as Record<string, unknown>,
  }));
}
