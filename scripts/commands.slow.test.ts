import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";

const isUnix = process.platform !== "win32";
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

/** A project with our scripts only; `packages` as in package-lock.json. */
function makeProject(packages: Record<string, object> = {}): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-commands-")));
  folders.push(folder);
  for (const file of fs.globSync("scripts/**/*.{mjs,json}")) write(folder, file, fs.readFileSync(file, "utf8"));
  for (const file of [
    "package.json",
    "app/http/environment.mjs",
    "app/platform/db/database-url.mjs",
    "app/staff/domain/passwords/new-password.mjs",
    "app/staff/domain/passwords/password-length.mjs",
    "app/staff/domain/passwords/common-passwords.mjs",
  ])
    write(folder, file, fs.readFileSync(file, "utf8"));
  write(folder, "package-lock.json", JSON.stringify({ packages: { "": {}, ...packages } }));
  return folder;
}

function write(folder: string, file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}

/** Installs packages with npm's record of them. */
function install(folder: string, packages: Record<string, { version: string }>): void {
  for (const [place, entry] of Object.entries(packages)) write(folder, path.join(place, "package.json"), JSON.stringify(entry));
  write(folder, "node_modules/.package-lock.json", JSON.stringify({ packages }));
}

/** Evaluates an expression with one of the scripts loaded. */
function ask(folder: string, script: string, expression: string): unknown {
  const code = `import * as script from "./scripts/${script}"; process.stdout.write(JSON.stringify(${expression}))`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: folder, encoding: "utf8" });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

test("packages count as installed when npm's record matches the lockfile", () => {
  const other = process.platform === "linux" ? "darwin" : "linux";
  const folder = makeProject({
    "node_modules/a": { version: "1.0.0" },
    "node_modules/test-tool": { version: "2.0.0", dev: true },
    "node_modules/for-here": { version: "3.0.0", optional: true, os: [process.platform], cpu: [process.arch] },
    "node_modules/for-elsewhere": { version: "3.0.0", optional: true, os: [other] },
    "node_modules/for-all-but-here": { version: "3.0.0", optional: true, os: [`!${process.platform}`] },
  });
  const isInstalled = (dev: boolean) => ask(folder, "install.mjs", `script.isInstalled({ dev: ${dev} })`);
  expect(isInstalled(false)).toBe(false);

  const here = { "node_modules/a": { version: "1.0.0" }, "node_modules/for-here": { version: "3.0.0" } };
  install(folder, here);
  expect(isInstalled(false)).toBe(true);
  expect(isInstalled(true)).toBe(false);

  install(folder, { ...here, "node_modules/test-tool": { version: "2.0.0" } });
  expect(isInstalled(true)).toBe(true);

  install(folder, { ...here, "node_modules/a": { version: "1.0.1" } });
  expect(isInstalled(false)).toBe(false);

  install(folder, { "node_modules/a": { version: "1.0.0" } });
  expect(isInstalled(false)).toBe(false);

  install(folder, here);
  fs.rmSync(path.join(folder, "node_modules/a"), { recursive: true });
  expect(isInstalled(false)).toBe(false);
});

test("the build is stale after a source change, not after one of tests or times", () => {
  const folder = makeProject();
  write(folder, "app/root.tsx", "1");
  write(folder, "app/root.test.tsx", "1");
  write(folder, "build/server/index.js", "");
  const isBuilt = () => ask(folder, "build.mjs", "script.isBuilt()");
  expect(isBuilt()).toBe(false);

  // Any successful command that writes the entry counts as a build.
  write(folder, "node_modules/@react-router/dev/package.json", JSON.stringify({ bin: { "react-router": "bin.js" } }));
  write(folder, "node_modules/@react-router/dev/bin.js", "");
  const build = 'import { ensureBuilt } from "./scripts/build.mjs"; process.exit((await ensureBuilt(process.execPath)) ? 0 : 1)';
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", build], { cwd: folder });
  expect(status).toBe(0);
  expect(isBuilt()).toBe(true);

  write(folder, "app/root.test.tsx", "2");
  fs.utimesSync(path.join(folder, "app/root.tsx"), 0, 0);
  expect(isBuilt()).toBe(true);
  write(folder, "app/root.tsx", "2");
  expect(isBuilt()).toBe(false);
  write(folder, "app/root.tsx", "1");
  expect(isBuilt()).toBe(true);
  fs.renameSync(path.join(folder, "app/root.tsx"), path.join(folder, "app/moved.tsx"));
  expect(isBuilt()).toBe(false);
});

