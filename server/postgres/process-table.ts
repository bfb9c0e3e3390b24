import { errorCode } from "#app/values/narrow.ts";
import { spawnSync, type ChildProcess } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { orElse } from "./start-problem.ts";

const isLinux = process.platform === "linux";
/** Unreadable: ended, or another account's. */
const ofProcess = (read: () => string) => orElse(["ENOENT", "ESRCH", "EACCES", "EPERM"], undefined, read);

/** Whether a process exists and has not ended. Zombies count as ended. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
  // The state follows the parenthesized command name.
  const stat = isLinux ? ofProcess(() => fs.readFileSync(`/proc/${pid}/stat`, "utf8")) : ") R";
  return stat !== undefined && stat.at(stat.lastIndexOf(")") + 2) !== "Z";
}

/** Waits for the process to end; false after `timeoutMs`. Does not keep this process alive. */
export async function waitForProcessEnd(pid: number, timeoutMs: number, everyMs = 10): Promise<boolean> {
  for (const giveUpAt = Date.now() + timeoutMs; isProcessRunning(pid);) {
    if (Date.now() >= giveUpAt) return false;
    await delay(everyMs, undefined, { ref: Number.isFinite(timeoutMs) });
  }
  return true;
}

/** A signal with its timeout (ms). */
export type StopStep = readonly [NodeJS.Signals, number];

/** Signals a process with escalation; false if it survives. */
export async function endProcess(pid: number, steps: readonly StopStep[]): Promise<boolean> {
  for (const [signal, waitMs] of steps) {
    orElse(["ESRCH"], false, () => process.kill(pid, signal));
    if (await waitForProcessEnd(pid, waitMs)) return true;
  }
  return false;
}

/** Whether a process is this cluster's server and not a reused pid. */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!isProcessRunning(pid)) return false;
  if (isLinux) return ofProcess(() => fs.readlinkSync(`/proc/${pid}/cwd`)) === clusterDir;
  const outputOf = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: "utf8" }).stdout ?? "";
  if (process.platform === "win32") return /\bpostgres\.exe\b/i.test(outputOf("tasklist", "/FI", `PID eq ${pid}`, "/NH"));
  const command = outputOf("ps", "-ww", "-o", "command=", "-p", String(pid));
  return command.includes("postgres") && command.includes(clusterDir);
}

/** Kills orphaned sessions of a killed server on Linux; elsewhere they are waited for. */
export function killOrphanSessions(clusterDir: string): void {
  for (const pid of isLinux ? fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : []) {
    const isSession =
      ofProcess(() => fs.readFileSync(`/proc/${pid}/comm`, "utf8")) === "postgres\n" && isPostmasterOf(Number(pid), clusterDir);
    if (isSession) orElse(["ESRCH"], false, () => process.kill(Number(pid), "SIGKILL"));
  }
}

/** How a process ended, as text. */
export function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, signal) => {
      const name = signal ?? Object.entries(os.constants.signals).find(([, number]) => number === (code ?? 0) - 128)?.[0];
      resolve(name ? `ended by ${name}` : `ended with exit code ${code}`);
    });
  });
}
