import { findMediaByHash, insertMedia } from "#app/media/data/media.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { ok, type Result } from "#app/values/result.ts";
import { encodePicture, type EncodedPicture, type EncodingEffort } from "#app/media/gateway/encode-picture.server.ts";
import { hashPicture } from "#app/media/gateway/inspect-picture.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";

export interface StoredPicture {
  readonly mediaId: number;
  /** The same bytes were uploaded before; that picture is used, with its own alt text. */
  readonly isDuplicate: boolean;
}

/**
 * Re-encodes a picture, stores its sizes and then inserts its row: files without a row are harmless, a row without files would be a broken
 * picture. Must not run inside a transaction (it takes a second and may call a bucket).
 * @param alt what the picture shows, "" for decoration
 */
export async function storePicture(
  store: MediaStore,
  db: Db,
  bytes: Uint8Array,
  about: { readonly fileName: string; readonly alt: string; readonly effort?: EncodingEffort },
): Promise<Result<StoredPicture, string>> {
  const existing = await findMediaByHash(db, hashPicture(bytes));
  if (existing !== undefined) return ok({ mediaId: existing.id, isDuplicate: true });
  const encoded = await encodePicture(bytes, about.effort);
  return encoded.ok ? ok({ mediaId: await storeEncoded(store, db, encoded.value, about), isDuplicate: false }) : encoded;
}

/** Stores a picture with finished sizes, in the same order, and returns its media id. The same content is stored once. */
export async function storeEncoded(
  store: MediaStore,
  db: Db,
  { files, base: _base, ...row }: EncodedPicture,
  { fileName, alt }: { readonly fileName: string; readonly alt: string },
): Promise<number> {
  await Promise.all(files.map((file) => store.put(file.key, file.bytes)));
  return insertMedia(db, { ...row, fileName, alt });
}