test("a failed run ends with each failure, its file and line, and the counts", () => {
  const folder = makeProject();
  const file = path.join(folder, "app/sum.test.ts");
  const failure = `AssertionError: expected 3 to be 2\n    at ${file}:12:5`;
  const assertionResults = [
    { status: "passed", fullName: "adds", failureMessages: [] },
    { status: "failed", fullName: "adds cents", failureMessages: [failure] },
  ];
  const report = { numPassedTests: 1, numFailedTests: 1, testResults: [{ name: file, status: "failed", assertionResults }] };
  // In place of Vitest: a long output before the report, and the exit code of a failed run.
  const vitest = `
    const file = process.argv.find((text) => text.startsWith("--outputFile.json=")).slice("--outputFile.json=".length);
    require("node:fs").writeFileSync(file, ${JSON.stringify(JSON.stringify(report))});
    console.log("a stack of many lines");
    process.exitCode = 1;
  `;
  write(folder, "node_modules/vitest/package.json", JSON.stringify({ bin: { vitest: "vitest.cjs" } }));
  write(folder, "node_modules/vitest/vitest.cjs", vitest);
  const code = `
    import { addUp, finish, runVitest, section } from "./scripts/checks.mjs";
    const code = await section("Lint", async () => ({ passed: 0, failed: 1, failures: ["Lint: app/sum.ts:3:1: unused"] }));
    finish(addUp([code, await section("Fast tests", () => runVitest(process.execPath, []))]));
  `;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: folder, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stdout.trim().split("\n").slice(-3)).toEqual([
    "FAILED Lint: app/sum.ts:3:1: unused",
    "FAILED app/sum.test.ts:12 › adds cents: AssertionError: expected 3 to be 2",
    "1 passed, 2 failed",
  ]);
});

const SERVER = `
  process.on("SIGTERM", () => { console.log("stopping"); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log(process.pid + " " + process.env.NODE_ENV);
`;

/** A ready project whose build creates the given "shop". */
function makeReadyProject(server: string): string {
  const packages = { "node_modules/node": { version: process.versions.node }, "node_modules/@react-router/dev": { version: "1.0.0" } };
  const folder = makeProject(packages);
  install(folder, packages);
  fs.mkdirSync(path.join(folder, "node_modules/node/bin"));
  fs.symlinkSync(process.execPath, path.join(folder, "node_modules/node/bin/node"));
  const build = `const fs = require("node:fs"); fs.mkdirSync("build/server", { recursive: true }); fs.writeFileSync("build/server/index.js", ${JSON.stringify(server)})`;
  write(folder, "node_modules/@react-router/dev/package.json", JSON.stringify({ version: "1.0.0", bin: { "react-router": "bin.js" } }));
  write(folder, "node_modules/@react-router/dev/bin.js", build);
  return folder;
}

/** Starts the shop and waits for its first line. */
async function start(folder: string) {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let printed = "";
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      resolve();
    });
    void ended.then(() => resolve());
  });
  return { child, ended, printed: () => printed };
}

test.runIf(isUnix)("npm start hands its end on to the shop, and the shop's exit code back", async () => {
  const { child, ended, printed } = await start(makeReadyProject(SERVER));
  expect(printed()).toMatch(/^\d+ production\n$/);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(printed()).toContain("stopping");

  const failing = await start(makeReadyProject('console.log("no"); process.exit(7)'));
  expect(await failing.ended).toBe(7);
});

// The Node that is there before ours is installed.
const oldNode = ["/usr/bin/node", "/usr/local/bin/node"].find((program) => fs.existsSync(program)) ?? process.execPath;

test("npm start in a fresh clone reports every invalid environment value first", () => {
  const folder = makeProject({ "node_modules/node": { version: "24.0.0" } });
  const { status, stderr } = spawnSync(oldNode, ["scripts/start.mjs"], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: "abc", ADMIN_PASSWORD: "changeme1234", DATABASE_URL: "mysql://db", DATA_DIR: "package.json/data" },
    encoding: "utf8",
  });
  expect(status).toBe(2);
  expect(stderr.match(/(?<=^ {2}- )\w+/gm)?.toSorted()).toEqual([
    "ADMIN_EMAIL",
    "ADMIN_PASSWORD",
    "APP_SECRET",
    "DATABASE_URL",
    "DATA_DIR",
    "PORT",
  ]);
  expect(stderr).toMatch(/^The shop cannot start/m);
  expect(stderr).not.toMatch(/Installing|Error/);
  expect(fs.readdirSync(folder).toSorted()).toEqual(["app", "package-lock.json", "package.json", "scripts"]);
});

test.runIf(isUnix)("when npm start is killed in a way it cannot pass on, the shop ends in order", async () => {
  const { child, ended, printed } = await start(makeReadyProject(SERVER));
  const closed = new Promise((resolve) => child.stdout.on("close", resolve));
  child.kill("SIGKILL");
  await ended;
  await closed;
  expect(printed()).toContain("stopping");
});
