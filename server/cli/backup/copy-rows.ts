import { once } from "node:events";
import type pg from "pg";

/* COPY over a `pg` connection, which has no interface for it. Rows use the text format: a line per row, line ends escaped. */

/** Whole pieces of about this size are handed on. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The part of pg's connection that is used here. */
type Connection = pg.Connection & {
  query(text: string): void;
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
};

/** Runs `COPY … TO STDOUT` with backpressure. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  let connection: Connection | undefined;
  let hasEnded = false;
  let failure: Error | undefined;
  let news = Promise.withResolvers<void>();
  client.query({
    submit(active: pg.Connection) {
      connection = active as Connection;
      connection.query(text);
    },
    handleCopyData({ chunk }: { readonly chunk: Buffer }) {
      // The buffer is reused.
      parts.push(Buffer.from(chunk));
      size += chunk.length;
      if (size < PIECE_BYTES) return;
      connection?.stream.pause();
      news.resolve();
    },
    handleCommandComplete() {},
    handleError(error: Error) {
      failure = error;
      hasEnded = true;
      news.resolve();
    },
    handleReadyForQuery() {
      hasEnded = true;
      news.resolve();
    },
  });
  try {
    for (;;) {
      await news.promise;
      if (failure !== undefined) throw failure;
      const piece = Buffer.concat(parts, size);
      parts = [];
      size = 0;
      const isLast = hasEnded;
      if (!isLast) news = Promise.withResolvers();
      if (piece.length > 0) yield piece;
      if (isLast) return;
      connection?.stream.resume();
    }
  } finally {
    // The rest is unwanted, and the connection is unusable.
    if (!hasEnded) connection?.stream.destroy();
  }
}

export interface CopyIn {
  write(bytes: Buffer): Promise<void>;
  /** The number of rows that went in. */
  end(): Promise<number>;
}

/** Starts `COPY … FROM STDIN`. Run no other query until `end`. */
export function copyIn(client: pg.Client, text: string): CopyIn {
  let connection: Connection | undefined;
  let rows = 0;
  const isReady = Promise.withResolvers<void>();
  const hasEnded = Promise.withResolvers<void>();
  // Both may fail before they are awaited; the next call throws.
  isReady.promise.catch(() => undefined);
  hasEnded.promise.catch(() => undefined);
  client.query({
    submit(active: pg.Connection) {
      connection = active as Connection;
      connection.query(text);
    },
    handleCopyInResponse() {
      isReady.resolve();
    },
    handleCommandComplete({ text: tag }: { readonly text: string }) {
      rows = Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? 0);
    },
    handleError(error: Error) {
      isReady.reject(error);
      hasEnded.reject(error);
    },
    handleReadyForQuery() {
      hasEnded.resolve();
    },
  });
  return {
    async write(bytes) {
      await isReady.promise;
      connection?.sendCopyFromChunk(bytes);
      if (connection?.stream.writableNeedDrain === true) await Promise.race([once(connection.stream, "drain"), hasEnded.promise]);
    },
    async end() {
      await isReady.promise;
      connection?.endCopyFrom();
      await hasEnded.promise;
      return rows;
    },
  };
}
