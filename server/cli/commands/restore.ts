import { cp, stat } from "node:fs/promises";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { findSecret } from "#app/store/data/site-settings.server.ts";
import { SECRET_SETTING_KEYS } from "#app/store/domain/settings.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { appSecret } from "#server/app-secret.ts";
import { countAll } from "./backup.ts";
import { mediaKeyOfEntry, tableOfEntry, type Manifest } from "#server/cli/backup/format.ts";
import { listMigrations, listTables, quoteColumns, quoteTable } from "#server/cli/backup/tables.ts";
import { isBucket } from "#server/backups/backup-place.ts";
import { downloadBackup } from "#server/cli/backup/backup-target.ts";
import { checkBackup, readBackup, type CheckedBackup } from "#server/cli/backup/check-backup.ts";
import { CommandFailure, hasFlag, type CommandInput } from "#server/cli/command.ts";
import { copyIn, type CopyIn } from "#server/cli/backup/copy-rows.ts";
import { openConnection, openDatabase, readEnvironment, type Database } from "#server/cli/open-shop.ts";
import { operatorFile } from "#server/cli/operator-file.ts";
import { printJson, printResult, printText } from "#server/cli/print.ts";
import { startProgress } from "#server/cli/progress.ts";
import { temporaryFolder } from "#server/cli/temporary-folder.ts";
import { openMediaStore } from "#app/media/gateway/open-media-store.server.ts";
import { counted } from "#texts/plural.ts";

const MIGRATIONS = "db/migrations";
/** Limits parallel picture writes to the disk. (p-limit would queue the whole archive.) */
const PICTURES_AT_ONCE = 8;

export async function restoreBackup(input: CommandInput): Promise<void> {
  const argument = input.positionals[0] ?? "";
  const env = readEnvironment();
  const file = isBucket(argument) ? await downloadBackup(argument) : operatorFile(argument);
  const { size } = await stat(file);
  const checking = startProgress("Checking");
  const backup = await checkBackup(file, (bytes) => checking.step(bytes, size));
  checking.end();
  const facts = {
    file: isBucket(argument) ? argument : file,
    madeAt: backup.manifest.madeAt,
    sha256: backup.sha256,
    ...countAll(backup.checksums),
  };
  const contents = `${counted(facts.rows, "row", "rows")} in ${counted(facts.tables, "table", "tables")} and ${counted(facts.pictures, "picture file", "picture files")} of ${facts.madeAt}`;
  if (hasFlag(input, "check")) {
    if (hasFlag(input, "json")) printJson(facts);
    else printResult(`The backup is whole: ${contents}.`);
    return;
  }
  refuseOtherVersion(backup.manifest);
  const database = await openDatabase(env);
  await prepareSchema(database, backup.manifest);
  await load(database, file, backup);
  await migrateDatabase(database.url);
  await analyze(database);
  if (hasFlag(input, "json")) printJson(facts);
  else printResult(`Restored ${contents}.`);
  if (!backup.manifest.hasMedia) printText("The pictures were in a bucket (MEDIA_URL) and are not part of the backup.");
  await nameUnreadableSecrets(database);
}

/** Without ANALYZE the planner assumes an empty shop. */
async function analyze({ url }: Database): Promise<void> {
  const client = await openConnection(url);
  await client.query("analyze");
  await client.end();
}

/** Only older versions can be migrated. */
function refuseOtherVersion({ migrations }: Manifest): void {
  const ownMigrations = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ name }) => name);
  if (migrations.some((name, index) => ownMigrations[index] !== name)) {
    throw new CommandFailure("The backup was made by another version of the shop, newer than this one. Update the shop, then restore.");
  }
}

/** Creates the backup's schema in an empty database, so that later migrations also change rows. */
async function prepareSchema({ url }: Database, { migrations }: Manifest): Promise<void> {
  const client = await openConnection(url);
  const present = await listMigrations(client);
  await client.end();
  if (present.length === 0) {
    const folder = await temporaryFolder();
    for (const name of migrations) await cp(path.join(MIGRATIONS, name), path.join(folder, name), { recursive: true });
    await migrateDatabase(url, folder);
  } else if (present.join() !== migrations.join()) {
    throw new CommandFailure(
      "The database was set up by another version of the shop than the backup. Restore into a new one: use a new DATA_DIR, or an empty database.",
    );
  }
}

