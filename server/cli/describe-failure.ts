import { PicturesElsewhere } from "#app/media/workflows/shop-media.server.ts";
import { causesOf, failureSentence } from "#server/failure-sentence.ts";
import { StartProblem } from "#server/postgres/start-problem.ts";
import { CommandFailure } from "./command.ts";

/** The error message of a failed command: no stack or query values. LOG_LEVEL=debug shows all. */
export function describeFailure(error: unknown): string {
  if (process.env.LOG_LEVEL === "debug" && error instanceof Error) return error.stack ?? error.message;
  if (error instanceof CommandFailure || error instanceof StartProblem || error instanceof PicturesElsewhere) return error.message;
  const cause = causesOf(error).at(-1);
  return failureSentence(cause) ?? `This did not work: ${cause instanceof Error ? cause.message : String(cause)}`;
}
