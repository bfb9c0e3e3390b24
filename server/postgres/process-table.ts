import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const isLinux = process.platform === "linux";

/** Whether a process with this number exists and has not ended. A zombie has ended. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  if (!isLinux) return true;
  // In a container whose first process does not collect its children, an ended orphan stays listed for ever. The state follows the command
  // name, which stands in parentheses and may hold any character.
  const stat = readProc(() => fs.readFileSync(`/proc/${pid}/stat`, "utf8"));
  return stat !== undefined && stat.at(stat.lastIndexOf(")") + 2) !== "Z";
}

/** Waits until the process has ended; false when it is still there after `timeoutMs`. An endless wait does not keep this process alive. */
export async function waitForProcessEnd(pid: number, timeoutMs: number, everyMs = 10): Promise<boolean> {
  const giveUpAt = Date.now() + timeoutMs;
  while (isProcessRunning(pid)) {
    if (Date.now() >= giveUpAt) return false;
    await delay(everyMs, undefined, { ref: Number.isFinite(timeoutMs) });
  }
  return true;
}

/**
 * Whether the process is a PostgreSQL server working in this cluster directory (an absolute path without links), rather than an unrelated
 * program that was given the same number later.
 */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!isProcessRunning(pid)) return false;
  if (isLinux) return readProc(() => fs.readlinkSync(`/proc/${pid}/cwd`)) === clusterDir;
  if (process.platform === "win32") {
    return /\bpostgres\.exe\b/i.test(spawnSync("tasklist", ["/FI", `PID eq ${pid}`, "/NH"], { encoding: "utf8" }).stdout ?? "");
  }
  const { stdout } = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.includes("postgres") && stdout.includes(clusterDir);
}

/** Ends the sessions a killed server has left behind in its cluster directory, frozen and busy ones too. Elsewhere than on Linux they are waited for. */
export function killOrphanSessions(clusterDir: string): void {
  if (!isLinux) return;
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (readProc(() => fs.readFileSync(`/proc/${pid}/comm`, "utf8")) !== "postgres\n") continue;
    if (readProc(() => fs.readlinkSync(`/proc/${pid}/cwd`)) !== clusterDir) continue;
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** What /proc says of a process; undefined when it has ended meanwhile or is another account's (the server of a cluster runs under ours). */
function readProc(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
