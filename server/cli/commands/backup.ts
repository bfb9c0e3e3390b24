import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { createTally, FIRST, LAST, mediaEntryName, tableEntryName, type Checksums, type Manifest } from "#server/cli/backup/format.ts";
import { listMigrations, listTables, quoteColumns, quoteTable, readSequences } from "#server/cli/backup/tables.ts";
import { openTarget } from "#server/cli/backup/backup-target.ts";
import { hasFlag, type CommandInput } from "#server/cli/command.ts";
import { copyOut } from "#server/cli/backup/copy-rows.ts";
import { openConnection, openDatabase, readEnvironment, type Database } from "#server/cli/open-shop.ts";
import { printJson, printResult, printText } from "#server/cli/print.ts";
import { startProgress } from "#server/cli/progress.ts";
import { writeTar, type TarEntry } from "#server/cli/backup/tar.ts";
import { openMediaStore } from "#app/media/gateway/open-media-store.server.ts";
import { requireMediaFolder } from "#app/media/workflows/shop-media.server.ts";
import { counted } from "#texts/plural.ts";

/** Compresses to a fifth; higher levels mostly cost time. */
const COMPRESSION = 3;

export async function makeBackup(input: CommandInput): Promise<void> {
  const target = await openTarget(input.positionals[0] ?? "");
  // Unmigrated: a backup before a migration has the earlier schema.
  const shop = await openDatabase(readEnvironment());
  // Otherwise the file would silently lack the pictures.
  await requireMediaFolder(shop.db, shop.env);
  const madeAt = new Date();
  // Readable only by its owner; synced before it is used.
  await pipeline(
    writeTar(listEntries(shop, madeAt), madeAt),
    createGzip({ level: COMPRESSION }),
    createWriteStream(target.temporary, { flags: "wx", mode: 0o600, flush: true }),
  );
  const { checksums, sha256, fileBytes } = await target.finish();
  report(input, { file: target.name, bytes: fileBytes, sha256, ...countAll(checksums) });
  if (shop.env.mediaUrl !== null) printText("The pictures are in the bucket of MEDIA_URL and are not in this file.");
  printText("The secret that opens the stored keys (APP_SECRET, or app-secret in the data directory) is not in it; keep a copy elsewhere.");
}

/** A backup's data from one snapshot. */
async function* listEntries({ url, env }: Database, madeAt: Date): AsyncGenerator<TarEntry> {
  const client = await openConnection(url);
  await client.query("begin isolation level repeatable read, read only");
  const tables = await listTables(client);
  const manifest: Manifest = {
    format: "shopbell backup 1",
    madeAt: madeAt.toISOString(),
    migrations: [...(await listMigrations(client))],
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    hasMedia: env.mediaUrl === null,
  };
  yield { name: FIRST, bytes: toJson(manifest) };

  const tally = createTally();
  const progress = startProgress("Rows");
  const expected = await estimateRows(client);
  let rows = 0;
  for (const { name, columns } of tables) {
    let piece = 0;
    for await (const bytes of copyOut(client, `copy ${quoteTable(name)} ${quoteColumns(columns)} to stdout`)) {
      tally.addRows(name, bytes);
      yield { name: tableEntryName(name, (piece += 1)), bytes };
    }
    rows += tally.result([name]).tables[name]?.rows ?? 0;
    progress.step(rows, expected >= rows ? expected : 0);
  }
  // Sequences are outside snapshots: read last, so that none is behind.
  const sequences = await readSequences(client);
  await client.query("commit");
  await client.end();
  progress.end();

  if (env.mediaUrl === null) {
    const pictures = startProgress("Pictures");
    const media = await openMediaStore(env);
    const keys = (await Array.fromAsync(media.list())).toSorted();
    for (const [index, key] of keys.entries()) {
      const bytes = await media.read(key);
      pictures.step(index + 1, keys.length);
      // Deleted after it was listed.
      if (bytes === null) continue;
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      tally.addPicture(key, content);
      yield { name: mediaEntryName(key), bytes: content };
    }
    pictures.end();
  }
  const checksums: Checksums = { ...tally.result(tables.map(({ name }) => name)), sequences };
  yield { name: LAST, bytes: toJson(checksums) };
}

/** The database's row estimate; only for the progress bar. */
async function estimateRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  return Math.round(rows[0]?.n ?? 0);
}

interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly tables: number;
  readonly rows: number;
  readonly pictures: number;
}

function report(input: CommandInput, facts: BackupReport): void {
  if (hasFlag(input, "json")) return printJson(facts);
  printResult(
    `${facts.file}: ${counted(facts.rows, "row", "rows")} in ${counted(facts.tables, "table", "tables")}, ${counted(facts.pictures, "picture file", "picture files")}, ${megabytes(facts.bytes)}.`,
  );
  printResult(`SHA-256 ${facts.sha256}`);
}

/** The totals of a backup's parts. */
export function countAll({ tables, media }: Checksums): Pick<BackupReport, "tables" | "rows" | "pictures"> {
  const all = Object.values(tables);
  return { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0), pictures: media.files };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function toJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
