import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { ImportMapping } from "#app/catalogue/domain/import/mapping.ts";
import type { ImportProblem } from "#app/catalogue/domain/import/problems.ts";
import type { FieldChange } from "#app/catalogue/domain/import/differences.ts";
import type { ImportCounts, ImportFacts, ImportState, ItemOutcome } from "#app/catalogue/domain/import/import-run.ts";
import { importChanges, importChunks, importItems, importProblems, importRuns, type StoredOptions } from "./tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { requireRow } from "./imported-catalogue.server.ts";

export interface ImportRun {
  readonly id: number;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly mapping: ImportMapping | null;
  readonly facts: ImportFacts | null;
  readonly withPictures: boolean;
  readonly state: ImportState;
  readonly isCancelled: boolean;
  readonly rowsDone: number;
  readonly rowsTotal: number | null;
  readonly counts: ImportCounts | null;
  /** Messages about the run: created categories, what undo skipped. */
  readonly notes: readonly string[];
  readonly failure: string | null;
  readonly userId: number | null;
  readonly userName: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly undoneAt: Date | null;
  readonly undoneBy: string | null;
}

export interface RunActor {
  readonly userId: number | null;
  readonly userName: string;
}

export async function insertRun(
  tx: Db,
  run: { readonly fileName: string; readonly sizeBytes: number; readonly state: ImportState; readonly now: Date } & RunActor,
): Promise<number> {
  const { now, ...values } = run;
  const [row] = await tx
    .insert(importRuns)
    .values({ ...values, createdAt: now })
    .returning({ id: importRuns.id });
  return requireRow(row).id;
}

export async function findRun(db: Db, id: number): Promise<ImportRun | undefined> {
  const [row] = await db.select().from(importRuns).where(eq(importRuns.id, id));
  return row === undefined ? undefined : toRun(row);
}

export function toRun(row: typeof importRuns.$inferSelect): ImportRun {
  const { facts = null, withPictures = true } = row.options;
  return {
    ...row,
    facts,
    withPictures,
    notes: row.summary ?? [],
  };
}

export interface RunChange {
  readonly mapping?: ImportMapping;
  readonly options?: StoredOptions;
  readonly state?: ImportState;
  readonly isCancelled?: boolean;
  readonly rowsDone?: number;
  readonly rowsTotal?: number;
  readonly counts?: ImportCounts;
  readonly summary?: readonly string[];
  readonly failure?: string | null;
  readonly startedAt?: Date;
  readonly endedAt?: Date | null;
  readonly undoneAt?: Date;
  readonly undoneBy?: string;
}

export async function updateRun(db: Db, id: number, change: RunChange): Promise<void> {
  await db.update(importRuns).set(change).where(eq(importRuns.id, id));
}

/** Changes the run's state from one of these; false on a conflict. */
export async function moveRun(db: Db, id: number, from: readonly ImportState[], change: RunChange): Promise<boolean> {
  const moved = await db
    .update(importRuns)
    .set(change)
    .where(and(eq(importRuns.id, id), inArray(importRuns.state, [...from])))
    .returning({ id: importRuns.id });
  return moved.length > 0;
}

export async function removeRun(tx: Db, id: number): Promise<void> {
  await tx.delete(importRuns).where(eq(importRuns.id, id));
}

/** Uploads that were not continued since this time. */
export async function removeOldUploads(db: Db, before: Date): Promise<void> {
  await db
    .delete(importRuns)
    .where(and(inArray(importRuns.state, ["uploaded", "checked"]), sql`${importRuns.createdAt} < ${before.toISOString()}::timestamptz`));
}

export async function insertChunk(tx: Db, runId: number, position: number, bytes: Buffer): Promise<void> {
  await tx.insert(importChunks).values({ runId, position, bytes });
}

export async function removeChunks(tx: Db, runId: number): Promise<void> {
  await tx.delete(importChunks).where(eq(importChunks.runId, runId));
}

export async function hasFile(db: Db, runId: number): Promise<boolean> {
  return (await db.$count(importChunks, eq(importChunks.runId, runId))) > 0;
}

/** The file of a run, in chunks. */
export async function* readChunks(db: Db, runId: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const [row] = await db
      .select({ bytes: importChunks.bytes })
      .from(importChunks)
      .where(and(eq(importChunks.runId, runId), eq(importChunks.position, position)));
    if (row === undefined) return;
    yield row.bytes;
  }
}

export interface ImportItem {
  readonly line: number;
  readonly name: string;
  readonly outcome: ItemOutcome;
  readonly productId: number | null;
  readonly changes: readonly FieldChange[];
}

export async function insertItems(tx: Db, runId: number, items: readonly ImportItem[]): Promise<void> {
  if (items.length > 0) await tx.insert(importItems).values(items.map((item) => ({ runId, ...item })));
}

export async function insertProblems(tx: Db, runId: number, problems: readonly ImportProblem[]): Promise<void> {
  if (problems.length > 0) await tx.insert(importProblems).values(problems.map((problem) => ({ runId, ...problem })));
}

