import { Disk } from "flydrive";
import { S3Driver } from "flydrive/drivers/s3";
import { isMediaKey, mediaTypeOf, requireMediaKey } from "./media-key.server.ts";
import type { MediaStore } from "./media-store.server.ts";

/** Many small objects are read at once by one page; a stuck one must not hold the page. */
const REQUEST_TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;

/** A bucket of Amazon S3 or of anything that speaks its protocol. Objects stay private: the shop itself serves them under /media. */
export function createS3MediaStore(url: string): MediaStore {
  const { hostname: bucket, searchParams } = new URL(url);
  const endpoint = searchParams.get("endpoint");
  const driver = new S3Driver({
    bucket,
    // Without either, the SDK takes AWS_REGION; other vendors' servers do not care, but the signature needs some name.
    region: searchParams.get("region") ?? (endpoint === null ? undefined : "us-east-1"),
    visibility: "private",
    supportsACL: false,
    maxAttempts: ATTEMPTS,
    requestHandler: { requestTimeout: REQUEST_TIMEOUT_MS, connectionTimeout: REQUEST_TIMEOUT_MS },
    // Other vendors' servers rarely answer for bucket.host names, and older ones refuse the newer default checksums.
    ...(endpoint === null
      ? {}
      : { endpoint, forcePathStyle: true, requestChecksumCalculation: "WHEN_REQUIRED", responseChecksumValidation: "WHEN_REQUIRED" }),
  });
  const disk = new Disk(driver);
  return {
    async put(key, bytes) {
      await disk.put(requireMediaKey(key), bytes, { contentType: mediaTypeOf(key), cacheControl: "public, max-age=31536000, immutable" });
    },
    async read(key) {
      try {
        return await disk.getBytes(requireMediaKey(key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async has(key) {
      return disk.exists(requireMediaKey(key));
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

/** flydrive wraps the SDK's error; the name of the innermost one tells. */
function isMissing(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === "NoSuchKey" || cause.name === "NotFound") return true;
  }
  return false;
}
