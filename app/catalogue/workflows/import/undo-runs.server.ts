import { findRun, type ImportRun, type RunActor } from "#app/catalogue/data/import/import-runs.server.ts";
import { UNDOABLE_STATES } from "#app/catalogue/domain/import/import-run.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { startAct } from "./import-runs.server.ts";

interface StartedUndo {
  /** What begins to be taken back, the latest import first. */
  readonly started: readonly ImportRun[];
  /** Nothing of them is in the catalogue, or a job works on them. */
  readonly left: readonly ImportRun[];
}

/**
 * Takes several imports back, the latest first: an earlier one gives back what it found only where nothing later stands on it. The jobs run one
 * after the other, in the order in which they are handed over here; each says on its own import what came of it. Unknown ids are passed over.
 */
export async function startUndoOfRuns(
  tools: { readonly db: Db; readonly jobs: Jobs; readonly now: () => Date },
  ids: readonly number[],
  actor: RunActor,
): Promise<StartedUndo> {
  const started: ImportRun[] = [];
  const left: ImportRun[] = [];
  for (const id of [...new Set(ids)].toSorted((one, other) => other - one)) {
    const run = await findRun(tools.db, id);
    if (run === undefined) continue;
    const isStarted = UNDOABLE_STATES.includes(run.state) && (await startAct(tools, run, "undo", actor)).ok;
    (isStarted ? started : left).push(run);
  }
  return { started, left };
}
