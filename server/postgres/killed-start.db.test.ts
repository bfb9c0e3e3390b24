import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import {
  childrenOf,
  copyDataDir,
  killChildren,
  killNow,
  makeDataDir,
  makeTestFolder,
  running,
  runSql,
  startHolder,
  untilGone,
} from "#test/embedded-postgres-process.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { isProcessRunning } from "./process-table.ts";

const isUnix = process.platform !== "win32";
const folder = makeTestFolder();
const prepared = path.join(folder, "prepared");

beforeAll(() => makeDataDir(prepared));

function preparedCopy(name: string): string {
  return copyDataDir(prepared, path.join(folder, name));
}

test("rejects a second process with the id of the first, and changes nothing", async () => {
  const dataDir = preparedCopy("second");
  const first = await startHolder(dataDir);
  const { url, pid } = running(first.report);
  const second = await startHolder(dataDir);
  expect((await second.ended).code).toBe(1);
  expect(second.report.problem).toContain(`process ${first.process.pid}`);
  expect(isProcessRunning(pid)).toBe(true);
  expect(await runSql(url, "select 1 as one")).toEqual([{ one: 1 }]);
  first.process.kill("SIGTERM");
  expect((await first.ended).code).toBe(0);
  expect(isProcessRunning(pid)).toBe(false);
  expect(fs.readdirSync(dataDir)).not.toContain("shopbell.pid");
});

test.runIf(isUnix)("after kill -9 the server ends by itself, and the next start has every committed row", async () => {
  const dataDir = preparedCopy("killed");
  for (let round = 1; round <= 3; round++) {
    const holder = await startHolder(dataDir);
    const { url, pid } = running(holder.report);
    await runSql(url, `insert into notes values ('round ${round}')`);
    holder.process.kill("SIGKILL");
    await holder.ended;
    if (round === 1) await untilGone(pid);
  }
  const database = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await runSql(database.url, "select text from notes order by text")).toEqual([
    { text: "round 1" },
    { text: "round 2" },
    { text: "round 3" },
  ]);
  await database.stop();
});

test.runIf(process.platform === "linux")("a server left running by killed processes is stopped and started again", async () => {
  const dataDir = preparedCopy("orphan");
  const holder = await startHolder(dataDir);
  const { url, pid } = running(holder.report);
  // systemd's signal to the whole service does not stop the watch.
  const watch = watchOver(pid);
  for (const each of watch) process.kill(each, "SIGTERM");
  await runSql(url, "insert into notes values ('kept')");
  expect(watch.map(isProcessRunning)).toEqual([true, true]);
  // Before it notices that the watch is gone.
  holder.process.kill("SIGSTOP");
  for (const each of watch) await killNow(each);
  holder.process.kill("SIGKILL");
  await holder.ended;
  expect(isProcessRunning(pid)).toBe(true);

  const steps: string[] = [];
  const database = await startEmbeddedPostgres({ dataDir, durable: false, onProgress: (step) => steps.push(step) });
  expect(steps).toEqual([expect.stringContaining(`process ${pid}`)]);
  expect(isProcessRunning(pid)).toBe(false);
  expect(await runSql(database.url, "select text from notes")).toEqual([{ text: "kept" }]);
  await database.stop();
});

test.runIf(isUnix)("after kill -9 of everything at once the next start recovers", async () => {
  const dataDir = preparedCopy("all-killed");
  const holder = await startHolder(dataDir);
  const { url, pid } = running(holder.report);
  await runSql(url, "insert into notes values ('kept')");
  holder.process.kill("SIGSTOP");
  process.kill(pid, "SIGKILL");
  holder.process.kill("SIGKILL");
  await holder.ended;
  expect(fs.existsSync(path.join(dataDir, "postgres/data/postmaster.pid"))).toBe(true);
  expect(fs.readdirSync(dataDir).toSorted()).toEqual(["postgres", "shopbell.lock", "shopbell.pid"]);

  const database = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await runSql(database.url, "select text from notes")).toEqual([{ text: "kept" }]);
  await database.stop();
});

