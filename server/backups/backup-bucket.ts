import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { parseS3Address } from "#app/platform/s3-address.server.ts";
import { errorCode, errorMessage } from "#app/values/narrow.ts";
import { BucketFailure, type BackupPlace } from "./backup-place.ts";

/** A backup may take long, but a bucket without traffic for this time has failed. */
const LIMITS: BucketLimits = { idleMs: 20_000, attempts: 3 };
/** Amazon allows 10,000 parts: up to 160 GB. Two are in memory. */
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** Amazon copies no larger object with one request, and buckets have no rename. */
export const MAX_RENAMED_BYTES = 5 * 1024 ** 3;

interface BucketLimits {
  /** Milliseconds without a byte in either direction. */
  readonly idleMs: number;
  readonly attempts: number;
}

export interface BackupBucket extends BackupPlace {
  has(name: string): Promise<boolean>;
  /** Uploads large files in parts; each is retried. An upload that fails or is aborted leaves nothing. */
  upload(name: string, file: string, signal: AbortSignal): Promise<void>;
  /** Overwrites an object with that name. At most `MAX_RENAMED_BYTES`. */
  rename(name: string, to: string): Promise<void>;
  read(name: string): Promise<Readable>;
}

/** All failures are `BucketFailure`. */
export function openBackupBucket(address: string, { idleMs, attempts } = LIMITS): BackupBucket {
  const { bucket, prefix, options } = parseS3Address(address);
  const client = new S3Client({
    ...options,
    maxAttempts: attempts,
    requestHandler: { socketTimeout: idleMs, connectionTimeout: Math.min(idleMs, 5_000) },
  });
  const objectOf = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // Without the cause, which would look like a database failure.
      throw new BucketFailure(`The bucket ${bucket} ${reasonOf(error)}`);
    }
  }

  /** The bucket may also fail during the download. */
  async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
    const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
    try {
      for (let next = await attempt(() => chunks.next()); next.done !== true; next = await attempt(() => chunks.next())) yield next.value;
    } finally {
      body.destroy();
    }
  }

  return {
    list: () =>
      attempt(async () => {
        const names: string[] = [];
        for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix, Delimiter: "/" }))
          names.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(prefix.length)])));
        return names;
      }),
    remove: (name) => attempt(async () => void (await client.send(new DeleteObjectCommand(objectOf(name))))),
    has: (name) =>
      attempt(async () => {
        try {
          await client.send(new HeadObjectCommand(objectOf(name)));
          return true;
        } catch (error) {
          if (error instanceof Error && error.name === "NotFound") return false;
          throw error;
        }
      }),
    upload: (name, file, signal) =>
      attempt(async () => {
        const abortController = new AbortController();
        signal.addEventListener("abort", () => abortController.abort());
        const params = { ...objectOf(name), Body: createReadStream(file), ContentType: "application/gzip" };
        await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE, abortController }).done();
      }),
    rename: (name, to) =>
      attempt(async () => {
        const source = `${bucket}/${prefix}${name}`.split("/").map(encodeURIComponent).join("/");
        await client.send(new CopyObjectCommand({ ...objectOf(to), CopySource: source }));
        await client.send(new DeleteObjectCommand(objectOf(name)));
      }),
    async read(name) {
      const { Body } = await attempt(() => client.send(new GetObjectCommand(objectOf(name))));
      if (!(Body instanceof Readable)) throw new BucketFailure(`The bucket ${bucket} sent no file`);
      return Readable.from(chunksOf(Body));
    },
  };
}

const KEYS = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
const REASONS: Readonly<Record<string, string>> = {
  TimeoutError: "does not answer.",
  NoSuchBucket: "does not exist.",
  NoSuchKey: "has no such file.",
  Forbidden: `does not allow this. See the policy of the user of ${KEYS}.`,
  AccessDenied: `does not allow this. See the policy of the user of ${KEYS}.`,
  InvalidAccessKeyId: `does not know the access key. See ${KEYS}.`,
  SignatureDoesNotMatch: `refuses the access key. See ${KEYS}.`,
  CredentialsProviderError: `needs an access key. See ${KEYS}.`,
};

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? REASONS[error.name] : undefined;
  if (reason !== undefined) return reason;
  const code = errorCode(error);
  return code === "" ? `failed: ${errorMessage(error)}.` : `cannot be reached (${code}). Is its endpoint right?`;
}
