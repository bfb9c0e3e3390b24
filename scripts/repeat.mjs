// npm run test:repeat -- 10 [--variations]: complete runs of `npm test`, each from a fresh clone of HEAD in its own temporary folder. With
// --variations, time zone, language, load, clock and user differ from run to run, and the last two run in parallel. Ends with a table.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { giveUp, inProject, root, say } from "./project.mjs";
import { makeTemporaryFolder, removeFolder } from "./processes/run-folder.mjs";

const { values, positionals } = parseArgs({ options: { variations: { type: "boolean", default: false } }, allowPositionals: true });
const runs = Number(positionals[0] ?? "1");
if (!Number.isInteger(runs) || runs < 1) giveUp("Say how many runs: npm run test:repeat -- 10 --variations");

/** A time zone in which it is shortly before midnight now. */
const LATE = lateZone(new Date().getUTCHours());
const ZONES = ["UTC", LATE, "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "Europe/Berlin"];
const LANGUAGES = ["C.UTF-8", "en_US.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8"];
/** Local times in the run's time zone: late in the evening, and before the clocks go forward in America/New_York. */
const CLOCKS = [undefined, "2026-12-04 23:40:00", "2027-03-14 01:30:00"];
const BURNERS = 4;

/** @typedef {{zone?: string, language?: string, burners: number, clock?: string, user?: {name: string, uid: number, gid: number}}} Variation */
/** @typedef {{run: number, variation: string, seconds: number, passed: number, failed: number, failures: string[]}} Outcome */

const folder = makeTemporaryFolder(stopAll);
/** @type {Set<import("node:child_process").ChildProcess>} each leads a process group of its own */
const running = new Set();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

const hasFaketime = spawnSync("faketime", ["--version"], { stdio: "ignore" }).status === 0;
const ordinary = process.getuid?.() === 0 ? findOrdinaryUser() : undefined;
if (values.variations && !hasFaketime) say("Skipped: other hours of the day (the program faketime is not installed).");
if (values.variations && !ordinary) say("Skipped: another user (this one is not root, or there is no ordinary account).");

/** @type {Outcome[]} */
const outcomes = [];
// The last two run in parallel, so that the other runs test each variation alone.
for (let run = 1; run <= runs; run += 1) {
  const isPair = values.variations && run === runs - 1;
  outcomes.push(...(await Promise.all(isPair ? [testOnce(run), testOnce(run + 1)] : [testOnce(run)])));
  if (isPair) run += 1;
}
console.table(outcomes, ["run", "variation", "seconds", "passed", "failed"]);
for (const { run, failures } of outcomes) for (const failure of failures) console.log(`run ${run}: ${failure}`);
const failed = outcomes.filter((outcome) => outcome.failed > 0 || outcome.passed === 0).length;
console.log(`${runs - failed} runs passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** @param {number} run @returns {Variation} */
function variationOf(run) {
  if (!values.variations) return { burners: 0 };
  const clock = hasFaketime ? CLOCKS[run % CLOCKS.length] : undefined;
  return {
    zone: clock?.includes("03-14") ? "America/New_York" : ZONES[run % ZONES.length],
    language: LANGUAGES[run % LANGUAGES.length],
    burners: run % 2 === 0 ? BURNERS : 0,
    ...(clock === undefined ? {} : { clock }),
    ...(run % 4 === 3 && ordinary ? { user: ordinary } : {}),
  };
}

/** @param {number} run @returns {Promise<Outcome>} */
async function testOnce(run) {
  const variation = variationOf(run);
  const home = path.join(folder, String(run));
  const temporary = path.join(home, "tmp");
  const name = nameOf(variation);
  say(`── run ${run} of ${runs}${name ? `: ${name}` : ""}`);
  cloneInto(home, variation);
  const busy = Array.from({ length: variation.burners }, () => start(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
  const startedAt = Date.now();
  const outputPath = inProject("test-results", `repeat-${run}`);
  const output = await runTests(home, variation, outputPath);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  for (const one of busy) stop(one);
  const [, passed = "0", failedTests = "1"] = /^(\d+) passed, (\d+) failed\s*$/m.exec(output.trimEnd().split("\n").at(-1) ?? "") ?? [];
  const failures = [...(output.match(/^FAILED .*/gm) ?? [])];
  const left = fs.readdirSync(temporary).filter((each) => !each.startsWith("node-compile-cache"));
  if (left.length > 0) failures.push(`left in the temporary folder: ${left.join(", ")}`);
  const failed = Number(failedTests) + (left.length > 0 ? 1 : 0);
  const results = path.join(home, "clone", "test-results");
  if (failed > 0 && fs.existsSync(results)) fs.cpSync(results, outputPath, { recursive: true });
  removeFolder(home);
  return { run, variation: name, seconds, passed: Number(passed), failed, failures };
}

/** @param {Variation} variation */
function nameOf({ zone, language, burners, clock, user }) {
  return [zone, language, burners > 0 ? `${burners} burners` : "", clock, user && `user ${user.name}`].filter(Boolean).join(", ");
}

/** A fresh clone of HEAD, owned by the user of the run. @param {string} home @param {Variation} variation */
function cloneInto(home, { user }) {
  fs.mkdirSync(path.join(home, "tmp"), { recursive: true });
  const cloned = spawnSync("git", ["clone", "-q", "--no-hardlinks", root, path.join(home, "clone")], { stdio: "inherit" });
  if (cloned.status !== 0) giveUp("git could not clone this project.");
  if (user) spawnSync("chown", ["-R", `${user.uid}:${user.gid}`, home]);
}

/**
 * Runs npm test in the clone; its output is returned, and stored in a file. @param {string} home @param {Variation} variation @param
 * {string} kept
 */
async function runTests(home, { zone, language, clock, user }, kept) {
  const env = {
    ...process.env,
    TMPDIR: path.join(home, "tmp"),
    ...(zone ? { TZ: zone } : {}),
    ...(language ? { LANG: language, LC_ALL: language } : {}),
    ...(user ? { HOME: home, USER: user.name } : {}),
  };
  const [program = "npm", ...args] = clock === undefined ? ["npm", "test"] : ["faketime", "-f", `@${clock}`, "npm", "test"];
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  fs.rmSync(kept, { recursive: true, force: true });
  fs.mkdirSync(kept, { recursive: true });
  const log = fs.createWriteStream(path.join(kept, "output.log"));
  const child = start(program, args, { cwd: path.join(home, "clone"), env, stdio: ["ignore", "pipe", "pipe"], ...identity });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      output += text;
      log.write(text);
    });
  await new Promise((resolve) => child.on("close", resolve));
  log.end();
  return output;
}

/** @param {string} program @param {string[]} args @param {import("node:child_process").SpawnOptions} options */
function start(program, args, options) {
  const child = spawn(program, args, { ...options, detached: true });
  running.add(child);
  child.on("exit", () => running.delete(child));
  return child;
}

/** @param {import("node:child_process").ChildProcess} child */
function stop(child) {
  if (child.exitCode === null && child.signalCode === null) signalGroup(child, "TERM");
}

/**
 * Whether a process of the group received the signal; "0" only checks. @param {import("node:child_process").ChildProcess} child @param
 * {string} signal
 */
function signalGroup({ pid }, signal) {
  return spawnSync("kill", ["-s", signal, "--", `-${pid}`], { stdio: "ignore" }).status === 0;
}

/** On every exit: runs are stopped cleanly, so that npm test cleans up. */
function stopAll() {
  const ending = [...running];
  for (const child of ending) stop(child);
  const until = Date.now() + 20_000;
  while (ending.some((child) => signalGroup(child, "0")) && Date.now() < until)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  for (const child of ending) signalGroup(child, "KILL");
}

/** @param {number} hour in UTC; in the names of these zones "+" is west */
function lateZone(hour) {
  return hour < 12 ? `Etc/GMT+${hour + 1}` : `Etc/GMT-${23 - hour}`;
}

/** The first regular user account of this machine. */
function findOrdinaryUser() {
  const accounts = fs.readFileSync("/etc/passwd", "utf8").trim().split("\n");
  for (const account of accounts) {
    const [name = "", , uid, gid] = account.split(":");
    if (Number(uid) >= 1000 && Number(uid) < 60_000) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
