import { errorMessage, propertyOf } from "#app/values/narrow.ts";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { isProcessRunning } from "./process-table.ts";
import { orElse, StartProblem } from "./start-problem.ts";

/** How long to wait for a lock holder to write its name. */
const HOLDER_NAME_WAIT_MS = 1000;
const SQLITE_BUSY = 5;

/**
 * Locks the data directory until `release` or process end. The kernel releases it on any exit, so no stale lock or reused pid matters. Throws
 * `StartProblem` with the holder; nothing is changed.
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
    // A read-only file opens but cannot be locked.
    fs.accessSync(lockFile, fs.constants.W_OK);
    // Node has no file locks; SQLite's exclusive transaction is one on every platform. (POSIX record lock: nothing else may open shopbell.lock in
    // this process.)
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database?.close();
    if (propertyOf(error, "errcode") === SQLITE_BUSY) throw await inUseProblem(dataDir, holderFile);
    throw new StartProblem(
      `The data directory ${dataDir} cannot be locked (${errorMessage(error)}). ` +
        "Set DATA_DIR to a directory this user may write, on a file system with file locks.",
    );
  }
  try {
    fs.writeFileSync(holderFile, `${JSON.stringify({ pid: process.pid, startedAt: new Date().toISOString() })}\n`, { mode: 0o644 });
    // After a start by root, the owner can still start the shop.
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
