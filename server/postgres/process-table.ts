import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Whether a process with this number exists and has not ended. A zombie has ended. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
}

/** In a container whose first process does not collect its children, an ended orphan stays listed for ever. */
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    // The state follows the command name, which stands in parentheses and may hold any character.
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) === "Z";
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return true;
    throw error;
  }
}

/** Waits until the process has ended; false when it is still there after `timeoutMs`. */
export async function waitForProcessEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + timeoutMs;
  while (isProcessRunning(pid)) {
    if (Date.now() >= giveUpAt) return false;
    await delay(10);
  }
  return true;
}

/**
 * Whether the process is a PostgreSQL server working in this cluster directory (an absolute path without links),
 * rather than an unrelated program that was given the same number later.
 */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!isProcessRunning(pid)) return false;
  if (process.platform === "linux") {
    try {
      return fs.readlinkSync(`/proc/${pid}/cwd`) === clusterDir;
    } catch {
      // Ended meanwhile, or another account's process: the server of this cluster runs under ours.
      return false;
    }
  }
  if (process.platform === "win32") {
    const listed = spawnSync("tasklist", ["/FI", `PID eq ${pid}`, "/NH"], { encoding: "utf8" });
    return /\bpostgres\.exe\b/i.test(listed.stdout ?? "");
  }
  const listed = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return listed.stdout.includes("postgres") && listed.stdout.includes(clusterDir);
}
