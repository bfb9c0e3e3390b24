import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runOnServer } from "#test/database-server.ts";
import { chooseServerAccount, giveTo } from "#server/postgres/server-account.ts";
import { findProgram } from "#test/find-program.ts";
import { report } from "#test/torture/report.ts";
import { POSTGRES_PROGRAMS } from "./postgres-pair.ts";

/*
 * The container image without Docker: its files are made by the steps of the Dockerfile, and started as its user would, with a read-only root, nothing
 * but /tmp to write, and no network.
 */

const MAKES_MB = 150;
const LONG = 900_000;
const missing = Object.entries({
  "a Git checkout": fs.existsSync(".git") ? findProgram("git") : undefined,
  PostgreSQL: POSTGRES_PROGRAMS,
  unshare: findProgram("unshare"),
  setpriv: findProgram("setpriv"),
  "root on Linux": process.platform === "linux" && process.getuid?.() === 0 ? "yes" : undefined,
}).flatMap(([what, found]) => (found === undefined ? [what] : []));
if (missing.length > 0) console.info(`skipped, not there: ${missing.join(", ")}`);

const run = promisify(execFile);
const home = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-image-"));
const [sources, tree, socket, data] = ["sources", "tree", "socket", "data"].map((name) => path.join(home, name)) as [
  string,
  string,
  string,
  string,
];
let stopDatabase = async () => undefined as unknown;

beforeAll(async () => {
  if (missing.length > 0) return;
  fs.chmodSync(home, 0o755);
  const account = chooseServerAccount(home, home);
  for (const folder of [socket, data]) {
    fs.mkdirSync(folder);
    giveTo(account, folder);
  }
  const program = (name: string) => path.join(POSTGRES_PROGRAMS ?? "", name);
  await run(program("initdb"), ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"], {
    ...account,
    cwd: "/",
  });
  const settings = ["listen_addresses=", `unix_socket_directories=${socket}`, "unix_socket_permissions=0777"];
  const server = spawn(program("postgres"), ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
    ...account,
    cwd: "/",
    stdio: "ignore",
  });
  const ended = once(server, "exit");
  stopDatabase = async () => {
    server.kill("SIGINT");
    await ended;
  };
  const url = `postgresql://postgres@localhost/postgres?host=${socket}`;
  await vi.waitFor(() => runOnServer(url, "create role shop login"), { timeout: 60_000 });
  await runOnServer(url, "create database shop owner shop");
}, LONG);
afterAll(async () => {
  await stopDatabase();
  fs.rmSync(home, { recursive: true, force: true });
}, LONG);

test.skipIf(missing.length > 0)(
  "the image's files start with a read-only root, as another user and without a network",
  { timeout: LONG },
  async () => {
    const { stdout: list } = await run("git", ["-c", "safe.directory=*", "ls-files", "-z"]);
    for (const file of list.split("\0").filter((each) => each !== "")) fs.cpSync(file, path.join(sources, file));
    const { NODE_ENV: _, ...env } = process.env;
    await run("sh", [path.join(sources, "deploy/make-tree.sh"), sources, tree], { env, maxBuffer: 64 << 20 });
    const { components } = JSON.parse(fs.readFileSync(path.join(tree, "sbom.cdx.json"), "utf8")) as { components: readonly object[] };
    expect(components.length).toBeGreaterThan(100);
    const { stdout: size } = await run("du", ["-sm", tree]);
    const megabytes = Number.parseInt(size, 10);
    expect(megabytes).toBeLessThanOrEqual(MAKES_MB);

    const { stdout } = await run("sh", ["deploy/try-tree.sh", tree, process.execPath, socket, "shop", "shop"]);
    expect(stdout).toContain("home page 200 admin 200");
    expect(stdout).toContain("stopped with 0");
    report({
      promise: "The image starts without rights",
      tried: "its files as another user, read-only root, no network",
      result: `${megabytes} MB on disk; ${/ready after \d+ ms/.exec(stdout)?.[0] ?? ""}`,
      seed: 0,
    });
  },
);