test.runIf(process.platform === "linux")("a stale postmaster.pid whose number another program has now is no obstacle", async () => {
  const dataDir = preparedCopy("reused-number");
  // The server's account, so that PostgreSQL could mistake it for a live one.
  const probe = await startEmbeddedPostgres({ dataDir, durable: false });
  const { uid, gid } = fs.statSync(path.join(dataDir, "postgres/data"));
  const pidFile = path.join(dataDir, "postgres/data/postmaster.pid");
  const lines = fs.readFileSync(pidFile, "utf8").split("\n");
  await probe.stop();
  const bystander = spawn("sleep", ["60"], { uid, gid, cwd: "/", stdio: "ignore" });
  try {
    fs.writeFileSync(pidFile, [bystander.pid, ...lines.slice(1)].join("\n"));
    const database = await startEmbeddedPostgres({ dataDir, durable: false });
    expect(await runSql(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await database.stop();
    expect(isProcessRunning(bystander.pid ?? 0)).toBe(true);
  } finally {
    bystander.kill();
  }
});

test.runIf(process.platform === "linux")("sessions that outlive a killed server are waited for for a moment", async () => {
  const dataDir = preparedCopy("old-session");
  const holder = await startHolder(dataDir);
  const { url, pid } = running(holder.report);
  const session = new pg.Client({ connectionString: url });
  session.on("error", () => undefined);
  await session.connect();
  const { rows } = await session.query<{ pid: number }>("select pg_backend_pid() as pid");
  const sessionPid = rows[0]?.pid ?? 0;
  // Stopped, it cannot notice that its server is gone.
  process.kill(sessionPid, "SIGSTOP");
  holder.process.kill("SIGSTOP");
  process.kill(pid, "SIGKILL");
  holder.process.kill("SIGKILL");
  await holder.ended;
  const starting = startEmbeddedPostgres({ dataDir, durable: false });
  const log = () => fs.readFileSync(path.join(dataDir, "postgres/postgres.log"), "utf8");
  await expect.poll(log, { timeout: 120_000 }).toContain("pre-existing shared memory block");
  process.kill(sessionPid, "SIGCONT");
  const database = await starting;
  expect(await runSql(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await database.stop();
  await session.end().catch(() => undefined);
});

test.runIf(process.platform === "linux")("a shop killed right after its database's sessions is ready again in seconds", async () => {
  const dataDir = preparedCopy("crash-and-kill");
  const holder = await startHolder(dataDir);
  const { url, pid } = running(holder.report);
  await runSql(url, "insert into notes values ('kept')");
  killChildren(pid);
  holder.process.kill("SIGKILL");
  await holder.ended;
  const database = await startEmbeddedPostgres({ dataDir });
  expect(await runSql(database.url, "select text from notes")).toEqual([{ text: "kept" }]);
  await database.stop();
});

test.runIf(isUnix)("Ctrl-C reaches the whole process group, but the database lives until the shop has drained", async () => {
  const dataDir = preparedCopy("ctrl-c");
  const holder = await startHolder(dataDir, "query-then-stop", { detached: true });
  const { pid } = running(holder.report);
  process.kill(-(holder.process.pid ?? 0), "SIGINT");
  const { code, printed } = await holder.ended;
  expect(printed).toBe('{"answer":42}');
  expect(code).toBe(0);
  expect(isProcessRunning(pid)).toBe(false);
});

test("a process that ends without stopping its database ends it too", async () => {
  const holder = await startHolder(preparedCopy("left"), "exit");
  const { pid } = running(holder.report);
  expect((await holder.ended).code).toBe(0);
  await untilGone(pid);
  expect(isProcessRunning(pid)).toBe(false);
});

/** Kills the server's parent and its listener. */
function watchOver(pid: number): readonly number[] {
  const parent = Number(/^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  expect(fs.readFileSync(`/proc/${parent}/cmdline`, "utf8")).toContain("shopbell-watch");
  return [...childrenOf(parent).filter((child) => child !== pid), parent];
}
