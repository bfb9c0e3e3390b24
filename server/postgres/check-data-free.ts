import { lockDataDirectory } from "./data-directory-lock.ts";
import { StartProblem } from "./start-problem.ts";

/**
 * `node server/postgres/check-data-free.ts <data directory>` ends with 0 when no shop is running on the directory; with 3 and the sentence
 * that names the process when one is. For scripts, before they replace what a running shop runs from.
 */
try {
  (await lockDataDirectory(process.argv[2] ?? "")).release();
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exitCode = 3;
}
