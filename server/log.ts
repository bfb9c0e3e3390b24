import { pino, type DestinationStream, type Logger } from "pino";
import { propertyOf } from "#app/values/narrow.ts";
import { requestIds } from "#app/platform/request-id.server.ts";
import { traceIds } from "#app/platform/tracing.server.ts";
import { isRecord } from "#app/values/json.ts";

const MAX_TEXT = 500;
const MAX_FRAMES = 15;

/** Logged error data: never statement values, which may be personal. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error).slice(0, MAX_TEXT) };
  const code = propertyOf(error, "code");
  const frames = (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
  return {
    type: error.name,
    message: (error.message.split("\nparams:", 1)[0] ?? "").slice(0, MAX_TEXT),
    ...(code === undefined ? {} : { code }),
    stack: frames.slice(0, MAX_FRAMES).join("\n"),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

const LEVELS: Readonly<Record<string, string>> = { 10: "trace", 20: "debug", 30: "info", 40: "WARN", 50: "ERROR", 60: "FATAL" };

/** A readable line: time, level, message, then the fields; an error's stack below. */
function prettyLine(line: string): string {
  const entry: unknown = JSON.parse(line);
  if (!isRecord(entry)) return line;
  const { level, time, msg, pid: _pid, hostname: _host, err, ...facts } = entry;
  const factTexts = Object.entries(facts).map(([name, value]) => ` ${name}=${textOf(value)}`);
  const error = typeof err === "object" && err !== null ? `\n${indented(err)}` : "";
  return `${textOf(time)} ${(LEVELS[textOf(level)] ?? textOf(level)).padEnd(5)} ${textOf(msg)}${factTexts.join("")}${error}\n`;
}

/** In the format of `describeError`. */
function indented(error: {
  readonly type?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly cause?: unknown;
}): string {
  const { type = "Error", message, stack, cause } = error;
  const errorText = `    ${textOf(type)}: ${textOf(message)}\n${textOf(stack)}`.trimEnd();
  return typeof cause === "object" && cause !== null ? `${errorText}\n  caused by\n${indented(cause)}` : errorText;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : JSON.stringify(value);
}

/** The process log on standard output, in UTC: one JSON object per line, or readable lines. */
export function createLog(level: string, out?: DestinationStream, format: "json" | "pretty" = "json"): Logger {
  const destination = format === "json" ? out : prettyTo(out ?? process.stdout);
  return pino(
    {
      level,
      redact: ["*.password", "*.token", "*.secret", "*.clientSecret"],
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      mixin: () => ({ ...requestIds(), ...traceIds() }),
    },
    ...(destination === undefined ? [] : [destination]),
  );
}

function prettyTo(out: DestinationStream): DestinationStream {
  return {
    write(line) {
      out.write(prettyLine(line));
    },
  };
}
