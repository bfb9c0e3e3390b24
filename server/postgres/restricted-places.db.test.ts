import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyDataDir, makeDataDir, makeTestFolder, running, runSql, startHolder } from "#test/embedded-postgres-process.ts";
import { getBinaryPackage, prepareBinaries } from "./binaries.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { canReach } from "./server-account.ts";

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === "linux";
const NOBODY = { uid: 65534, gid: 65534 };
const folder = makeTestFolder();
const prepared = path.join(folder, "prepared");

beforeAll(() => makeDataDir(prepared));

test.runIf(isRoot)("root's server runs under another account, which owns nothing but the database", async () => {
  const dataDir = copyDataDir(prepared, path.join(folder, "as-root"));
  const { url, pid, stop } = await startEmbeddedPostgres({ dataDir, durable: false });
  const uid = Number(/^Uid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  expect(uid).toBeGreaterThan(0);
  expect(fs.statSync(path.join(dataDir, "postgres/data")).uid).toBe(uid);
  expect(fs.statSync(dataDir).uid).toBe(0);
  expect(fs.readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("HOME=");
  expect(await runSql(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
});

test.runIf(isRoot && isLinux)("root can keep the data and the programs where no other account may go, as in /root", async () => {
  const closed = path.join(folder, "closed");
  fs.mkdirSync(closed, { mode: 0o700 });
  const dataDir = path.join(closed, "data");
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  await runSql(first.url, "create table kept as select 5 as five");
  await first.stop();
  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await runSql(second.url, "select five from kept")).toEqual([{ five: 5 }]);
  await second.stop();
});

test.runIf(isRoot)("programs in a folder the account may not enter are copied beside the data, once and complete", () => {
  const closed = path.join(folder, "closed-checkout");
  fs.mkdirSync(closed, { mode: 0o700 });
  const real = getBinaryPackage();
  const installed = path.join(closed, "package");
  fs.cpSync(real.folder, installed, { recursive: true, verbatimSymlinks: true });
  const dataDir = path.join(folder, "beside");
  fs.mkdirSync(dataDir);
  const first = prepareBinaries({ ...real, folder: installed }, dataDir, NOBODY);
  expect(path.relative(dataDir, first.postgres)).not.toMatch(/^\.\./);
  expect(spawnSync(first.postgres, ["--version"], { ...NOBODY, cwd: "/", encoding: "utf8" }).stdout).toContain("(PostgreSQL) 18");
  const { ino } = fs.statSync(first.postgres);
  expect(fs.statSync(prepareBinaries({ ...real, folder: installed }, dataDir, NOBODY).postgres).ino).toBe(ino);

  const cache = path.join(folder, "system-cache");
  const elsewhere = prepareBinaries({ ...real, folder: installed }, closed, NOBODY, cache);
  expect(spawnSync(elsewhere.initdb, ["--version"], { ...NOBODY, cwd: "/", encoding: "utf8" }).stdout).toContain("(PostgreSQL) 18");
  expect(fs.readdirSync(closed)).toEqual(["package"]);
});

test.runIf(process.platform !== "win32")("programs work when npm was not allowed to run install scripts", () => {
  const real = getBinaryPackage();
  const bare = path.join(folder, "bare");
  fs.cpSync(real.folder, bare, { recursive: true, filter: (file) => !fs.lstatSync(file).isSymbolicLink() });
  const { initdb } = prepareBinaries({ ...real, folder: bare }, folder, undefined);
  const { status, stdout, stderr } = spawnSync(initdb, ["--version"], { encoding: "utf8" });
  expect({ status, stderr, says: stdout.slice(0, 24) }).toEqual({ status: 0, stderr: "", says: "initdb (PostgreSQL) 18.4" });
});

test.runIf(isRoot && canReach(process.execPath, NOBODY) && canReach(process.cwd(), NOBODY))(
  "an ordinary user starts it on a directory of their own, and is told when the data is root's",
  async () => {
    const own = path.join(folder, "own");
    fs.mkdirSync(own);
    fs.chownSync(own, NOBODY.uid, NOBODY.gid);
    const holder = await startHolder(path.join(own, "data"), "stop", NOBODY);
    const { url, pid } = running(holder.report);
    expect(fs.statSync(`/proc/${pid}`).uid).toBe(NOBODY.uid);
    expect(await runSql(url, "select 1 as one")).toEqual([{ one: 1 }]);
    holder.process.kill("SIGTERM");
    expect((await holder.ended).code).toBe(0);

    // Root may use the owner's directory in between.
    const asRoot = await startEmbeddedPostgres({ dataDir: path.join(own, "data"), durable: false });
    expect(fs.statSync(`/proc/${asRoot.pid}`).uid).toBe(NOBODY.uid);
    await asRoot.stop();
    const again = await startHolder(path.join(own, "data"), "stop", NOBODY);
    running(again.report);
    again.process.kill("SIGTERM");
    expect((await again.ended).code).toBe(0);

    const refused = await startHolder(copyDataDir(prepared, path.join(folder, "of-root")), "stop", NOBODY);
    expect(refused.report.problem).toMatch(/cannot be (written|locked)/);
  },
);

test("explains a data directory that cannot be created", async () => {
  const file = path.join(folder, "file");
  fs.writeFileSync(file, "");
  await expect(startEmbeddedPostgres({ dataDir: path.join(file, "data") })).rejects.toThrow(/cannot be made.*Set DATA_DIR/s);
});

const tinyDisk = path.join(folder, "tiny-disk");
const hasTinyDisk = isRoot && isLinux && mountTinyDisk(90);

afterAll(() => {
  if (hasTinyDisk) spawnSync("umount", ["-l", tinyDisk]);
});

test.runIf(hasTinyDisk)("a full disk is named as the reason, at the first start and at a later one, and nothing is lost", async () => {
  await expect(startEmbeddedPostgres({ dataDir: path.join(tinyDisk, "new") })).rejects.toThrow(/disk that holds .* is full.*200 MB/s);
  expect(fs.readdirSync(path.join(tinyDisk, "new"))).not.toContainEqual(expect.stringContaining("postgres"));

  const dataDir = copyDataDir(prepared, path.join(tinyDisk, "data"));
  const filler = path.join(tinyDisk, "filler");
  const { bavail, bsize } = fs.statfsSync(tinyDisk);
  fs.writeFileSync(filler, Buffer.alloc(bavail * bsize));
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow("is full");
  fs.rmSync(filler);
  const { url, stop } = await startEmbeddedPostgres({ dataDir });
  expect(await runSql(url, "select * from notes")).toEqual([]);
  await stop();
});

function mountTinyDisk(megabytes: number): boolean {
  fs.mkdirSync(tinyDisk);
  return spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0755`, "tmpfs", tinyDisk]).status === 0;
}
