import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";

/* Storage of backups: a folder, or a bucket for `s3://bucket/prefix?endpoint=…&region=…` (as MEDIA_URL). */

export interface BackupPlace {
  /** Names of the files directly in it. */
  list(): Promise<readonly string[]>;
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>;
}

/** An unusable bucket. The message is a sentence for the operator. */
export class BucketFailure extends Error {}

export function isBucket(address: string): boolean {
  return address.startsWith("s3:");
}

/** The AWS SDK is loaded only for a bucket. */
export async function openBackupPlace(address: string): Promise<BackupPlace> {
  return isBucket(address) ? (await import("./backup-bucket.ts")).openBackupBucket(address) : openFolder(address);
}

function openFolder(folder: string): BackupPlace {
  return {
    async list() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return readdir(folder);
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
  };
}

/** The path or address of a file in the place. */
export function addressIn(place: string, name: string): string {
  if (!isBucket(place)) return path.join(place, name);
  const url = new URL(place);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${name}`;
  return url.href;
}

/** The opposite of `addressIn`, for a bucket; null when a name is missing. */
export function splitBucketAddress(address: string): { readonly place: string; readonly name: string } | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const name = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf("/") + 1));
  if (url.hostname === "" || name === "") return null;
  url.pathname = url.pathname.slice(0, url.pathname.lastIndexOf("/"));
  return { place: url.href, name };
}
