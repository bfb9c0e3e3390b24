import { createHash, type Hash } from "node:crypto";
import { z } from "zod";

/* A backup is a gzipped tar: FIRST (metadata), chunks of table rows, pictures, LAST (counts). Without LAST it is truncated. */

export const FIRST = "shopbell-backup.json";
export const LAST = "checksums.json";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);

export const manifestSchema = z.object({
  format: z.literal("shopbell backup 1"),
  madeAt: z.iso.datetime(),
  /** The schema's version: the migrations of the database. */
  migrations: z.array(z.string().regex(/^[\w-]+$/)).min(1),
  /** In restore order. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** False: the pictures are in a bucket. */
  hasMedia: z.boolean(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const checksumsSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: count, bytes: count, sha256 })),
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
  media: z.object({ files: count, bytes: count, sha256 }),
});
export type Checksums = z.infer<typeof checksumsSchema>;

/** `tables/orders/000001.copy`; the number only makes names unique. */
export function tableEntryName(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, "0")}.copy`;
}

export function tableOfEntry(name: string): string | undefined {
  return /^tables\/(\w+)\/\d+\.copy$/.exec(name)?.[1];
}

export function mediaEntryName(key: string): string {
  return `media/${key}`;
}

export function mediaKeyOfEntry(name: string): string | undefined {
  return name.startsWith("media/") ? name.slice("media/".length) : undefined;
}

/** Counts and hashes entries, for writing and checking. */
export interface Tally {
  addRows(table: string, piece: Buffer): void;
  addPicture(key: string, bytes: Buffer): void;
  /** `tables`: all of them, including empty ones. */
  result(tables: readonly string[]): Omit<Checksums, "sequences">;
}

export function createTally(): Tally {
  const tables = new Map<string, { rows: number; bytes: number; hash: Hash }>();
  const media = { files: 0, bytes: 0, hash: createHash("sha256") };
  return {
    addRows(table, piece) {
      const sum = tables.get(table) ?? { rows: 0, bytes: 0, hash: createHash("sha256") };
      tables.set(table, sum);
      sum.rows += countLines(piece);
      sum.bytes += piece.length;
      sum.hash.update(piece);
    },
    addPicture(key, bytes) {
      media.files += 1;
      media.bytes += bytes.length;
      media.hash.update(`${key}\n${bytes.length}\n`).update(bytes);
    },
    result(names) {
      const nothing = { rows: 0, bytes: 0, hash: createHash("sha256") };
      const entries = names.map((name) => {
        const { rows, bytes, hash } = tables.get(name) ?? nothing;
        return [name, { rows, bytes, sha256: hash.copy().digest("hex") }] as const;
      });
      return {
        tables: Object.fromEntries(entries),
        media: { files: media.files, bytes: media.bytes, sha256: media.hash.copy().digest("hex") },
      };
    },
  };
}

/** In PostgreSQL's text format every row is one line. */
function countLines(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines += 1;
  return lines;
}