/** Deletes the results of an earlier check of the file. */
export async function clearFindings(tx: Db, runId: number): Promise<void> {
  await tx.delete(importItems).where(eq(importItems.runId, runId));
  await tx.delete(importProblems).where(eq(importProblems.runId, runId));
}

export async function listItems(
  db: Db,
  runId: number,
  { outcome, from, limit }: { readonly outcome: ItemOutcome | ""; readonly from: number; readonly limit: number },
): Promise<{ readonly items: readonly ImportItem[]; readonly total: number }> {
  const where = and(eq(importItems.runId, runId), outcome === "" ? undefined : eq(importItems.outcome, outcome));
  const rows = await db
    .select()
    .from(importItems)
    .where(where)
    .orderBy(asc(importItems.line), asc(importItems.id))
    .offset(from)
    .limit(limit);
  const [all] = await db.select({ count: count() }).from(importItems).where(where);
  return { items: rows.map((row) => ({ ...row, changes: row.changes ?? [] })), total: all?.count ?? 0 };
}

export async function listProblems(
  db: Db,
  runId: number,
  limit: number,
): Promise<{ readonly problems: readonly ImportProblem[]; readonly total: number }> {
  const rows = await db
    .select()
    .from(importProblems)
    .where(eq(importProblems.runId, runId))
    .orderBy(asc(importProblems.line), asc(importProblems.id))
    .limit(limit);
  const [all] = await db.select({ count: count() }).from(importProblems).where(eq(importProblems.runId, runId));
  return { problems: rows, total: all?.count ?? 0 };
}

/** A run's change of a record; `before` null: created, `after` null: deleted. */
export interface RecordedChange {
  readonly recordKind: "product" | "category" | "template";
  readonly recordId: number;
  readonly name: string;
  readonly before: object | null;
  /** Hashes of the fields after the change (`fieldHash`), by name. */
  readonly after: Readonly<Record<string, string>> | null;
}

/** Keeps the first recorded state of a record, so that a resumed run knows the original. */
export async function insertChanges(tx: Db, runId: number, changes: readonly RecordedChange[]): Promise<void> {
  if (changes.length > 0)
    await tx
      .insert(importChanges)
      .values(changes.map((change) => ({ runId, ...change })))
      .onConflictDoNothing();
}

/** Adds pictures to a product's change. */
export async function addPictureChange(
  tx: Db,
  runId: number,
  change: { readonly recordId: number; readonly name: string; readonly before: readonly number[]; readonly after: string },
): Promise<void> {
  await tx
    .insert(importChanges)
    .values({
      runId,
      recordKind: "product",
      recordId: change.recordId,
      name: change.name,
      before: { pictures: change.before },
      after: { pictures: change.after },
    })
    .onConflictDoUpdate({
      target: [importChanges.runId, importChanges.recordKind, importChanges.recordId],
      set: {
        before: sql`jsonb_build_object('pictures', ${JSON.stringify(change.before)}::jsonb) || ${importChanges.before}`,
        after: sql`${importChanges.after} || jsonb_build_object('pictures', ${change.after}::text)`,
      },
    });
}

/** Changes that can still be undone, in batches. */
export async function listOpenChanges(
  db: Db,
  runId: number,
  kind: RecordedChange["recordKind"],
  limit: number,
): Promise<readonly RecordedChange[]> {
  const rows = await db
    .select()
    .from(importChanges)
    .where(and(eq(importChanges.runId, runId), eq(importChanges.recordKind, kind), eq(importChanges.isUndone, false)))
    // Reverse order: parents are created before children.
    .orderBy(desc(importChanges.recordId))
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    recordKind: kind,
    before: row.before as object | null,
    after: row.after as RecordedChange["after"],
  }));
}

export async function closeChanges(tx: Db, runId: number, kind: RecordedChange["recordKind"], ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(importChanges)
    .set({ isUndone: true })
    .where(and(eq(importChanges.runId, runId), eq(importChanges.recordKind, kind), inArray(importChanges.recordId, [...ids])));
}

/** Deletes changes already undone before the run starts again. */
export async function forgetUndone(tx: Db, runId: number): Promise<void> {
  await tx.delete(importChanges).where(and(eq(importChanges.runId, runId), eq(importChanges.isUndone, true)));
}

/** Created and changed products of the run. */
export async function countProductChanges(db: Db, runId: number): Promise<{ readonly made: number; readonly changed: number }> {
  const [row] = await db
    .select({
      made: sql<number>`count(*) filter (where ${importChanges.before} is null)::int`,
      changed: sql<number>`count(*) filter (where ${importChanges.before} is not null)::int`,
    })
    .from(importChanges)
    .where(and(eq(importChanges.runId, runId), eq(importChanges.recordKind, "product")));
  return { made: row?.made ?? 0, changed: row?.changed ?? 0 };
}
