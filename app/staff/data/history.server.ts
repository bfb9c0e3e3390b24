import { and, arrayContains, count, desc, eq, gte, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { COMBINED_KIND, combinedId } from "#app/staff/domain/combined-ids.ts";
import { DEMO_ACTOR } from "#app/staff/domain/demo-shop.ts";
import { auditLog } from "./tables.ts";

/** Values by record id; null: did not exist. Edits contain changed fields only. */
export type RecordStates = Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;

export interface AuditEntry {
  /** null: not a user (command line, system). */
  readonly userId: number | null;
  readonly userName: string;
  /** A verb: "accept", "change-settings". */
  readonly action: string;
  /** The subject of the action: "order 0197…", "settings". */
  readonly subject: string;
  readonly subjectKind?: string;
  readonly subjectIds?: readonly (string | number)[];
  readonly before?: unknown;
  readonly after?: unknown;
  readonly undoes?: number;
}

/** Writes an action's history row in its transaction; returns its id. Secrets are stored as "changed". */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<number> {
  const [row] = await tx
    .insert(auditLog)
    .values({ ...entry, subjectIds: entry.subjectIds?.map(String) ?? null, before: entry.before ?? null, after: entry.after ?? null })
    .returning({ id: auditLog.id });
  if (row === undefined) throw new Error("the history took no row");
  return row.id;
}

/** How often an action was recorded since then. */
export async function countAudits(db: Db, action: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(auditLog)
    .where(and(gte(auditLog.at, since), eq(auditLog.action, action)));
  return row?.count ?? 0;
}

/** False while the operator's generated password is in use. */
export async function hasOwnPassword(db: Db, userId: number): Promise<boolean> {
  const [row] = await db
    .select({
      made: sql<number>`count(*) filter (where ${auditLog.action} = 'create-user' and ${auditLog.subject} = ${`user ${userId}`})::int`,
      changed: sql<number>`count(*) filter (where ${auditLog.action} = 'password' and ${auditLog.userId} = ${userId} and ${auditLog.after} -> ${String(userId)} ->> 'password' = 'changed')::int`,
    })
    .from(auditLog)
    .where(inArray(auditLog.action, ["create-user", "password"]));
  return row === undefined || row.made === 0 || row.changed > 0;
}

/** An empty shop is filled with the demo before any other entry. */
const FIRST_ROWS = 50;

/** When the demo filled this shop, so that none of its content is newer; null = it did not. */
export async function findDemoFilling(db: Db): Promise<Date | null> {
  const first = db
    .select({ at: auditLog.at, userId: auditLog.userId, userName: auditLog.userName })
    .from(auditLog)
    .orderBy(auditLog.id)
    .limit(FIRST_ROWS)
    .as("first_rows");
  const [row] = await db
    .select({ at: first.at })
    .from(first)
    .where(and(isNull(first.userId), eq(first.userName, DEMO_ACTOR.userName)))
    .limit(1);
  // The database keeps microseconds, which a Date cuts off.
  return row === undefined ? null : new Date(row.at.getTime() + 1);
}

export const DEMO_REMOVED = "remove-demo-content";

/** How the demo was removed; null = it is still there, or never was. */
export async function findDemoRemoval(db: Db): Promise<{ readonly at: Date; readonly backup: string } | null> {
  const [row] = await db
    .select({ at: auditLog.at, backup: sql<string | null>`${auditLog.after} ->> 'backup'` })
    .from(auditLog)
    .where(eq(auditLog.action, DEMO_REMOVED))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row === undefined ? null : { at: row.at, backup: row.backup ?? "" };
}

export const HISTORY_COLUMNS = {
  id: auditLog.id,
  at: auditLog.at,
  userName: auditLog.userName,
  action: auditLog.action,
  subject: auditLog.subject,
  kind: auditLog.subjectKind,
  before: auditLog.before,
  after: auditLog.after,
  undoneBy: sql<string | null>`(select u.user_name from audit_log u where u.undoes = audit_log.id)`,
};

export interface HistoryEntry {
  readonly id: number;
  readonly at: Date;
  readonly userName: string;
  readonly action: string;
  readonly subject: string;
  readonly kind: string | null;
  readonly before: RecordStates;
  readonly after: RecordStates;
  /** The user who undid it; null = not undone. */
  readonly undoneBy: string | null;
}

/** A record's latest actions, newest first, limited to its own changes. */
export async function listHistory(db: Db, kind: string, id: number, limit = 20): Promise<readonly HistoryEntry[]> {
  const ofRecord = and(eq(auditLog.subjectKind, kind), arrayContains(auditLog.subjectIds, [String(id)]));
  const number = combinedId(kind, id);
  if (number === null) return readEntries(db, ofRecord, limit);
  const together = and(eq(auditLog.subjectKind, COMBINED_KIND), arrayContains(auditLog.subjectIds, [String(number)]));
  const entries = await readEntries(db, or(ofRecord, together), limit);
  return entries.map((entry) =>
    entry.kind === COMBINED_KIND
      ? { ...entry, before: { [id]: entry.before[number] ?? null }, after: { [id]: entry.after[number] ?? null } }
      : entry,
  );
}

export async function findHistoryEntry(db: Db, id: number): Promise<HistoryEntry | undefined> {
  const [entry] = await readEntries(db, eq(auditLog.id, id), 1);
  return entry;
}

async function readEntries(db: Db, where: SQL | undefined, limit: number): Promise<readonly HistoryEntry[]> {
  const rows = await db.select(HISTORY_COLUMNS).from(auditLog).where(where).orderBy(desc(auditLog.id)).limit(limit);
  return rows.map((row) => ({ ...row, before: (row.before ?? {}) as RecordStates, after: (row.after ?? {}) as RecordStates }));
}
