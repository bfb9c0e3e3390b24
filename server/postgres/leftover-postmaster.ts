import { findPostmasterFile } from "./postmaster-file.ts";
import { isPostmasterOf, waitForProcessEnd } from "./process-table.ts";
import { StartProblem } from "./start-problem.ts";

const STOP_STEPS: readonly (readonly [NodeJS.Signals, number])[] = [
  // Fast shutdown, immediate shutdown (the next start recovers), and what cannot be refused.
  ["SIGINT", 20_000],
  ["SIGQUIT", 10_000],
  ["SIGKILL", 5_000],
];

/**
 * Ends a server that still runs on this data because the shop that started it was killed. It is never taken over:
 * it may have other settings, or be of an older version. The caller holds the lock on the data directory, so no
 * living shop is using it.
 *
 * Returns the number in `postmaster.pid` when the file is stale, i.e. that process is gone or is another program:
 * PostgreSQL has to be told to disregard it.
 */
export async function endLeftoverPostmaster(clusterDir: string, onProgress: (message: string) => void): Promise<number | undefined> {
  const file = findPostmasterFile(clusterDir);
  if (!file) return undefined;
  if (!isPostmasterOf(file.pid, clusterDir)) return file.pid;
  onProgress(`Stopping the database that an earlier start left running (process ${file.pid})`);
  for (const [signal, waitMs] of STOP_STEPS) {
    try {
      process.kill(file.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
    if (await waitForProcessEnd(file.pid, waitMs)) return findPostmasterFile(clusterDir)?.pid;
  }
  throw new StartProblem(
    `A database server (process ${file.pid}) still runs on ${clusterDir} and does not end. ` +
      "End it, or restart the machine, and start again.",
  );
}
