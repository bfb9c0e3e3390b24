import { createWriteStream, existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { uncheckedName } from "#server/backups/backup-files.ts";
import { isBucket, splitBucketAddress } from "#server/backups/backup-place.ts";
import { CommandFailure } from "#server/cli/command.ts";
import { closeAtTheEnd } from "#server/cli/open-things.ts";
import { operatorFile } from "#server/cli/operator-file.ts";
import { startProgress } from "#server/cli/progress.ts";
import { temporaryBackupFolder } from "#server/cli/temporary-folder.ts";
import { checkBackup, type BackupSource, type CheckedBackup } from "./check-backup.ts";

export interface BackupTarget {
  /** The name shown to the operator. */
  readonly name: string;
  /** The backup is written here first. Removed however the command ends, including by a signal. */
  readonly temporary: string;
  /** Moves the written file to its place and verifies it. A damaged file is removed. */
  finish(): Promise<CheckedBackup>;
}

/** A file, or an object of a bucket. Never overwrites. */
export async function openTarget(argument: string): Promise<BackupTarget> {
  return isBucket(argument) ? openBucketTarget(argument) : openFileTarget(operatorFile(argument));
}

function openFileTarget(file: string): BackupTarget {
  if (existsSync(file)) throw existsAlready(file);
  const temporary = uncheckedName(file);
  closeAtTheEnd(() => rm(temporary, { force: true }));
  return {
    name: file,
    temporary,
    async finish() {
      const checked = await check(temporary, temporary);
      await rename(temporary, file);
      return checked;
    },
  };
}

async function openBucketTarget(address: string): Promise<BackupTarget> {
  const { bucket, name, MAX_RENAMED_BYTES } = await openBucketOf(address);
  if (await bucket.has(name)) throw existsAlready(address);
  const temporary = await temporaryFile();
  return {
    name: address,
    temporary,
    async finish() {
      const ending = new AbortController();
      // A killed process leaves no unchecked file under a backup's name, unless it is too large to be renamed.
      const canRename = (await stat(temporary)).size <= MAX_RENAMED_BYTES;
      const uploaded = canRename ? uncheckedName(name) : name;
      const uploading = bucket.upload(uploaded, temporary, ending.signal);
      let isGood = false;
      closeAtTheEnd(async () => {
        ending.abort();
        await uploading.catch(() => undefined);
        if (!isGood) await bucket.remove(uploaded).catch(() => undefined);
      });
      await uploading;
      const checked = await check({ name: address, stream: await bucket.read(uploaded) }, temporary);
      if (canRename) await bucket.rename(uploaded, name);
      isGood = true;
      return checked;
    },
  };
}

/** Returns a temporary file. */
export async function downloadBackup(address: string): Promise<string> {
  const { bucket, name } = await openBucketOf(address);
  const file = await temporaryFile();
  await pipeline(await bucket.read(name), createWriteStream(file, { flags: "wx", mode: 0o600 }));
  return file;
}

async function openBucketOf(address: string) {
  const parts = splitBucketAddress(address);
  if (parts === null) throw new CommandFailure(`${address} must be an address such as s3://bucket/folder/shop.backup?region=eu-central-1.`);
  const { openBackupBucket, MAX_RENAMED_BYTES } = await import("#server/backups/backup-bucket.ts");
  return { bucket: openBackupBucket(parts.place), name: parts.name, MAX_RENAMED_BYTES };
}

async function temporaryFile(): Promise<string> {
  return path.join(await temporaryBackupFolder(new Date()), "shop.backup");
}

/** @param written the file whose size the progress bar shows */
async function check(source: BackupSource, written: string): Promise<CheckedBackup> {
  const { size } = await stat(written);
  const checking = startProgress("Checking");
  const checked = await checkBackup(source, (bytes) => checking.step(bytes, size));
  checking.end();
  return checked;
}

function existsAlready(name: string): CommandFailure {
  return new CommandFailure(`${name} exists already; a backup never replaces a file.`);
}
