import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { childrenOf, copyDataDir, killChildren, killNow, makeDataDir, makeTestFolder, runSql } from "#test/embedded-postgres-process.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { findRunningPostgres } from "./connection-file.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

const folder = makeTestFolder();
const prepared = path.join(folder, "prepared");

beforeAll(() => makeDataDir(prepared));

function preparedCopy(name: string): string {
  return copyDataDir(prepared, path.join(folder, name));
}

test("the first start creates a database, later starts keep its data", async () => {
  const dataDir = path.join(folder, "new", "deep");
  const steps: string[] = [];
  const first = await startEmbeddedPostgres({ dataDir, onProgress: (step) => steps.push(step) });
  expect(first.version).toMatch(/^18\./);
  await runSql(first.url, "create table orders (id int); insert into orders values (7)");
  await first.stop();
  await first.stop();

  const second = await startEmbeddedPostgres({ dataDir, onProgress: (step) => steps.push(step) });
  expect(await runSql(second.url, "select id from orders")).toEqual([{ id: 7 }]);
  await second.stop();
  expect(steps).toEqual(["Making the database"]);
});

test("acknowledged data survives a power cut, and the log has no customer data", async () => {
  const dataDir = preparedCopy("durable");
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  const rows = await runSql<{ name: string; setting: string }>(
    url,
    "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums') order by name",
  );
  expect(rows.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
    "data_checksums=on",
    "fsync=on",
    "full_page_writes=on",
    "synchronous_commit=on",
  ]);
  await expect(runSql(url, "create table u (t text unique); insert into u values ('secret@x.test'), ('secret@x.test')")).rejects.toThrow(
    "unique",
  );
  await stop();
  expect(fs.readFileSync(path.join(dataDir, "postgres/postgres.log"), "utf8")).not.toContain("secret@x.test");
});

test("search extensions exist and treat accented letters as letters", async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: preparedCopy("extensions"), durable: false });
  await runSql(url, "create extension pg_trgm; create extension unaccent");
  const [row] = await runSql<{ plain: string; lower: string; words: string[] }>(
    url,
    "select unaccent('Crème Brûlée') as plain, lower('CRÈME') as lower, show_trgm('mère') as words",
  );
  await stop();
  expect(row?.plain).toBe("Creme Brulee");
  expect(row?.lower).toBe("crème");
  // "mère" is one word of five trigrams; split at the accent it would be two words.
  expect(row?.words).toHaveLength(5);
});

const ROLE = "select rolsuper, rolcreaterole, rolcreatedb, current_user::text as name from pg_roles where rolname = current_user";

test("the shop's role is no superuser and owns the database", async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: path.join(folder, "role"), durable: false });
  expect(await runSql(url, ROLE)).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, name: "shop" }]);
  await expect(runSql(url, "create table t (a text); copy t from program 'id'")).rejects.toThrow("permission denied");
  await expect(runSql(url, "select pg_read_file('/etc/passwd')")).rejects.toThrow("permission denied");
  await migrateDatabase(url);
  await stop();
});

test("reassigns a database that an earlier version created as the superuser", async () => {
  const dataDir = path.join(folder, "handed-over");
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  // As it was: the database and all that is in it are the superuser's.
  const earlier = new URL(first.url);
  earlier.username = "shopbell";
  earlier.password = fs.readFileSync(path.join(dataDir, "postgres/password"), "utf8").trim();
  await runSql(earlier.href, "alter database shopbell owner to shopbell");
  await migrateDatabase(earlier.href);
  await runSql(earlier.href, "create schema other; create type other.kind as enum ('a', 'b')");
  await runSql(earlier.href, "create table other.things (id int generated always as identity, kind other.kind, at serial)");
  await runSql(earlier.href, "insert into other.things (kind) values ('a'); create view other.seen as select * from other.things");
  await first.stop();

  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await runSql(second.url, "select id, kind from other.seen")).toEqual([{ id: 1, kind: "a" }]);
  await runSql(second.url, "alter table other.things add note text; alter type other.kind add value 'c'; drop view other.seen");
  await migrateDatabase(second.url);
  const left = `
    select relname as name from pg_class where relnamespace::regnamespace::text !~ '^(pg_|information_schema)' and relowner = 'shopbell'::regrole
    union all select proname from pg_proc where proowner = 'shopbell'::regrole and pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
      and oid not in (select objid from pg_depend where deptype = 'e' and classid = 'pg_proc'::regclass)`;
  expect(await runSql(second.url, left)).toEqual([]);
  await second.stop();
  const third = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await runSql(third.url, "select id from other.things")).toEqual([{ id: 1 }]);
  await third.stop();
});

