import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { MAX_PICTURE_PIXELS } from "#app/values/limits.ts";
import { propertyOf } from "#app/values/narrow.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** The largest width or height of a rendered SVG; nothing on a page is wider. */
const DRAWN_SIZE = 1600;
const MAX_SVG_BYTES = 1_000_000;
const DRAWING_SECONDS = 10;
/** Time to start the process. */
const STARTING_SECONDS = 10;
/** More than the size of the raw pixels. */
const MAX_DRAWN_BYTES = DRAWN_SIZE * DRAWN_SIZE * 4 + 1_000_000;
export const DAMAGED = "This picture is damaged. Save it again with a picture program and try once more.";
const TOO_LONG = "This picture takes too long to render. Save it as PNG and use that.";
const LATER = "This drawing could not be drawn now. Please try again in a moment.";
/** The program's exit code for an invalid picture. */
const DAMAGED_EXIT = 3;
/** Characters in the log. */
const LONGEST_OUTPUT = 1000;

/**
 * A small SVG may render for hours, and only the end of the process stops that. The program limits itself, even if the shop's process dies.
 */
const PROGRAM = `
const [, path, limit] = process.argv;
const sharp = require(path);
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", () => {
  setTimeout(() => process.kill(process.pid, "SIGKILL"), Number(limit)).unref();
  const drawn = sharp(Buffer.concat(chunks), { limitInputPixels: ${MAX_PICTURE_PIXELS} });
  drawn.resize(${DRAWN_SIZE}, ${DRAWN_SIZE}, { fit: "inside" }).png().toBuffer().then(
    (png) => process.stdout.write(png),
    () => process.exit(${DAMAGED_EXIT}),
  );
});`;
/** The environment variables for the process: where programs, libraries and fonts are, no secrets. */
const PASSED_ON = /^(?:PATH|HOME|SystemRoot|LD_LIBRARY_PATH|FONTCONFIG_\w+)$/;

/** One rendering at a time, because each keeps a processor busy. */
const oneAtATime = pLimit(1);

export interface DrawingOptions {
  readonly log: { error(fields: object, message: string): void };
  /** The timeout. */
  readonly seconds?: number;
  /** The Node.js executable. */
  readonly node?: string;
}

/** Renders an SVG to PNG in a separate process. The error is a sentence for the user. */
export function drawSvg(bytes: Uint8Array, options: DrawingOptions): Promise<Result<Uint8Array, string>> {
  if (bytes.byteLength > MAX_SVG_BYTES) return Promise.resolve(fail(`Use an SVG of at most ${MAX_SVG_BYTES / 1_000_000} MB.`));
  return oneAtATime(() => draw(bytes, options));
}

async function draw(
  bytes: Uint8Array,
  { log, seconds = DRAWING_SECONDS, node = process.execPath }: DrawingOptions,
): Promise<Result<Uint8Array, string>> {
  try {
    const sharp = createRequire(import.meta.url).resolve("sharp");
    const running = promisify(execFile)(node, ["-e", PROGRAM, sharp, String(seconds * 1000)], {
      encoding: "buffer",
      timeout: (STARTING_SECONDS + seconds) * 1000,
      killSignal: "SIGKILL",
      maxBuffer: MAX_DRAWN_BYTES,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
    });
    // The process may end before it has read everything.
    running.child.stdin?.on("error", () => undefined);
    running.child.stdin?.end(bytes);
    return ok((await running).stdout);
  } catch (error) {
    const code = propertyOf(error, "code");
    if (code === DAMAGED_EXIT) return fail(DAMAGED);
    if (propertyOf(error, "signal") === "SIGKILL" && propertyOf(error, "killed") === false) return fail(TOO_LONG);
    const reason = code ?? propertyOf(error, "signal");
    log.error({ reason, output: String(propertyOf(error, "stderr")).slice(0, LONGEST_OUTPUT) }, "a drawing could not be drawn");
    return fail(LATER);
  }
}
