import path from "node:path";
import { inCall } from "#app/platform/tracing.server.ts";
import { createFileMediaStore } from "./file-media-store.server.ts";
import type { MediaStore } from "./media-store.server.ts";

/**
 * The configured store: files under `DATA_DIR/media`, or a bucket for `s3://bucket?endpoint=…&region=…` (several machines; credentials from
 * AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or the machine's role). The AWS SDK is only loaded for a bucket.
 */
export async function openMediaStore(config: { readonly mediaUrl: string | null; readonly dataDir: string }): Promise<MediaStore> {
  if (config.mediaUrl === null) return createFileMediaStore(path.join(config.dataDir, "media"));
  const { createS3MediaStore } = await import("./s3-media-store.server.ts");
  const bucket = createS3MediaStore(config.mediaUrl);
  const call = <T>(name: string, work: () => Promise<T>) => inCall("bucket", name, work, () => null);
  return {
    put: (key, bytes) => call("put", () => bucket.put(key, bytes)),
    read: (key) => call("read", () => bucket.read(key)),
    has: (key) => call("has", () => bucket.has(key)),
    remove: (key) => call("remove", () => bucket.remove(key)),
    list: () => bucket.list(),
  };
}
