import { escapeLike } from "#app/platform/db/escape-like.ts";
import { sortText } from "#app/platform/db/sort-text.ts";
import { and, asc, desc, eq, gte, ilike, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { HISTORY_COLUMNS, type HistoryEntry } from "./history.server.ts";
import { auditLog, users } from "./tables.ts";

/** A history entry with its data. */
export interface HistoryRow extends Omit<HistoryEntry, "before" | "after"> {
  readonly ids: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

export interface HistoryFilter {
  /** Only these entries. */
  readonly ids?: readonly number[];
  readonly q: string;
  /** Subjects that match a word of `q`, such as order numbers. */
  readonly subjectsOf: ReadonlyMap<string, readonly string[]>;
  /** A staff member's id; "" = all. */
  readonly person: string;
  /** A record kind, the subject's first word, or "denied"; "" = all. */
  readonly kind: string;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly isOldestFirst: boolean;
}

/** Counted up to this; then "more than". */
const MOST_COUNTED = 10_000;

const COLUMNS = { ...HISTORY_COLUMNS, ids: auditLog.subjectIds };

/** A page of the history, newest first by default. */
export async function listHistoryPage(
  db: Db,
  filter: HistoryFilter,
  page: { readonly from: number; readonly limit: number },
): Promise<{ readonly rows: readonly HistoryRow[]; readonly total: number; readonly isTotalCapped: boolean }> {
  const where = conditionOf(filter);
  const rows = await db
    .select(COLUMNS)
    .from(auditLog)
    .where(where)
    .orderBy(filter.isOldestFirst ? asc(auditLog.id) : desc(auditLog.id))
    .offset(page.from)
    .limit(page.limit);
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(
    db
      .select({ one: sql`1`.as("one") })
      .from(auditLog)
      .where(where)
      .limit(MOST_COUNTED + 1)
      .as("counted"),
  );
  const total = counted?.total ?? 0;
  return { rows: rows.map(toRow), total: Math.min(total, MOST_COUNTED), isTotalCapped: total > MOST_COUNTED };
}

export async function findHistoryRow(db: Db, id: number): Promise<HistoryRow | undefined> {
  const [row] = await db.select(COLUMNS).from(auditLog).where(eq(auditLog.id, id));
  return row === undefined ? undefined : toRow(row);
}

function toRow(row: Omit<HistoryRow, "ids"> & { readonly ids: readonly string[] | null }): HistoryRow {
  return { ...row, ids: row.ids ?? [] };
}

/** All accounts, for the filter. */
export function listPeople(db: Db): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db.select({ id: users.id, name: users.name }).from(users).orderBy(sortText(users.name), users.id);
}

/** Search words; an entry must match each. */
export function historyWords(q: string): readonly string[] {
  return q.split(/\s+/).filter((word) => word !== "");
}

function conditionOf({ ids, q, subjectsOf, person, kind, from, to }: HistoryFilter): SQL | undefined {
  return and(
    ids === undefined ? undefined : inArray(auditLog.id, [...ids]),
    person === "" ? undefined : eq(auditLog.userId, Number(person)),
    kind === "" ? undefined : ofKind(kind),
    from === null ? undefined : gte(auditLog.at, from),
    to === null ? undefined : lt(auditLog.at, to),
    ...historyWords(q).map((word) => {
      const like = `%${escapeLike(word)}%`;
      return or(
        ilike(auditLog.subject, like),
        ilike(auditLog.userName, like),
        ilike(auditLog.action, like),
        inArray(auditLog.subject, [...(subjectsOf.get(word) ?? [])]),
      );
    }),
  );
}

function ofKind(kind: string): SQL | undefined {
  if (kind === "denied") return eq(auditLog.action, "denied");
  return or(eq(auditLog.subjectKind, kind), eq(auditLog.subject, kind), ilike(auditLog.subject, `${kind} %`));
}
