import { errorMessage } from "#app/values/narrow.ts";
import { PicturesElsewhere } from "#app/media/workflows/shop-media.server.ts";
import { causesOf, failureSentence } from "#server/failure-sentence.ts";
import { BucketFailure } from "#server/backups/backup-place.ts";
import { StartProblem } from "#server/postgres/start-problem.ts";
import { CommandFailure } from "./command.ts";

/** Errors whose message is a sentence for the operator. */
const SENTENCES = [CommandFailure, StartProblem, PicturesElsewhere, BucketFailure];

/** The error message of a failed command: no stack or query values. LOG_LEVEL=debug shows all. */
export function describeFailure(error: unknown): string {
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) return error.stack ?? error.message;
  if (SENTENCES.some((kind) => error instanceof kind)) return errorMessage(error);
  const cause = causesOf(error).at(-1);
  return failureSentence(cause) ?? `This did not work: ${errorMessage(cause)}`;
}
