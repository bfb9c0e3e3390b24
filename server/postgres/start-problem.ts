import { errorCode } from "#app/values/narrow.ts";
/** A start failure that is no bug: a message without stack, exit 1. */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}

/** Passes when disk space is freed. */
export class DiskFullProblem extends StartProblem {
  constructor(dataDir: string) {
    super(
      `The disk that holds ${dataDir} is full, so the database cannot start. Nothing is lost: make at least 200 MB free there and start again.`,
    );
  }
}

/** Whether output or an error means a full disk or quota. */
export function isDiskFull(failure: unknown): boolean {
  if (typeof failure === "string") return /no space left on device|disk quota exceeded|not enough space on the disk/i.test(failure);
  return failure instanceof DiskFullProblem || ["ENOSPC", "EDQUOT"].includes(errorCode(failure));
}

/** Returns `otherwise` for these error codes. */
export function orElse<T, Otherwise>(codes: readonly string[], otherwise: Otherwise, call: () => T): T | Otherwise {
  try {
    return call();
  } catch (error) {
    if (codes.includes(errorCode(error))) return otherwise;
    throw error;
  }
}
