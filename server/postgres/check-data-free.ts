import { lockDataDirectory } from "./data-directory-lock.ts";
import { StartProblem } from "./start-problem.ts";

/**
 * `node server/postgres/check-data-free.ts <data directory>` exits 0 if no shop is running there, else 3 with a message. For scripts,
 * before they replace files.
 */
try {
  (await lockDataDirectory(process.argv[2] ?? "")).release();
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exitCode = 3;
}
