import { pino, type DestinationStream, type Logger } from "pino";

const MAX_TEXT = 500;
const MAX_FRAMES = 15;

/** Logged error data: never statement values, which may be personal. */
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

/** The process log: JSON lines in UTC on standard output. */
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
