import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import pLimit from "p-limit";
import { MAX_PICTURE_PIXELS } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** A drawing is at most this wide or high; nothing on a page is wider. */
const DRAWN_SIZE = 1600;
const MAX_SVG_BYTES = 1_000_000;
const DRAWING_SECONDS = 10;
/** Above the size of all pixels as they are. */
const MAX_DRAWN_BYTES = DRAWN_SIZE * DRAWN_SIZE * 4 + 1_000_000;
export const DAMAGED = "This picture is damaged. Save it again with a picture program and try once more.";
const TOO_LONG = "This drawing takes too long to draw. Save it as PNG and use that.";

/** A few bytes may draw for hours, which nothing but the end of the process stops. */
const PROGRAM = `
const sharp = require(process.argv[1]);
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", async () => {
  const drawn = sharp(Buffer.concat(chunks), { limitInputPixels: ${MAX_PICTURE_PIXELS} });
  process.stdout.write(await drawn.resize(${DRAWN_SIZE}, ${DRAWN_SIZE}, { fit: "inside" }).png().toBuffer());
});`;

/** Drawings wait for each other: one keeps a processor busy. */
const oneAtATime = pLimit(1);

/** Draws an SVG to PNG in a process of its own, which gets none of the shop's secrets. The error is a sentence for the user. @param seconds until it is given up */
export function drawSvg(bytes: Uint8Array, seconds = DRAWING_SECONDS): Promise<Result<Uint8Array, string>> {
  if (bytes.byteLength > MAX_SVG_BYTES) return Promise.resolve(fail(`Use an SVG of at most ${MAX_SVG_BYTES / 1_000_000} MB.`));
  return oneAtATime(() => draw(bytes, seconds));
}

function draw(bytes: Uint8Array, seconds: number): Promise<Result<Uint8Array, string>> {
  const sharp = createRequire(import.meta.url).resolve("sharp");
  const { PATH, HOME, SystemRoot } = process.env;
  const options = { encoding: "buffer", timeout: seconds * 1000, killSignal: "SIGKILL", maxBuffer: MAX_DRAWN_BYTES } as const;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ["-e", PROGRAM, sharp], { ...options, env: { PATH, HOME, SystemRoot } }, (error, drawn) => {
      if (error === null && drawn.byteLength > 0) resolve(ok(drawn));
      else resolve(fail(error?.killed === true ? TOO_LONG : DAMAGED));
    });
    // A process that ended before it read everything.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(bytes);
  });
}
