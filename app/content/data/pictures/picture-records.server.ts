import { eq, inArray, not, sql } from "drizzle-orm";
import { isInLook, listPictureUses, replaceInSettings } from "./picture-use.server.ts";
import { replaceInPages } from "./pictures-in-pages.server.ts";
import { findMediaByHash } from "#app/media/data/media.server.ts";
import { binFile, fileValues, findFile, keepFile, takeFromBin } from "#app/media/data/picture-files.server.ts";
import { media } from "#app/media/data/tables.ts";
import { pictureBase } from "#app/media/domain/picture.ts";
import type { StoredFile } from "#app/media/domain/stored-file.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { insertRow } from "#app/staff/data/table-records.ts";

/** A picture in the history: the content hash identifies the file. */
export interface PictureRecord {
  readonly fileName: string;
  readonly alt: string;
  readonly isDecorative: boolean;
  readonly folder: string;
  readonly tags: readonly string[];
  readonly focalX: number;
  readonly focalY: number;
  readonly contentHash: string;
}

const GONE = "The file was removed for good. Replace it, or delete the picture.";

/** The row's values while there is no file. */
const NO_FILE: StoredFile = {
  key: "",
  mimeType: "image/webp",
  width: 4,
  height: 3,
  colour: "#d9dee0",
  placeholder: "",
  variants: [],
  byteSize: 0,
};

/** Pictures for record forms, bulk actions and undo. Replaced files stay in a bin for a while, so that they can be restored. */
export const pictureRecords: RecordStore<PictureRecord> = {
  kind: "media",
  nameOf: ({ fileName }) => fileName,

  async find(db, ids, lock) {
    const query = db
      .select({
        id: media.id,
        version: media.version,
        fileName: media.fileName,
        alt: media.alt,
        isDecorative: media.isDecorative,
        folder: media.folder,
        tags: media.tags,
        focalX: media.focalX,
        focalY: media.focalY,
        contentHash: media.contentHash,
      })
      .from(media)
      .where(inArray(media.id, [...ids]));
    const rows = lock === undefined ? await query : await query.orderBy(media.id).for("update");
    return new Map(rows.map(({ id, version, ...value }) => [id, { version, value }]));
  },

  async check(tx, id, { contentHash }) {
    if (id !== null) return undefined;
    // For concurrent uploads of the same file: the second one waits here and then finds the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${contentHash}))`);
    return (await findMediaByHash(tx, contentHash)) === undefined ? undefined : { contentHash: "This picture is here already." };
  },

  async insert(tx, value, id) {
    const file = await takeFromBin(tx, value.contentHash);
    return insertRow(tx, media, {
      ...(id === undefined ? {} : { id }),
      ...columnsOf(value),
      ...stateOf(value.contentHash, file),
    });
  },

  async update(tx, id, value) {
    const current = await findFile(tx, id);
    if (current === undefined) return;
    if (current.contentHash !== value.contentHash) await putFile(tx, id, value.contentHash, await takeFromBin(tx, value.contentHash));
    await tx
      .update(media)
      .set({ ...columnsOf(value), version: sql`${media.version} + 1`, updatedAt: sql`now()` })
      .where(eq(media.id, id));
  },

  async remove(tx, id) {
    const [row] = await tx.delete(media).where(eq(media.id, id)).returning();
    if (row !== undefined) await binFile(tx, row.contentHash, row, row.uploadKey);
  },

  async isHeld(tx, id) {
    return (await listPictureUses(tx, [id])).size > 0;
  },
};

/** Deletes every picture that the look does not use. */
export async function removePicturesOutsideLook(tx: Db): Promise<void> {
  const rows = await tx.delete(media).where(not(isInLook)).returning();
  for (const row of rows) await binFile(tx, row.contentHash, row, row.uploadKey);
}

/** Sets a picture's file. The previous one goes into the bin, and pages that use the picture show the new one. `file` null = deleted. */
export async function putFile(tx: Db, id: number, contentHash: string, file: StoredFile | null): Promise<void> {
  const before = await findFile(tx, id);
  if (before === undefined) return;
  if (before.contentHash !== contentHash) await binFile(tx, before.contentHash, before, null);
  await tx.update(media).set(stateOf(contentHash, file)).where(eq(media.id, id));
  if (file !== null) await keepFile(tx, contentHash);
  await replaceInPages(tx, before.key, file);
  if (file !== null) await replaceInSettings(tx, before.key, file.key);
}

function stateOf(contentHash: string, file: StoredFile | null) {
  const known = file ?? { ...NO_FILE, key: `${pictureBase(contentHash)}.webp` };
  const present = known.variants.length === 0 ? ("waiting" as const) : ("ready" as const);
  return {
    ...fileValues(known),
    contentHash,
    state: file === null ? ("failed" as const) : present,
    problem: file === null ? GONE : null,
  };
}

function columnsOf({ contentHash: _hash, tags, ...words }: PictureRecord) {
  return { ...words, tags: [...tags] };
}
