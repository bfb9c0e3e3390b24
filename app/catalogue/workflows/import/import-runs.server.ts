import {
  clearFindings,
  countProductChanges,
  findRun,
  forgetUndone,
  hasFile,
  insertChunk,
  insertRun,
  moveRun,
  readChunks,
  removeChunks,
  removeOldUploads,
  removeRun,
  updateRun,
  type ImportRun,
  type RunActor,
} from "#app/catalogue/data/import/import-runs.server.ts";
import { UNDOABLE_STATES, type ImportState } from "#app/catalogue/domain/import/import-run.ts";
import { ignoredHeadings, mappingProblem, type ImportMapping } from "#app/catalogue/domain/import/mapping.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { FetchPicture } from "#app/media/gateway/fetch-picture.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { hiddenText, importCatalogue, oldAddressesText, type ImportReport } from "./import-catalogue.server.ts";
import { IMPORT_QUEUE } from "./import-queue.server.ts";
import { inspectFile, type OpenFile } from "./read-products.server.ts";

const CHUNK_BYTES = 1024 * 1024;
const KEEP_UPLOADS_DAYS = 7;
const DAY_MS = 86_400_000;

export type ImportAct = "check" | "run" | "undo";

/** Stores an uploaded file and detects its format. The error is a sentence; then nothing is stored. */
export async function keepUpload(
  db: Db,
  file: { readonly name: string; readonly size: number; readonly stream: () => AsyncIterable<Uint8Array> },
  actor: RunActor,
  now: Date,
): Promise<Result<number, string>> {
  await removeOldUploads(db, new Date(now.getTime() - KEEP_UPLOADS_DAYS * DAY_MS));
  const facts = await inspectFile(file.stream);
  if (!facts.ok) return facts;
  const { dialect, headings, samples, rows, mapping } = facts.value;
  const id = await inTransaction(db, async (tx) => {
    const runId = await insertRun(tx, { fileName: file.name, sizeBytes: file.size, state: "uploaded", now, ...actor });
    const shown = samples.slice(0, 3).map((row) => row.map((cell) => cell.slice(0, 80).toWellFormed()));
    await updateRun(tx, runId, { mapping, rowsTotal: rows, options: { facts: { ...dialect, headings, samples: shown } } });
    let position = 0;
    for await (const bytes of piecesOf(file.stream())) await insertChunk(tx, runId, position++, bytes);
    return runId;
  });
  return ok(id);
}

async function* piecesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of source) {
    parts.push(part);
    size += part.length;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** The states in which an action may start, and the run's state while it is running. */
const ACTS: Readonly<Record<ImportAct, { readonly from: readonly ImportState[]; readonly state: ImportState }>> = {
  check: { from: ["uploaded", "checked", "failed", "cancelled"], state: "checking" },
  run: { from: ["checked", "failed", "cancelled"], state: "running" },
  undo: { from: UNDOABLE_STATES, state: "undoing" },
};

/**
 * Queues the run's job; `next` are imports to undo after it. The error is a sentence: the action is not possible, or the mapping is
 * invalid.
 */
export async function startAct(
  { db, jobs, now }: { readonly db: Db; readonly jobs: Jobs; readonly now: () => Date },
  run: ImportRun,
  act: ImportAct,
  actor: RunActor,
  choices: { readonly mapping?: ImportMapping; readonly withPictures?: boolean; readonly next?: readonly number[] } = {},
): Promise<Result<null, string>> {
  const mapping = choices.mapping ?? run.mapping;
  const problem = mapping === null || act === "undo" ? null : mappingProblem(mapping, run.facts?.headings ?? []);
  if (problem !== null) return fail(problem);
  const { from, state } = ACTS[act];
  const isMoved = await inTransaction(db, async (tx) => {
    const moved = await moveRun(tx, run.id, from, {
      state,
      isCancelled: false,
      failure: null,
      rowsDone: 0,
      startedAt: now(),
      endedAt: null,
      ...(mapping === null ? {} : { mapping }),
      ...(run.facts === null ? {} : { options: { facts: run.facts, withPictures: choices.withPictures ?? run.withPictures } }),
    });
    if (moved && act === "run") await forgetUndone(tx, run.id);
    const next = (choices.next ?? []).join(",");
    if (moved) await jobs.enqueue(tx, IMPORT_QUEUE, { runId: run.id, act, next, ...actor }, { key: `import-${run.id}` });
    return moved;
  });
  return isMoved ? ok(null) : fail("Another staff member has changed this import. Check its status.");
}

/** Tells the job to stop after its batch. */
export async function cancelRun(db: Db, id: number): Promise<void> {
  await moveRun(db, id, ["checking", "running", "undoing"], { isCancelled: true });
}

/** A killed command leaves its run open: this closes it, so that it can be undone. */
export async function closeAbandonedRun(db: Db, id: number, now: Date): Promise<void> {
  if (await hasFile(db, id)) return;
  await moveRun(db, id, ["running", "checking"], {
    state: "failed",
    failure: "The command ended before the file did. What was imported until then stays; undo it, or import the file again.",
    endedAt: now,
  });
}

/** Deletes an uploaded file that was not imported. */
export function discardRun(db: Db, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (await moveRun(tx, id, ["uploaded", "checked"], { isCancelled: true })) await removeRun(tx, id);
  });
}