test("a long data directory path puts the socket elsewhere and cleans it up", async () => {
  const dataDir = path.join(folder, "long-".repeat(20), "data");
  const { url, stop } = await startEmbeddedPostgres({ dataDir, durable: false });
  const socketFolder = decodeURIComponent(/@([^:]+):/.exec(url)?.[1] ?? "");
  expect(fs.existsSync(socketFolder)).toBe(true);
  expect(await runSql(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
  expect(fs.existsSync(socketFolder)).toBe(false);

  // As a killed server leaves it.
  fs.mkdirSync(socketFolder);
  fs.writeFileSync(path.join(dataDir, "postgres/connection.json"), JSON.stringify({ url }));
  const next = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(fs.existsSync(socketFolder)).toBe(false);
  await next.stop();
});

test("requires the password on the loopback", async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: preparedCopy("tcp"), durable: false, listen: "tcp" });
  const wrong = new URL(url);
  expect(wrong.hostname).toBe("127.0.0.1");
  wrong.password = "guess";
  await expect(runSql(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
  expect(await runSql(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
});

test("a command finds the database of a running shop, or none", async () => {
  const dataDir = preparedCopy("found");
  const { url, stop } = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await findRunningPostgres(dataDir)).toBe(url);
  await stop();
  expect(await findRunningPostgres(dataDir)).toBeUndefined();
  // After a kill: the file exists, the server does not.
  fs.writeFileSync(path.join(dataDir, "postgres/connection.json"), JSON.stringify({ url }));
  expect(await findRunningPostgres(dataDir)).toBeUndefined();
});

test("rejects a database of another major version unchanged", async () => {
  const dataDir = preparedCopy("old-version");
  fs.writeFileSync(path.join(dataDir, "postgres/data/PG_VERSION"), "17\n");
  const before = listFiles(dataDir);
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/made by PostgreSQL 17.*brings PostgreSQL 18.*npm run shop -- export/s);
  expect(listFiles(dataDir)).toEqual(before);
});

test("an interrupted first start leaves nothing in the way", async () => {
  const dataDir = path.join(folder, "cut-off");
  fs.mkdirSync(path.join(dataDir, "postgres.new-1234/data/base"), { recursive: true });
  fs.writeFileSync(path.join(dataDir, "postgres.new-1234/data/PG_VERSION"), "18\n");
  const { url, stop } = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await runSql(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
  expect(fs.readdirSync(dataDir).filter((name) => name.startsWith("postgres"))).toEqual(["postgres"]);
});

test("rejects a folder that is no database, without overwriting it", async () => {
  const dataDir = path.join(folder, "foreign");
  fs.mkdirSync(path.join(dataDir, "postgres"), { recursive: true });
  fs.writeFileSync(path.join(dataDir, "postgres/precious.txt"), "x");
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow("holds no database");
  expect(fs.readdirSync(path.join(dataDir, "postgres"))).toEqual(["precious.txt"]);
});

test("rejects a second start in the same process, and the first continues", async () => {
  const dataDir = preparedCopy("twice");
  const { url, stop } = await startEmbeddedPostgres({ dataDir, durable: false });
  await expect(startEmbeddedPostgres({ dataDir, durable: false })).rejects.toThrow(`process ${process.pid}`);
  expect(await runSql(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
});

test.runIf(process.platform === "linux")(
  "a server that is killed is soon back at the same address, whatever its sessions were doing",
  async () => {
    const restarts: string[] = [];
    const database = await startEmbeddedPostgres({ dataDir: preparedCopy("killed"), onRestart: (message) => restarts.push(message) });
    await runSql(database.url, "insert into notes values ('kept')");
    const frozen = new pg.Client({ connectionString: database.url });
    frozen.on("error", () => undefined);
    await frozen.connect();
    const { rows } = await frozen.query<{ pid: number }>("select pg_backend_pid() as pid");
    process.kill(rows[0]?.pid ?? 0, "SIGSTOP");
    const killed = database.pid;
    await killNow(killed);
    await expect
      .poll(() => runSql(database.url, "select text from notes").catch(() => []), { timeout: 120_000 })
      .toEqual([{ text: "kept" }]);
    expect(database.pid).not.toBe(killed);
    expect(restarts).toEqual([expect.stringContaining("ended by SIGKILL")]);
    await database.stop();
    await frozen.end();
  },
);

test.runIf(process.platform === "linux")(
  "when all its sessions and helpers are killed it is soon back, and can be stopped meanwhile",
  async () => {
    const database = await startEmbeddedPostgres({ dataDir: preparedCopy("children") });
    await runSql(database.url, "insert into notes values ('kept')");
    killChildren(database.pid);
    await expect
      .poll(() => runSql(database.url, "select text from notes").catch(() => []), { timeout: 120_000 })
      .toEqual([{ text: "kept" }]);
    killChildren(database.pid);
    await database.stop();
  },
);

test("reports a repeatedly ending server once, and can start it again", async () => {
  const dataDir = preparedCopy("crashing");
  const reports: string[] = [];
  let killed = 0;
  const database = await startEmbeddedPostgres({ dataDir, durable: false, onUnexpectedEnd: (message) => reports.push(message) });
  while (reports.length === 0) {
    if (database.pid !== killed) await killNow((killed = database.pid));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await database.stop();
  expect(reports).toEqual([expect.stringMatching(/again and again.*ended by SIGKILL/s)]);

  const again = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await runSql(again.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await again.stop();
});

test.runIf(process.platform === "linux")("ten busy connections and a table of 200,000 rows stay under 100 MB", async () => {
  const { url, pid, stop } = await startEmbeddedPostgres({ dataDir: preparedCopy("memory"), durable: false });
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query("create table big as select n, md5(n::text) as hash from generate_series(1, 200000) n");
  await Promise.all(Array.from({ length: 10 }, () => pool.query("select count(*), max(hash), pg_sleep(0.2) from big")));
  const megabytes = residentMegabytes(pid);
  await pool.end();
  await stop();
  expect(megabytes).toBeLessThan(100);
});

/** Resident memory of a process tree in MB, shared pages once. */
function residentMegabytes(pid: number): number {
  const kilobytes = [pid, ...childrenOf(pid)].map((id) =>
    Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1]),
  );
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Size and mtime of every file except the lock. */
function listFiles(dataDir: string): string[] {
  return fs
    .readdirSync(dataDir, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith("shopbell."))
    .map((name) => {
      const { size, mtimeMs } = fs.statSync(path.join(dataDir, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .toSorted();
}
