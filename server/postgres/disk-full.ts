import { StartProblem } from "./start-problem.ts";

const DISK_FULL_WORDS = /no space left on device|disk quota exceeded|not enough space on the disk/i;

/** Whether PostgreSQL's output says that it could not write because the disk or the user's quota is full. */
export function saysDiskFull(output: string): boolean {
  return DISK_FULL_WORDS.test(output);
}

/** Whether a failed file operation means the same. */
export function isDiskFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException)?.code ?? "");
}

export function diskFullProblem(dataDir: string): StartProblem {
  return new StartProblem(
    `The disk that holds ${dataDir} is full, so the database cannot start. Nothing is lost: ` +
      "make at least 200 MB free there and start again.",
  );
}