/** Rows in one transaction; pictures before its commit, so that none is missing. */
async function load({ url, env }: Database, file: string, { manifest, checksums }: CheckedBackup): Promise<void> {
  const client = await openConnection(url);
  await client.query("begin");
  const present = await listTables(client);
  for (const { name, columns } of manifest.tables) {
    const table = present.find((each) => each.name === name);
    if (table === undefined || !columns.every((column) => table.columns.includes(column)))
      throw new CommandFailure(`The backup does not fit this database: ${name} is different.`);
  }
  await client.query(`lock table ${present.map(({ name }) => quoteTable(name)).join(", ")} in access exclusive mode`);
  await switchTriggers(client, "disable");
  await refuseUsed(
    client,
    present.map(({ name }) => name),
  );

  const { rows: total } = countAll(checksums);
  const progress = startProgress("Restoring");
  const media = manifest.hasMedia ? await openMediaStore(env) : null;
  const pictures = createPictureWriter(media);
  let filling = null as { readonly table: string; readonly copy: CopyIn } | null;
  let rows = 0;
  const finishTable = async () => {
    if (filling === null) return;
    const { table, copy } = filling;
    filling = null;
    const stored = await copy.end();
    if (stored !== checksums.tables[table]?.rows)
      throw new Error(`${stored} rows of ${table} were stored, not ${checksums.tables[table]?.rows}`);
    progress.step((rows += stored), total);
  };
  for await (const { name, bytes } of readBackup(file)) {
    const table = tableOfEntry(name);
    const key = mediaKeyOfEntry(name);
    if (filling?.table !== table) await finishTable();
    if (table !== undefined) {
      const columns = manifest.tables.find((each) => each.name === table)?.columns ?? [];
      filling ??= { table, copy: copyIn(client, `copy ${quoteTable(table)} ${quoteColumns(columns)} from stdin`) };
      await filling.copy.write(bytes);
    } else if (key !== undefined) {
      await pictures.add(key, bytes);
    }
  }
  for (const [name, last] of Object.entries(checksums.sequences)) {
    await client.query("select setval($1::regclass, $2::bigint, true)", [quoteTable(name), last]);
  }
  await pictures.finish();
  await switchTriggers(client, "enable");
  await client.query("commit");
  await client.end();
  progress.end();
}

/**
 * Triggers that would duplicate restored rows: orders delete precomputed days and create customers, counted stock writes its first
 * movement. Search triggers stay enabled, because a backup does not contain their rows.
 */
async function switchTriggers(client: pg.Client, state: "disable" | "enable"): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and (c.relname = 'orders' or t.tgname = 'stock_inserted')`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${quoteTable(table)} ${state} trigger ${pg.escapeIdentifier(name)}`);
}

async function refuseUsed(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    tables.map((name) => `select ${pg.escapeLiteral(name)} as name where exists (select from ${quoteTable(name)})`).join(" union all "),
  );
  if (rows.length === 0) return;
  const named = rows.slice(0, 3).map(({ name }) => name);
  const more = rows.length > named.length ? ` and ${rows.length - named.length} more` : "";
  throw new CommandFailure(
    `The database is in use already (rows in ${named.join(", ")}${more}); nothing was changed. Restore into a new one: use a new DATA_DIR, or an empty database.`,
  );
}

function createPictureWriter(media: MediaStore | null) {
  const underWay = new Set<Promise<void>>();
  return {
    async add(key: string, bytes: Buffer): Promise<void> {
      if (media === null) return;
      while (underWay.size >= PICTURES_AT_ONCE) await Promise.race(underWay);
      const work: Promise<void> = media.put(key, bytes).then(() => void underWay.delete(work));
      // The next await reports the failure.
      work.catch(() => undefined);
      underWay.add(work);
    },
    async finish(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

async function nameUnreadableSecrets({ db, env }: Database): Promise<void> {
  const secrets = createSecretBox(await appSecret(env));
  for (const key of SECRET_SETTING_KEYS) {
    const { state } = await findSecret(db, secrets, key);
    if (state === "unreadable")
      printText(
        `${key} is sealed with the secret of the old shop: bring that back (APP_SECRET, or app-secret in the data directory) or enter it again.`,
      );
  }
}
