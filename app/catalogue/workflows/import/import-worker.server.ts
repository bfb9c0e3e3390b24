import { findRun, moveRun } from "#app/catalogue/data/import/import-runs.server.ts";
import { BUSY_STATES } from "#app/catalogue/domain/import/import-run.ts";
import { createPictureFetcher } from "#app/media/gateway/fetch-picture.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { isDatabaseAway } from "#app/platform/db/database-errors.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Job, Jobs } from "#app/platform/jobs/jobs.server.ts";
import { IMPORT_QUEUE } from "./import-queue.server.ts";
import { performRun } from "./import-runs.server.ts";
import { NotTextError } from "./csv-rows.server.ts";
import { undoInTurn } from "./undo-runs.server.ts";

export interface ImportWorkerTools {
  readonly db: Db;
  readonly media: MediaStore;
  readonly jobs: Jobs;
  readonly env: { readonly publicUrl: string };
  readonly log: { error(fields: object, message: string): void };
  readonly now: () => Date;
}

/** Registers the worker for imports started from pages. */
export async function registerImportWorker(tools: ImportWorkerTools): Promise<void> {
  const fetchPicture = createPictureFetcher();
  await tools.jobs.work(IMPORT_QUEUE, async ({ payload, signal }) => {
    const runId = Number(payload["runId"]);
    try {
      await workOn(tools, runId, payload, signal, fetchPicture);
    } catch (error) {
      // Another process restarts these, with the same result.
      if (signal.aborted || isDatabaseAway(error)) throw error;
      tools.log.error({ err: error, runId }, "an import could not go on");
      const failure =
        error instanceof NotTextError
          ? error.message
          : "Something went wrong on our side. What was imported until then stays; go on, or undo it.";
      await moveRun(tools.db, runId, BUSY_STATES, { state: "failed", failure, endedAt: tools.now() });
    }
  });
}

async function workOn(
  { db, jobs, media, env, now }: ImportWorkerTools,
  runId: number,
  payload: Job["payload"],
  signal: AbortSignal,
  fetchPicture: ReturnType<typeof createPictureFetcher>,
): Promise<void> {
  if (payload["act"] !== "undo") {
    await performRun({ db, media, fetchPicture, publicUrl: env.publicUrl, now, isAborted: () => signal.aborted }, runId);
    return;
  }
  const actor = { userId: Number(payload["userId"]) || null, userName: String(payload["userName"]) };
  const next = String(payload["next"] ?? "")
    .split(",")
    .filter((id) => id !== "")
    .map(Number);
  await undoInTurn({ db, jobs, now }, { runId, next, actor }, async () => {
    if (signal.aborted) throw new Error("the process ends; the undo goes on elsewhere");
    return (await findRun(db, runId))?.isCancelled === false;
  });
}
