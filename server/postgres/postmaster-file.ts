import fs from "node:fs";
import path from "node:path";

/** What a running server writes into `postmaster.pid` in its data directory. */
export type PostmasterFile = { readonly pid: number; readonly isReady: boolean };

/** The line of the file that says how far the server is, counted from zero (PostgreSQL's LOCK_FILE_LINE_PM_STATUS). */
const STATUS_LINE = 7;

export function postmasterFilePath(clusterDir: string): string {
  return path.join(clusterDir, "postmaster.pid");
}

/** Reads it; undefined when there is none or it is just being written. */
export function findPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(postmasterFilePath(clusterDir), "utf8").split("\n");
  } catch (error) {
    // Windows refuses to read it while it is being written.
    if (["ENOENT", "EBUSY", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, isReady: lines[STATUS_LINE]?.trim() === "ready" };
}
