import { errorCode } from "#app/values/narrow.ts";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { createGunzip } from "node:zlib";
import {
  checksumsSchema,
  createTally,
  FIRST,
  LAST,
  manifestSchema,
  mediaKeyOfEntry,
  tableOfEntry,
  type Checksums,
  type Manifest,
} from "./format.ts";
import { CommandFailure } from "#server/cli/command.ts";
import { readTar, TarProblem, type TarEntry } from "./tar.ts";

const CHUNK_BYTES = 256 * 1024;

export interface CheckedBackup {
  readonly manifest: Manifest;
  readonly checksums: Checksums;
  /** SHA-256 of the file itself, for comparing copies. */
  readonly sha256: string;
  readonly fileBytes: number;
}

/** A file, or a bucket's object with this name. */
export type BackupSource = string | { readonly name: string; readonly stream: Readable };

/**
 * Reads a whole backup and verifies all checksums; a `CommandFailure` if it is no backup or damaged.
 * @param onProgress bytes of the file that have been read
 */
export async function checkBackup(source: BackupSource, onProgress: (bytes: number) => void): Promise<CheckedBackup> {
  const file = nameOf(source);
  const fileHash = createHash("sha256");
  let fileBytes = 0;
  const entries = readBackup(source, (chunk) => {
    fileHash.update(chunk);
    fileBytes += chunk.length;
    onProgress(fileBytes);
  });
  const tally = createTally();
  let manifest: Manifest | undefined;
  let checksums: Checksums | undefined;
  for await (const { name, bytes } of entries) {
    if (checksums !== undefined) throw damaged(file, "something stands behind its end");
    if (manifest === undefined) {
      manifest = name === FIRST ? manifestSchema.safeParse(parseJson(bytes)).data : undefined;
      if (manifest === undefined) throw new CommandFailure(`${file} is not a backup that this version of the shop can read.`);
    } else if (name === LAST) {
      checksums = checksumsSchema.safeParse(parseJson(bytes)).data;
      if (checksums === undefined) throw damaged(file, "its checksums cannot be read");
    } else {
      const table = tableOfEntry(name);
      const key = mediaKeyOfEntry(name);
      if (table !== undefined && manifest.tables.some((each) => each.name === table)) tally.addRows(table, bytes);
      else if (key !== undefined) tally.addPicture(key, bytes);
      else throw damaged(file, `${name} does not belong to it`);
    }
  }
  if (manifest === undefined || checksums === undefined) throw damaged(file, "it is cut off");
  const { sequences: _, ...promised } = checksums;
  if (!isDeepStrictEqual(tally.result(manifest.tables.map(({ name }) => name)), promised))
    throw damaged(file, "its checksums do not match");
  return { manifest, checksums, sha256: fileHash.digest("hex"), fileBytes };
}

/** The entries of a verified backup. */
export async function* readBackup(source: BackupSource, onChunk: (chunk: Buffer) => void = () => undefined): AsyncGenerator<TarEntry> {
  const stream: Readable = typeof source === "string" ? createReadStream(source, { highWaterMark: CHUNK_BYTES }) : source.stream;
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  stream.on("data", (chunk: Buffer) => onChunk(chunk));
  stream.on("error", (error) => gunzip.destroy(error));
  try {
    yield* readTar(stream.pipe(gunzip) as AsyncIterable<Buffer>);
    // Reads the padding of the last block.
    for await (const _ of gunzip as AsyncIterable<Buffer>);
  } catch (error) {
    const code = errorCode(error);
    if (error instanceof TarProblem || code.startsWith("Z_"))
      throw damaged(nameOf(source), code === "Z_DATA_ERROR" ? "it is no backup, or was changed" : "it is cut off or was changed");
    throw error;
  } finally {
    stream.destroy();
    gunzip.destroy();
  }
}

function nameOf(source: BackupSource): string {
  return typeof source === "string" ? source : source.name;
}

function damaged(file: string, why: string): CommandFailure {
  return new CommandFailure(`${file} cannot be used: ${why}. Take another copy of the backup.`);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    // The schema rejects it with a message.
    return undefined;
  }
}
