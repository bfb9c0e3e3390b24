import { errorMessage } from "#app/values/narrow.ts";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { extract, pack } from "tar-stream";

/** A regular file with a short name, so that any tar opens a backup. */
export interface TarEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** No archive, damaged or truncated. */
export class TarProblem extends Error {}

/** Above any entry; a damaged length must not exhaust memory. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024;

/** Writes the archive with backpressure. */
export async function* writeTar(entries: AsyncIterable<TarEntry>, modified: Date): AsyncGenerator<Buffer> {
  const archive = pack();
  const filling = (async () => {
    for await (const { name, bytes } of entries) {
      await new Promise<void>((resolve, reject) => {
        archive.entry({ name, mode: 0o600, mtime: modified }, bytes, (error) => (error ? reject(error) : resolve()));
      });
    }
    archive.finalize();
  })();
  filling.catch((error: Error) => archive.destroy(error));
  for await (const piece of archive) yield piece as Buffer;
  await filling;
}

/** Reads an archive's files one at a time; names are never followed. Throws `TarProblem`. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const archive = extract();
  let sourceFailure: unknown;
  const reading = pipeline(async function* () {
    try {
      yield* source;
    } catch (error) {
      sourceFailure = error;
      throw error;
    }
  }, archive);
  reading.catch(() => undefined);
  try {
    for await (const entry of archive) {
      const { name, size, type } = entry.header;
      if (size > MAX_ENTRY_BYTES) throw new TarProblem("an entry is too long");
      if (type !== "file") throw new TarProblem("an entry is no file");
      yield { name, bytes: await buffer(entry) };
    }
    await reading;
  } catch (error) {
    if (error instanceof TarProblem) throw error;
    throw sourceFailure ?? new TarProblem(errorMessage(error));
  }
}