export interface RunTools {
  readonly db: Db;
  readonly media: MediaStore;
  readonly fetchPicture: FetchPicture;
  readonly publicUrl: string;
  readonly now: () => Date;
  /** The file, if it is not stored with the run. */
  readonly open?: OpenFile;
  /** True = the process is stopping: another process continues. */
  readonly isAborted?: () => boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Checks or imports a run's file, depending on its state, and stores the results. It can be restarted with the same result. */
export async function performRun(tools: RunTools, runId: number): Promise<ImportReport | null> {
  const { db, now } = tools;
  const run = await findRun(db, runId);
  if (run === undefined || run.mapping === null || run.facts === null || (run.state !== "checking" && run.state !== "running")) return null;
  const isDryRun = run.state === "checking";
  await inTransaction(db, (tx) => clearFindings(tx, runId));
  const dialect = { separator: run.facts.separator, encoding: run.facts.encoding };
  const report = await importCatalogue(
    tools.open ?? (() => readChunks(db, runId)),
    { dialect, headings: run.facts.headings },
    run.mapping,
    {
      db,
      runId,
      now: now(),
      isDryRun,
      pictures: run.withPictures ? tools : null,
      onProgress: async (sofar) => {
        if (tools.isAborted?.() === true) throw new Error("the process ends; the import goes on elsewhere");
        tools.onProgress?.(sofar.rows, run.rowsTotal ?? 0);
        await updateRun(db, runId, { rowsDone: sofar.rows, counts: countsOf(sofar) });
        return (await findRun(db, runId))?.isCancelled === false;
      },
    },
  );
  await endRun(db, run, report, isDryRun, now());
  return report;
}

export interface FileImport {
  readonly fileName: string;
  readonly size: number;
  readonly open: OpenFile;
  readonly isDryRun: boolean;
  readonly withPictures: boolean;
  /** Default: guessed from the headers. */
  readonly mapping?: ImportMapping;
}

/** Imports a file immediately, as a normal run; a dry run leaves none. The error is a sentence: it is not a product file. */
export async function importFile(
  tools: Omit<RunTools, "open">,
  { fileName, size, open, isDryRun, withPictures, mapping }: FileImport,
  actor: RunActor,
): Promise<Result<{ readonly runId: number; readonly report: ImportReport }, string>> {
  const { db, now } = tools;
  const facts = await inspectFile(open);
  if (!facts.ok) return facts;
  const { dialect, headings, rows } = facts.value;
  const chosen = mapping ?? facts.value.mapping;
  const problem = mappingProblem(chosen, headings);
  if (problem !== null) return fail(problem);
  const runId = await inTransaction(db, async (tx) => {
    const id = await insertRun(tx, { fileName, sizeBytes: size, state: isDryRun ? "checking" : "running", now: now(), ...actor });
    const options = { facts: { ...dialect, headings, samples: [] }, withPictures };
    await updateRun(tx, id, { mapping: chosen, rowsTotal: rows, options, startedAt: now() });
    return id;
  });
  const report = await performRun({ ...tools, open }, runId);
  if (isDryRun) await inTransaction(db, (tx) => removeRun(tx, runId));
  return report === null ? fail("The import was removed.") : ok({ runId, report });
}

function countsOf({ products, problemCount, pictures }: ImportReport) {
  return { ...products, problems: problemCount, picturesWanted: pictures.wanted, picturesStored: pictures.stored };
}

function endRun(db: Db, run: ImportRun, report: ImportReport, isDryRun: boolean, now: Date): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { made, changed } = await countProductChanges(tx, run.id);
    // A restarted run finds its own first half unchanged.
    const counts = isDryRun
      ? countsOf(report)
      : { ...countsOf(report), new: made, changed, unchanged: Math.max(0, sumOf(report) - made - changed) };
    const named = report.newCategories.slice(0, 20).join(", ") + (report.newCategories.length > 20 ? " and more" : "");
    const ignored = run.mapping === null ? [] : ignoredHeadings(run.mapping, run.facts?.headings ?? []);
    const verb = isDryRun ? "will be made" : "made";
    const done = isDryRun ? "checked" : "done";
    await updateRun(tx, run.id, {
      state: report.isStopped ? "cancelled" : done,
      rowsDone: report.rows,
      counts,
      summary: [
        ...(report.newCategories.length === 0 ? [] : [`Categories ${verb}: ${named}.`]),
        hiddenText(report),
        oldAddressesText(report),
        ...(ignored.length === 0 ? [] : [`Columns that are not taken over: ${ignored.join(", ")}.`]),
      ].filter((line) => line !== ""),
      endedAt: now,
    });
    if (isDryRun) return;
    if (!report.isStopped) await removeChunks(tx, run.id);
    if (made + changed === 0) return;
    await recordAudit(tx, {
      userId: run.userId,
      userName: run.userName,
      action: "import-products",
      subject: run.fileName,
      subjectKind: "import",
      subjectIds: [run.id],
      after: { new: made, changed },
    });
  });
}

function sumOf({ products }: ImportReport): number {
  return products.new + products.changed + products.unchanged;
}
