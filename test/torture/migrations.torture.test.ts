import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { connectClient } from "#app/platform/db/database.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { databaseUrl, runOnServer } from "#test/database-server.ts";
import { report } from "./report.ts";
import { SIZE } from "./size.ts";

const FOLDER = "db/migrations";
const BREAKPOINT = "--> statement-breakpoint";
/** What ends the session right after the statement before it, as a crash does. */
const CRASH = "select pg_terminate_backend(pg_backend_pid());";

const files = fs
  .readdirSync(FOLDER)
  .toSorted()
  .map((name) => path.join(name, "migration.sql"))
  .filter((file) => fs.existsSync(path.join(FOLDER, file)))
  .map((file) => ({ file, statements: fs.readFileSync(path.join(FOLDER, file), "utf8").split(BREAKPOINT) }));
const places = files.flatMap(({ file, statements }) => statements.map((_, index) => ({ file, statements, after: index + 1 })));
const tried = places.filter((_, index) => SIZE.migrationKills === null || index % Math.ceil(places.length / SIZE.migrationKills) === 0);

/** All definitions of the shop's schema, one a line. */
const SCHEMA = `
  select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace = 'public'::regnamespace
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and c.relnamespace = 'public'::regnamespace
  union all select pg_get_functiondef(p.oid) from pg_proc p
    where pronamespace = 'public'::regnamespace and prokind = 'f' and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all select 'type ' || typname || ' ' || enumlabel from pg_enum join pg_type t on t.oid = enumtypid
  union all select 'extension ' || extname from pg_extension
  order by 1`;

async function readSchema(url: string): Promise<readonly string[]> {
  const client = await connectClient(url);
  try {
    return (await client.query<{ line: string }>(SCHEMA)).rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  const server = inject("databaseServerUrl");
  const name = `shopbell_test_${randomBytes(6).toString("hex")}`;
  await runOnServer(server, `create database ${name}`);
  onTestFinished(() => runOnServer(server, `drop database ${name} with (force)`));
  return databaseUrl(server, name);
}

/** A copy of the migrations; `crashAfter` makes the session end after a statement. */
function copyMigrations() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-migrations-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.cpSync(FOLDER, folder, { recursive: true });
  return {
    folder,
    crashAfter: ({ file, statements, after }: (typeof places)[number]): (() => void) => {
      const changed = path.join(folder, file);
      fs.writeFileSync(changed, statements.toSpliced(after, 0, CRASH).join(BREAKPOINT));
      return () => fs.writeFileSync(changed, statements.join(BREAKPOINT));
    },
  };
}

test(`migrations ended after ${tried.length} of ${places.length} statements leave nothing behind, and the next start completes them`, async () => {
  const [url, undisturbed] = [await emptyDatabase(), await emptyDatabase()];
  await migrateDatabase(undisturbed);
  const wanted = await readSchema(undisturbed);
  const empty = await readSchema(url);
  const { folder, crashAfter } = copyMigrations();
  for (const place of tried) {
    const where = `after statement ${place.after} of ${place.file}`;
    const repair = crashAfter(place);
    await expect(migrateDatabase(url, folder), where).rejects.toThrow(/terminat/i);
    repair();
    expect(await readSchema(url), where).toEqual(empty);
  }
  await migrateDatabase(url, folder);
  expect(await readSchema(url)).toEqual(wanted);
  report({
    promise: "Migrations ended at any statement are completed by the next start",
    tried: `${tried.length} of ${places.length} statements`,
    result: `nothing left behind; afterwards ${wanted.length} definitions, as without an end`,
    seed: 0,
  });
}, 1_200_000);
