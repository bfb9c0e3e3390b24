import { eq, lte, sql, and, isNotNull, isNull, not } from "drizzle-orm";
import type { StoredFile } from "#app/media/domain/stored-file.ts";
import { pictureBase } from "#app/media/domain/picture.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { PICTURE_BIN_DAYS } from "#app/values/limits.ts";
import { media, mediaBin } from "./tables.ts";

const fileColumns = {
  key: media.key,
  mimeType: media.mimeType,
  width: media.width,
  height: media.height,
  colour: media.colour,
  placeholder: media.placeholder,
  variants: media.variants,
  byteSize: media.byteSize,
};

/** The columns that describe a picture's file. */
export function fileValues(file: StoredFile) {
  const { key, mimeType, width, height, colour, placeholder, variants, byteSize } = file;
  return { key, mimeType, width, height, colour, placeholder, variants: [...variants], byteSize };
}

export async function findFile(tx: Db, id: number): Promise<(StoredFile & { readonly contentHash: string }) | undefined> {
  const [row] = await tx
    .select({ ...fileColumns, contentHash: media.contentHash })
    .from(media)
    .where(eq(media.id, id));
  return row;
}

/** An uploaded file whose sizes are not made yet. */
export interface Upload {
  readonly uploadKey: string;
  readonly uploadHash: string;
  readonly uploadBytes: number;
}

/** Marks the picture as waiting for its sizes. Meanwhile a new one shows the facts in `known`; a replaced one shows its old file. */
export async function expectFile(tx: Db, id: number, upload: Upload, known: Partial<typeof media.$inferInsert> = {}): Promise<void> {
  await tx
    .update(media)
    .set({ ...upload, ...known, state: "waiting", problem: null, updatedAt: sql`now()` })
    .where(eq(media.id, id));
}

/** Marks a failed picture as waiting again; false if its file no longer exists. */
export async function expectAgain(tx: Db, id: number): Promise<boolean> {
  const rows = await tx
    .update(media)
    .set({ state: "waiting", problem: null, updatedAt: sql`now()` })
    .where(and(eq(media.id, id), eq(media.state, "failed"), isNotNull(media.uploadKey)))
    .returning({ id: media.id });
  return rows.length === 1;
}

export interface WaitingPicture extends Upload {
  readonly id: number;
  readonly contentHash: string;
}

/** A waiting picture with its file; undefined if it does not wait. */
export async function findWaiting(db: Db, id: number): Promise<WaitingPicture | undefined> {
  const [row] = await db
    .select({
      id: media.id,
      contentHash: media.contentHash,
      uploadKey: media.uploadKey,
      uploadHash: media.uploadHash,
      uploadBytes: media.uploadBytes,
    })
    .from(media)
    .where(and(eq(media.id, id), eq(media.state, "waiting")));
  if (row === undefined) return undefined;
  const { uploadKey, uploadHash } = row;
  return uploadKey === null || uploadHash === null ? undefined : { ...row, uploadKey, uploadHash, uploadBytes: row.uploadBytes ?? 0 };
}

/** Whether the picture still waits for this upload; locks the row until the transaction ends. */
export async function isStillWanted(tx: Db, id: number, uploadHash: string): Promise<boolean> {
  const [row] = await tx.select({ uploadHash: media.uploadHash }).from(media).where(eq(media.id, id)).for("update");
  return row?.uploadHash === uploadHash;
}

/** Clears the upload once its sizes are made. */
export async function settleUpload(tx: Db, id: number): Promise<void> {
  await tx
    .update(media)
    .set({ uploadKey: null, uploadHash: null, uploadBytes: null, problem: null, state: "ready" })
    .where(eq(media.id, id));
}

/** Records an error; `state` failed = permanent, until a user retries. */
export async function recordFileProblem(
  db: Db,
  { id, uploadHash }: { readonly id: number; readonly uploadHash?: string },
  state: "waiting" | "failed",
  problem: string,
): Promise<void> {
  // A file uploaded meanwhile is not affected.
  const isThat = uploadHash === undefined ? undefined : eq(media.uploadHash, uploadHash);
  await db
    .update(media)
    .set({ state, problem })
    .where(and(eq(media.id, id), eq(media.state, "waiting"), isThat));
}

/** Pictures waiting since before `before`, oldest first. */
export async function listWaiting(db: Db, before: Date, limit: number): Promise<readonly { readonly id: number; readonly since: Date }[]> {
  return db
    .select({ id: media.id, since: media.updatedAt })
    .from(media)
    .where(and(eq(media.state, "waiting"), lte(media.updatedAt, before)))
    .orderBy(media.updatedAt)
    .limit(limit);
}

/** Puts the file of a deleted or replaced picture into the bin for some weeks, so that it can be restored. */
export async function binFile(tx: Db, contentHash: string, file: StoredFile, uploadKey: string | null): Promise<void> {
  const keys = [file.key, ...file.variants.map((variant) => variant.key), ...(uploadKey === null ? [] : [uploadKey])];
  const row = { keys, file, removeAfter: sql`now() + ${PICTURE_BIN_DAYS} * interval '1 day'`, removedAt: null };
  await tx
    .insert(mediaBin)
    .values({ base: pictureBase(contentHash), ...row })
    .onConflictDoUpdate({ target: mediaBin.base, set: row });
}

/** Takes a file out of the bin; null if it is permanently deleted. */
export async function takeFromBin(tx: Db, contentHash: string): Promise<StoredFile | null> {
  const [row] = await tx
    .delete(mediaBin)
    .where(and(eq(mediaBin.base, pictureBase(contentHash)), isNull(mediaBin.removedAt)))
    .returning({ file: mediaBin.file });
  return row?.file ?? null;
}

/** Removes a file in use from the bin, however it came back. */
export async function keepFile(tx: Db, contentHash: string): Promise<void> {
  await tx.delete(mediaBin).where(eq(mediaBin.base, pictureBase(contentHash)));
}

const isShown = sql`exists (select 1 from ${media} where split_part(${media.key}, '.', 1) = ${mediaBin.base})`;

/** Expired files in the bin, by their common folder and name. */
export function listOverdueFiles(db: Db, now: Date, limit: number): Promise<readonly { readonly base: string; readonly keys: string[] }[]> {
  return db
    .select({ base: mediaBin.base, keys: mediaBin.keys })
    .from(mediaBin)
    .where(and(lte(mediaBin.removeAfter, now), isNull(mediaBin.removedAt), not(isShown)))
    .limit(limit);
}

/** Marks these files as permanently deleted; false if they were taken out of the bin meanwhile. */
export async function markFilesRemoved(db: Db, base: string, now: Date): Promise<boolean> {
  const marked = await db
    .update(mediaBin)
    .set({ removedAt: now })
    .where(and(eq(mediaBin.base, base), lte(mediaBin.removeAfter, now), isNull(mediaBin.removedAt), not(isShown)))
    .returning({ base: mediaBin.base });
  return marked.length === 1;
}
