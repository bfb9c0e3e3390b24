import { once } from "node:events";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { from, to } from "pg-copy-streams";

/* COPY of whole tables. Rows use the text format: a line per row, line ends escaped. */

/** Approximate chunk size. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Runs `COPY … TO STDOUT` with backpressure. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  const chunks: AsyncIterable<Buffer> = client.query(to(text));
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(parts, size);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts, size);
}

export interface CopyIn {
  write(bytes: Buffer): Promise<void>;
  /** The number of inserted rows. */
  end(): Promise<number>;
}

/** Starts `COPY … FROM STDIN`. Run no other query until `end`. */
export function copyIn(client: pg.Client, text: string): CopyIn {
  const rows = client.query(from(text));
  let failure: Error | undefined;
  rows.once("error", (error) => {
    failure = error;
  });
  const hasEnded = finished(rows);
  // It may fail before it is awaited; the next call throws.
  hasEnded.catch(() => undefined);
  return {
    async write(bytes) {
      if (failure !== undefined) throw failure;
      if (!rows.write(bytes)) await Promise.race([once(rows, "drain"), hasEnded]);
    },
    async end() {
      if (failure !== undefined) throw failure;
      rows.end();
      await hasEnded;
      return rows.rowCount;
    },
  };
}
