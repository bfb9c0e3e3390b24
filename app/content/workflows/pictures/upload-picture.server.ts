import { pictureRecords, type PictureRecord } from "#app/content/data/pictures/picture-records.server.ts";
import { findMediaByHash } from "#app/media/data/media.server.ts";
import { expectAgain, expectFile, findFile, type Upload } from "#app/media/data/picture-files.server.ts";
import { pictureBase } from "#app/media/domain/picture.ts";
import { hashPicture, inspectPicture, withoutSvg } from "#app/media/gateway/inspect-picture.server.ts";
import { uploadKeyOf } from "#app/media/gateway/media-key.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { heavyQueue } from "#app/platform/jobs/queue.server.ts";
import { saveRecord, type Actor } from "#app/staff/workflows/change-records.server.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { keepText } from "#app/values/text.ts";

export const PICTURE_QUEUE = heavyQueue("pictures");

export interface UploadDeps {
  readonly db: Db;
  readonly media: MediaStore;
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly log: { error(fields: object, message: string): void };
}

export interface Uploaded {
  readonly id: number;
  /** The same bytes already exist under this id: nothing was stored. */
  readonly isDuplicate: boolean;
  /** The history entry; null for a duplicate, and for a replacement, whose entry is written when it is ready. */
  readonly entry: number | null;
}

/**
 * Checks an uploaded picture, stores its file, and adds its row and the job that makes its sizes. Fast, because the job does the slow work.
 * The error is a sentence for the uploading user.
 */
export async function uploadPicture(
  deps: UploadDeps,
  actor: Actor,
  sent: Uint8Array,
  about: { readonly fileName: string; readonly folder: string },
): Promise<Result<Uploaded, string>> {
  const read = await readUpload(deps, sent);
  if (!read.ok) return read;
  if ("isDuplicate" in read.value) return ok(read.value);
  const { upload, contentHash, inspected, byteSize } = read.value;
  const value: PictureRecord = {
    ...about,
    fileName: nameOfFile(about.fileName),
    alt: "",
    isDecorative: false,
    tags: [],
    focalX: 50,
    focalY: 50,
    contentHash,
  };
  const store = {
    ...pictureRecords,
    async insert(tx: Db, record: PictureRecord) {
      const id = await pictureRecords.insert(tx, record);
      // A picture that was just deleted and is uploaded again already has its sizes.
      if ((await findFile(tx, id))?.variants.length === 0) {
        await expectFile(tx, id, upload, { ...inspected, byteSize, createdBy: actor.name });
        await enqueuePreparing(tx, deps.jobs, id, actor);
      }
      return id;
    },
  };
  const saved = await saveRecord(deps.db, store, actor, { id: null, value, version: null, seen: {} });
  if (saved.kind === "done") return ok({ id: saved.id, isDuplicate: false, entry: saved.entry });
  const first = await findMediaByHash(deps.db, contentHash);
  return first === undefined
    ? fail("Another staff member just changed this. Try again.")
    : ok({ id: first.id, isDuplicate: true, entry: null });
}

/** Accepts a new file for a picture: every use shows it as soon as its sizes are made. */
export async function replacePicture(deps: UploadDeps, actor: Actor, id: number, sent: Uint8Array): Promise<Result<Uploaded, string>> {
  const read = await readUpload(deps, sent);
  if (!read.ok) return read;
  if ("isDuplicate" in read.value) return ok(read.value);
  const { upload } = read.value;
  return inTransaction(deps.db, async (tx): Promise<Result<Uploaded, string>> => {
    if ((await pictureRecords.find(tx, [id], "lock")).size === 0) return fail("This picture is gone.");
    await expectFile(tx, id, upload);
    await enqueuePreparing(tx, deps.jobs, id, actor);
    return ok({ id, isDuplicate: false, entry: null });
  });
}

/** Retries a failed picture; false if its file is gone. */
export async function retryPicture({ db, jobs }: Pick<UploadDeps, "db" | "jobs">, actor: Actor, id: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await expectAgain(tx, id))) return false;
    await enqueuePreparing(tx, jobs, id, actor);
    return true;
  });
}

/** Adds the job that makes a picture's sizes; does nothing if one is waiting or running. */
export async function enqueuePreparing(tx: Db, jobs: Pick<Jobs, "enqueue">, id: number, actor: Actor): Promise<void> {
  await jobs.enqueue(tx, PICTURE_QUEUE, { id, userId: actor.id, userName: actor.name }, { key: String(id) });
}

/** Checks and stores an uploaded file, unless a picture with the same bytes exists. */
async function readUpload({ db, media, log }: UploadDeps, sent: Uint8Array) {
  const taken = await withoutSvg(sent, log);
  if (!taken.ok) return taken;
  const bytes = taken.value;
  const contentHash = hashPicture(bytes);
  const existing = await findMediaByHash(db, contentHash);
  if (existing !== undefined) return ok({ id: existing.id, isDuplicate: true, entry: null } satisfies Uploaded);
  const inspected = await inspectPicture(bytes);
  if (!inspected.ok) return inspected;
  return ok({ upload: await keepUpload(media, contentHash, bytes), contentHash, inspected: inspected.value, byteSize: bytes.byteLength });
}

async function keepUpload(store: MediaStore, contentHash: string, bytes: Uint8Array): Promise<Upload> {
  const uploadKey = uploadKeyOf(pictureBase(contentHash));
  await store.put(uploadKey, bytes);
  return { uploadKey, uploadHash: contentHash, uploadBytes: bytes.byteLength };
}

/** A file name to store: without folders, invisible characters and control characters. */
function nameOfFile(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  return keepText(last.replaceAll(/[\p{Cc}\p{Cf}]/gu, ""), MAX_TITLE_LENGTH) || "picture";
}
