/**
 * A reason why the shop cannot start that is not a bug: its message is one or two whole sentences for the person at the terminal, saying what
 * is wrong and what to do. The entry point prints the message without a stack and exits with 1.
 */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}

const DISK_FULL_WORDS = /no space left on device|disk quota exceeded|not enough space on the disk/i;

/** Whether PostgreSQL's output, or a failed file operation, says that the disk or the user's quota is full. */
export function isDiskFull(failure: unknown): boolean {
  if (typeof failure === "string") return DISK_FULL_WORDS.test(failure);
  return ["ENOSPC", "EDQUOT"].includes((failure as NodeJS.ErrnoException)?.code ?? "");
}

/** Passes when somebody makes room. */
export class DiskFullProblem extends StartProblem {}

export function diskFullProblem(dataDir: string): DiskFullProblem {
  return new DiskFullProblem(
    `The disk that holds ${dataDir} is full, so the database cannot start. Nothing is lost: make at least 200 MB free there and start again.`,
  );
}
