import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { isProcessRunning } from "./process-table.ts";
import { orElse, StartProblem } from "./start-problem.ts";

/** How long a refused start looks for a holder that has the lock but has not written its name yet. */
const HOLDER_NAME_WAIT_MS = 1000;
const SQLITE_BUSY = 5;

/**
 * Takes the data directory for this process alone, until `release` or its end. The kernel gives the lock back when the process ends in any way,
 * `kill -9` and power cuts included, so there is nothing stale to judge or clean up by hand, and a process number that was given to another program
 * since cannot mislead it. Refused: a `StartProblem` that names the process which has it; nothing was changed then.
 */
export async function lockDataDirectory(dataDir: string): Promise<{ readonly release: () => void }> {
  const lockFile = path.join(dataDir, "shopbell.lock");
  const holderFile = path.join(dataDir, "shopbell.pid");
  let database: DatabaseSync | undefined;
  const release = () => {
    if (!database?.isOpen) return;
    fs.rmSync(holderFile, { force: true });
    database.close();
  };
  try {
    database = new DatabaseSync(lockFile, { timeout: 0 });
    // A file that may only be read opens too, but cannot be locked against others.
    fs.accessSync(lockFile, fs.constants.W_OK);
    // Node has no call for file locks. SQLite's exclusive transaction is exactly one, on every system, and writes
    // nothing. (It is a POSIX record lock: nothing else in this process may open and close shopbell.lock.)
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw await inUseProblem(dataDir, holderFile);
    throw new StartProblem(
      `The data directory ${dataDir} cannot be locked (${(error as Error).message}). ` +
        "Set DATA_DIR to a directory this user may write, on a file system with file locks.",
    );
  }
  try {
    fs.writeFileSync(holderFile, `${JSON.stringify({ pid: process.pid, startedAt: new Date().toISOString() })}\n`, { mode: 0o644 });
    // After a start by root, the owner of the data directory can still start the shop.
    const { uid, gid } = fs.statSync(dataDir);
    if (process.getuid?.() === 0) for (const file of [lockFile, holderFile]) fs.chownSync(file, uid, gid);
    return { release };
  } catch (error) {
    release();
    throw error;
  }
}

async function inUseProblem(dataDir: string, holderFile: string): Promise<StartProblem> {
  const form = /^\{"pid":(?<pid>\d+),"startedAt":"(?<startedAt>[^"]+)"\}\n$/;
  const readHolder = () => form.exec(orElse(["ENOENT"], "", () => fs.readFileSync(holderFile, "utf8")))?.groups;
  let holder = readHolder();
  for (const giveUpAt = Date.now() + HOLDER_NAME_WAIT_MS; Date.now() < giveUpAt; holder = readHolder()) {
    if (holder && isProcessRunning(Number(holder.pid))) break;
    await delay(50);
  }
  return new StartProblem(
    `The shop's data in ${dataDir} is already in use by ${holder ? `process ${holder.pid}, started at ${holder.startedAt}` : "another process"}. ` +
      "Nothing was changed. Stop that process first, or give this start its own DATA_DIR and PORT.",
  );
}
