import { Disk } from "flydrive";
import { S3Driver } from "flydrive/drivers/s3";
import { parseS3Address } from "#app/platform/s3-address.server.ts";
import { isMediaKey, mediaTypeOf, requireMediaKey } from "./media-key.server.ts";
import { MediaUnavailable, type MediaStore } from "./media-store.server.ts";

/** Browsers open few connections per server: an unresponsive bucket must not block them. */
const READ_LIMITS: BucketLimits = { request: 3_000, attempts: 2 };
/** An upload of 20 MB takes time. */
const WRITE_LIMITS: BucketLimits = { request: 30_000, attempts: 3 };
/** After a timeout, reads fail immediately for this long. */
const SILENT_MS = 5_000;

interface BucketLimits {
  /** Milliseconds for request and response. */
  readonly request: number;
  readonly attempts: number;
}

/** A bucket of Amazon S3 or a compatible service. Objects stay private: the shop itself serves them under /media. */
export function createS3MediaStore(url: string, readLimits = READ_LIMITS, now = Date.now): MediaStore {
  const disk = openDisk(url, WRITE_LIMITS);
  const reading = openDisk(url, readLimits);
  let silentUntil = 0;

  /** null for a missing object. */
  async function look<T>(work: () => Promise<T>): Promise<T | null> {
    if (now() < silentUntil) throw new MediaUnavailable("the bucket did not answer a moment ago");
    try {
      return await work();
    } catch (error) {
      if (hasName(error, "NoSuchKey", "NotFound")) return null;
      if (!hasName(error, "TimeoutError")) throw error;
      silentUntil = now() + SILENT_MS;
      throw new MediaUnavailable("the bucket does not answer", { cause: error });
    }
  }

  return {
    async put(key, bytes) {
      await disk.put(requireMediaKey(key), bytes, { contentType: mediaTypeOf(key), cacheControl: "public, max-age=31536000, immutable" });
    },
    async read(key) {
      requireMediaKey(key);
      return look(() => reading.getBytes(key));
    },
    async has(key) {
      requireMediaKey(key);
      return (await look(() => reading.exists(key))) ?? false;
    },
    async remove(key) {
      await disk.delete(requireMediaKey(key));
    },
    async *list() {
      let paginationToken: string | undefined;
      do {
        const page = await disk.listAll("/", { recursive: true, paginationToken });
        for (const entry of page.objects) if (entry.isFile && "key" in entry && isMediaKey(entry.key)) yield entry.key;
        paginationToken = page.paginationToken;
      } while (paginationToken !== undefined);
    },
  };
}

function openDisk(url: string, { request, attempts }: BucketLimits): Disk {
  const { bucket, options } = parseS3Address(url);
  const driver = new S3Driver({
    ...options,
    bucket,
    visibility: "private",
    supportsACL: false,
    maxAttempts: attempts,
    // Without `throwOnRequestTimeout` the SDK only warns after the timeout.
    requestHandler: { requestTimeout: request, connectionTimeout: Math.min(request, 5_000), throwOnRequestTimeout: true },
  });
  return new Disk(driver);
}

/** flydrive wraps the SDK's error; the innermost name identifies it. */
function hasName(error: unknown, ...names: readonly string[]): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) if (names.includes(cause.name)) return true;
  return false;
}
