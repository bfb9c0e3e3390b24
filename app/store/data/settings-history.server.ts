import { and, arrayContains, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { forgetIfChanged } from "#app/platform/db/cached.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { COMBINED_KIND, combinedId } from "#app/staff/domain/combined-ids.ts";

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
  const number = combinedId("settings", 1);
  const rows = await db
    .select({ kind: auditLog.subjectKind, at: auditLog.at, userName: auditLog.userName, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(
      or(
        inArray(auditLog.action, ["change-settings", IMPORT_ACTION]),
        and(eq(auditLog.subjectKind, COMBINED_KIND), arrayContains(auditLog.subjectIds, [String(number)])),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
  // What a file did to other records, too, stands under the number of the settings; older rows are about settings alone.
  const ofSettings = (kind: string | null, states: unknown) =>
    ((kind === COMBINED_KIND ? (states as Record<string, unknown> | null)?.[String(number)] : states) ?? {}) as Record<string, unknown>;
  return rows.map(({ kind, ...row }) => ({ ...row, before: ofSettings(kind, row.before), after: ofSettings(kind, row.after) }));
}
