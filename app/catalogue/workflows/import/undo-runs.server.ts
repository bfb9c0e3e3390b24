import { findRun, type ImportRun, type RunActor } from "#app/catalogue/data/import/import-runs.server.ts";
import { BUSY_STATES, UNDOABLE_STATES } from "#app/catalogue/domain/import/import-run.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { startAct } from "./import-runs.server.ts";
import { undoImport } from "./undo-import.server.ts";

interface UndoTools {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly now: () => Date;
}

/**
 * The start of undoing several imports: their number, and the number without changes in the catalogue; or the import of a running job, and
 * nothing starts.
 */
export type StartedUndo = { readonly started: number; readonly left: number } | { readonly busy: ImportRun };

/**
 * Undoes several imports, latest first: an earlier one can restore values only if no later one has changed them. Each starts when the next
 * later one is fully undone (`undoInTurn`); if one is stopped or fails, the earlier ones are not undone. Unknown ids are skipped.
 */
export async function startUndoOfRuns(tools: UndoTools, ids: readonly number[], actor: RunActor): Promise<StartedUndo> {
  const found = await Promise.all([...new Set(ids)].map((id) => findRun(tools.db, id)));
  const runs = found.filter((run) => run !== undefined).toSorted((one, other) => other.id - one.id);
  const busy = runs.find(({ state }) => BUSY_STATES.includes(state));
  if (busy !== undefined) return { busy };
  const undoable = runs.filter(({ state }) => UNDOABLE_STATES.includes(state)).map(({ id }) => id);
  const isBegun = await undoNext(tools, undoable, actor);
  const started = isBegun ? undoable.length : 0;
  return { started, left: runs.length - started };
}

/** The job: undoes one import, and starts the next one of the selection. */
export async function undoInTurn(
  tools: UndoTools,
  { runId, next, actor }: { readonly runId: number; readonly next: readonly number[]; readonly actor: RunActor },
  onProgress: () => Promise<boolean>,
): Promise<void> {
  await undoImport(tools.db, runId, actor, tools.now(), onProgress);
  if ((await findRun(tools.db, runId))?.state === "undone") await undoNext(tools, next, actor);
}

/** Claims the first run that is not undone yet; false = none, or another process has claimed it. */
async function undoNext(tools: UndoTools, ids: readonly number[], actor: RunActor): Promise<boolean> {
  for (const [index, id] of ids.entries()) {
    const run = await findRun(tools.db, id);
    if (run === undefined || run.state === "undone") continue;
    return (await startAct(tools, run, "undo", actor, { next: ids.slice(index + 1) })).ok;
  }
  return false;
}
