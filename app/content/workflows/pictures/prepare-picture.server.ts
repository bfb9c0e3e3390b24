import { pictureRecords, putFile } from "#app/content/data/pictures/picture-records.server.ts";
import { findMediaByHash } from "#app/media/data/media.server.ts";
import {
  findWaiting,
  isStillWanted,
  listOverdueFiles,
  listWaiting,
  markFilesRemoved,
  recordFileProblem,
  settleUpload,
  type WaitingPicture,
} from "#app/media/data/picture-files.server.ts";
import { encodePicture, type EncodedPicture } from "#app/media/gateway/encode-picture.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { Jobs, JobsLog } from "#app/platform/jobs/jobs.server.ts";
import { actOnRecord, type Actor } from "#app/staff/workflows/change-records.server.ts";
import { enqueuePreparing, PICTURE_QUEUE } from "./upload-picture.server.ts";

export interface PictureDeps {
  readonly db: Db;
  readonly media: MediaStore;
  readonly log: JobsLog;
  readonly now: () => Date;
}

const SWEEP_EVERY_MINUTES = 10;
/** A picture without sizes after this time may have lost its job; after a day staff have to check. */
const SWEEP_AFTER_MS = 10 * 60_000;
const GIVE_UP_AFTER_MS = 86_400_000;
const SWEEP_LIMIT = 200;
const SYSTEM = "Shop";

/**
 * Makes and shows the sizes of an uploaded picture. Errors in the file are stored with the picture. If the media store does not respond,
 * the error says so and the queue retries. Repeating it is harmless.
 */
export async function preparePicture(deps: PictureDeps, id: number, actor: Actor): Promise<"done" | "failed" | "nothing-to-do"> {
  const { db } = deps;
  const waiting = await findWaiting(db, id);
  if (waiting === undefined) return "nothing-to-do";
  const answer = await prepareUpload(deps, waiting, actor);
  const next = await findWaiting(db, id);
  // Another file was uploaded while the sizes of this one were made.
  return next !== undefined && next.uploadHash !== waiting.uploadHash ? preparePicture(deps, id, actor) : answer;
}

async function prepareUpload(deps: PictureDeps, waiting: WaitingPicture, actor: Actor): Promise<"done" | "failed"> {
  const { db, media } = deps;
  try {
    const bytes = await media.read(waiting.uploadKey);
    if (bytes === null) return await fail(deps, waiting, "The uploaded file is gone. Upload it again.");
    const encoded = await encodePicture(bytes);
    if (!encoded.ok) return await fail(deps, waiting, encoded.error);
    await Promise.all(encoded.value.files.map((file) => media.put(file.key, file.bytes)));
    const problem = await show(db, waiting, encoded.value, actor);
    if (problem !== null) return await fail(deps, waiting, problem);
    await media.remove(waiting.uploadKey);
    return "done";
  } catch (error) {
    await recordFileProblem(db, waiting, "waiting", "It could not be prepared yet and is retried automatically.");
    throw error;
  }
}

/** Stores the new file in the row; returns a problem, if any. */
async function show(
  db: Db,
  { id, contentHash, uploadHash }: WaitingPicture,
  encoded: EncodedPicture,
  actor: Actor,
): Promise<string | null> {
  if (contentHash === uploadHash) {
    await inTransaction(db, async (tx) => {
      if (!(await isStillWanted(tx, id, uploadHash))) return;
      await putFile(tx, id, uploadHash, encoded);
      await settleUpload(tx, id);
    });
    return null;
  }
  const same = await findMediaByHash(db, uploadHash);
  if (same !== undefined && same.id !== id) return "The new file is another picture of the shop already. Use that one.";
  await actOnRecord(db, pictureRecords, actor, {
    action: "replace",
    id,
    touches: [],
    run: async (tx) => {
      if (!(await isStillWanted(tx, id, uploadHash))) return;
      await putFile(tx, id, uploadHash, encoded);
      await settleUpload(tx, id);
    },
  });
  return null;
}

async function fail(
  { db, log }: PictureDeps,
  picture: { readonly id: number; readonly uploadHash?: string },
  problem: string,
): Promise<"failed"> {
  await recordFileProblem(db, picture, "failed", problem);
  log.warn({ mediaId: picture.id, reason: problem }, "a picture could not be prepared");
  return "failed";
}

/** Requeues waiting pictures, fails those that have waited for a day, and deletes expired files in the bin. */
export async function tidyPictures(deps: PictureDeps & { readonly jobs: Pick<Jobs, "enqueue"> }): Promise<void> {
  const { db, media, now, jobs } = deps;
  const time = now().getTime();
  for (const { id, since } of await listWaiting(db, new Date(time - SWEEP_AFTER_MS), SWEEP_LIMIT)) {
    if (time - since.getTime() > GIVE_UP_AFTER_MS)
      await fail(deps, { id }, "It could not be prepared for a whole day. Try again, or replace it.");
    else await enqueuePreparing(db, jobs, id, { id: 0, name: SYSTEM });
  }
  for (const { base, keys } of await listOverdueFiles(db, now(), SWEEP_LIMIT)) {
    if (!(await markFilesRemoved(db, base, now()))) continue;
    for (const key of keys) await media.remove(key);
  }
}

/** Registers the worker that prepares pictures, and its schedule; both start with the jobs. */
export async function registerPictureWorker(deps: PictureDeps & { readonly jobs: Jobs }): Promise<void> {
  await deps.jobs.work(PICTURE_QUEUE, async ({ payload: { id, userId, userName } }) => {
    if (typeof id === "number" && typeof userId === "number" && typeof userName === "string")
      await preparePicture(deps, id, { id: userId, name: userName });
    else await tidyPictures(deps);
  });
  await deps.jobs.schedule(PICTURE_QUEUE, SWEEP_EVERY_MINUTES);
}
