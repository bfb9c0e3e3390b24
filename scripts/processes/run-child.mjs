import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import { isWindows, root } from "#scripts/project.mjs";

/** How a child ended. @typedef {{code: number | null, signal: NodeJS.Signals | null, output: string}} Ending */

const PARENT_CHECK_MS = 500;
const FORWARDED = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
/** Those that survive SIGHUP. */
const survivors = new WeakSet();
/** @type {NodeJS.Signals | undefined} */
let interruptedBy;

/**
 * Runs one program and waits for its end. A signal that ends this command ends the programs it runs first.
 * @param {string} program
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, cwd?: string, stdout?: "inherit" | "stderr" | "keep", shell?: boolean, survivesHangup?: boolean}} [options]
 *   `stdout`: passed through, sent to standard error, or kept (with standard error) and returned as `output`;
 *   `survivesHangup`: SIGHUP is passed on and ends neither
 * @returns {Promise<Ending>}
 */
export function runChild(program, args, { env = process.env, cwd = root, stdout = "inherit", shell = false, survivesHangup = false } = {}) {
  listenForSignals();
  return new Promise((resolve, reject) => {
    const stdio = stdout === "keep" ? ["inherit", "pipe", "pipe"] : ["inherit", stdout === "stderr" ? 2 : "inherit", "inherit"];
    const child = spawn(program, args, { env, cwd, shell, stdio: /** @type {any} */ (stdio) });
    running.add(child);
    if (survivesHangup) survivors.add(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
    }
    child.on("error", (error) => {
      running.delete(child);
      reject(error);
    });
    child.on("close", (code, signal) => {
      running.delete(child);
      if (!interruptedBy) resolve({ code, signal, output });
      else if (running.size === 0) endAfterSignal(code, signal);
    });
  });
}

/**
 * Ends this process as the child ended: the same exit code, or the same signal.
 * @param {Pick<Ending, "code" | "signal">} ending
 */
export function endLike({ code, signal }) {
  if (!signal) process.exit(code ?? 1);
  for (const name of FORWARDED) process.removeAllListeners(name);
  process.kill(process.pid, signal);
}

let listening = false;

function listenForSignals() {
  if (listening) return;
  listening = true;
  for (const signal of FORWARDED) process.on(signal, () => passOn(signal));
  endWithNpm();
}

/** @param {NodeJS.Signals} signal */
function passOn(signal) {
  if (signal === "SIGHUP" && running.size > 0 && [...running].every((child) => survivors.has(child))) {
    for (const child of running) child.kill(signal);
    return;
  }
  interruptedBy = signal;
  if (running.size === 0) return endAfterSignal(null, signal);
  // A terminal sends Ctrl-C to the whole process group.
  if (signal === "SIGINT" && process.stdin.isTTY) return;
  for (const child of running) child.kill(signal);
}

/**
 * A child that ends cleanly after a signal (the shop does) makes this command end cleanly too.
 * @param {number | null} code @param {NodeJS.Signals | null} signal
 */
function endAfterSignal(code, signal) {
  process.exit(signal ? 128 + (os.constants.signals[signal] ?? 0) : (code ?? 1));
}

/**
 * If npm above this process is killed without passing it on, this process would keep port and data directory, so it exits, too. Without npm it keeps
 * running.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event || isWindows) return;
  const parent = process.ppid;
  const shellsParent = parentOfShell(parent);
  setInterval(() => {
    const isAlone = process.ppid !== parent || parentOfShell(parent) !== shellsParent;
    if (isAlone && !interruptedBy) passOn("SIGTERM");
  }, PARENT_CHECK_MS).unref();
}

/**
 * The parent of process `pid` if that is a shell (on macOS the shell gives its place to what it runs, so there is none in between).
 * @param {number} pid
 */
function parentOfShell(pid) {
  if (process.platform !== "linux") return undefined;
  try {
    return /^\d+ \((?:\w*sh|busybox)\) \w (\d+) /.exec(fs.readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? "")) return undefined;
    throw error;
  }
}
