import { pino, type DestinationStream, type Logger } from "pino";

const MAX_TEXT = 500;
const MAX_FRAMES = 15;

/** What the log holds of an error: never a statement's values, which are customers' (in the query builder's message and the database's detail). */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error).slice(0, MAX_TEXT) };
  const { code } = error as NodeJS.ErrnoException;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
  return {
    type: error.name,
    message: (error.message.split("\nparams:", 1)[0] ?? "").slice(0, MAX_TEXT),
    ...(code === undefined ? {} : { code }),
    stack: frames.slice(0, MAX_FRAMES).join("\n"),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** The process's log: one JSON line each, in UTC, to standard output. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: ["*.password", "*.token", "*.secret", "*.clientSecret"],
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    ...(destination === undefined ? [] : [destination]),
  );
}
