import { errorCode } from "#app/values/narrow.ts";
import { StartProblem } from "#server/postgres/start-problem.ts";
import { CommandFailure } from "./command.ts";

/** The error message of a failed command: no stack or query values. LOG_LEVEL=debug shows all. */
export function describeFailure(error: unknown): string {
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) return error.stack ?? error.message;
  if (error instanceof CommandFailure || error instanceof StartProblem) return error.message;
  const cause = innermost(error);
  const code = errorCode(cause);
  const about = (cause as NodeJS.ErrnoException).path ?? "";
  const sentence = FILE_SENTENCES[code];
  if (sentence !== undefined && about !== "") return `${about} ${sentence}.`;
  if (["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH", "EAI_AGAIN"].includes(code)) {
    return `The database cannot be reached (${code}). Is it running, and is DATABASE_URL right?`;
  }
  if (code === "28P01" || code === "28000") return "The database refuses the user or password of DATABASE_URL.";
  if (code === "3D000") return "The database that DATABASE_URL names does not exist.";
  return `This did not work: ${cause instanceof Error ? cause.message : String(cause)}`;
}

const FILE_SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "may not be read or written by this user",
  EPERM: "may not be read or written by this user",
  EISDIR: "is a folder",
  ENOTDIR: "is not in a folder",
  EEXIST: "exists already",
  ENOSPC: "does not fit on the disk",
  EROFS: "is on a disk that may not be written",
};

/** Unwraps errors of query builder and connection attempts. */
function innermost(error: unknown): unknown {
  let inner = error;
  for (let depth = 0; depth < 5; depth += 1) {
    if (inner instanceof AggregateError && inner.errors.length > 0) inner = inner.errors[0];
    else if (inner instanceof Error && inner.cause !== undefined) inner = inner.cause;
    else break;
  }
  return inner;
}
