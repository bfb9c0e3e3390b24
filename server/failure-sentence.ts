import { NEEDS_DIRECT_URL } from "#app/platform/db/pooler.server.ts";
import { errorCode, textOf } from "#app/values/narrow.ts";

const UNREACHABLE = ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH", "EAI_AGAIN"];

/** A sentence about a failure that an operator can fix; undefined for others. */
export function failureSentence(cause: unknown): string | undefined {
  const code = errorCode(cause);
  const about = textOf(cause, "path") ?? "";
  const sentence = FILE_SENTENCES[code];
  if (sentence !== undefined && about !== "") return `${about} ${sentence}.`;
  if (UNREACHABLE.includes(code)) return `The database cannot be reached (${code}). Is it running, and is DATABASE_URL right?`;
  if (code === "08P01") return NEEDS_DIRECT_URL;
  if (code === "28P01" || code === "28000") return "The database refuses the user or password of DATABASE_URL.";
  return code === "3D000" ? "The database that DATABASE_URL names does not exist." : undefined;
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

/** An error and its causes, from the outermost to the innermost; of several connection attempts the first. */
export function causesOf(error: unknown): readonly unknown[] {
  const causes = [error];
  for (let depth = 0; depth < 5; depth += 1) {
    const last = causes.at(-1);
    if (last instanceof AggregateError && last.errors.length > 0) causes.push(last.errors[0]);
    else if (last instanceof Error && last.cause !== undefined) causes.push(last.cause);
    else break;
  }
  return causes;
}
