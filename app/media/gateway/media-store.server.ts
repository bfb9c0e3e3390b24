import path from "node:path";
import { createFileMediaStore } from "./file-media-store.server.ts";

/** Where the bytes of pictures lie. Keys are made by us (media-key.server.ts); every object is immutable once it is there. */
export interface MediaStore {
  /** Resolves when the object would survive a power cut. Putting the same key again is harmless. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The whole object (re-encoded pictures are small), or null. */
  read(key: string): Promise<Uint8Array | null>;
  has(key: string): Promise<boolean>;
  /** Nothing happens when there is no such object. */
  remove(key: string): Promise<void>;
  /** Every key, in no particular order. */
  list(): AsyncIterable<string>;
}

/**
 * The store that the configuration names: files under `DATA_DIR/media`, or a bucket for `s3://bucket?endpoint=…&region=…` (several machines;
 * credentials from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or the machine's role). The AWS SDK is only loaded for a bucket.
 */
export async function createMediaStore(config: { readonly mediaUrl: string | null; readonly dataDir: string }): Promise<MediaStore> {
  if (config.mediaUrl === null) return createFileMediaStore(path.join(config.dataDir, "media"));
  const { createS3MediaStore } = await import("./s3-media-store.server.ts");
  return createS3MediaStore(config.mediaUrl);
}
