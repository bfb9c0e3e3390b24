import { and, arrayContains, desc, eq, inArray, or } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { COMBINED_KIND, combinedId } from "#app/staff/domain/combined-ids.ts";
import { propertyOf } from "#app/values/narrow.ts";
import { isRecord } from "#app/values/json.ts";

/** The history's action for importing a configuration file, with or without settings. */
export const IMPORT_ACTION = "import-configuration";

export interface SettingsChange {
  readonly at: Date;
  readonly userName: string;
  /** By setting key; secrets appear as words. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The latest settings changes, newest first, including those of the live controls. */
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
  // An import that also changed other records stores the settings under their id; older entries only contain settings.
  const ofSettings = (kind: string | null, states: unknown) => {
    const settingsState = kind === COMBINED_KIND ? propertyOf(states, String(number)) : states;
    return isRecord(settingsState) ? settingsState : {};
  };
  return rows.map(({ kind, ...row }) => ({ ...row, before: ofSettings(kind, row.before), after: ofSettings(kind, row.after) }));
}
