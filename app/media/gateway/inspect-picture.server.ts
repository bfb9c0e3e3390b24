import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import { MAX_PICTURE_BYTES, MAX_PICTURE_FRAMES, MAX_PICTURE_HEIGHT, MAX_PICTURE_PIXELS } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { DAMAGED, drawSvg, type DrawingOptions } from "./draw-svg.server.ts";

const UNKNOWN = "Use a JPEG, PNG, WebP, AVIF or GIF picture.";
const NO_SVG = "SVG files may carry programs, so they are not taken here. Save the drawing as PNG and use that.";
/** Large enough to recognize the picture, small enough to inline in every page that shows it. */
const PLACEHOLDER = { width: 12, height: 36, fit: "inside", withoutEnlargement: true } as const;

/** Loaded with the first picture: it takes twenty megabytes, and most of the process's work does not involve pictures. */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // The cache would keep up to 50 MB of results for repeated pictures; here each is processed once.
  sharp.cache(false);
  return sharp;
}

/** Facts of a picture that are known at upload. */
export interface InspectedPicture {
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Mean colour, #rrggbb. */
  readonly colour: string;
  /** A data URL of a few pixels. */
  readonly placeholder: string;
}

export function hashPicture(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Whether bytes are a usable picture. The first bytes decide the type, never a name; the header decides the size, before decoding. Then it
 * is decoded once to a few pixels, which detects damage. The error is a sentence for the uploading user.
 */
export async function inspectPicture(bytes: Uint8Array): Promise<Result<InspectedPicture, string>> {
  if (bytes.byteLength > MAX_PICTURE_BYTES) return fail(`Use a picture of at most ${MAX_PICTURE_BYTES / 1_000_000} MB.`);
  if (!isKnownPicture(bytes)) return fail(isSvg(bytes) ? NO_SVG : UNKNOWN);
  const sharp = await loadSharp();
  try {
    const { autoOrient, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { width, height } = autoOrient;
    if (width * height > MAX_PICTURE_PIXELS)
      return fail(`Use a picture of at most ${MAX_PICTURE_PIXELS / 1_000_000} megapixels; this one is ${width} × ${height}.`);
    if (height > MAX_PICTURE_HEIGHT)
      return fail(`Use a picture of at most ${MAX_PICTURE_HEIGHT} pixels in height; this one is ${width} × ${height}.`);
    if (pages > MAX_PICTURE_FRAMES) return fail(`Use an animation of at most ${MAX_PICTURE_FRAMES} frames.`);
    const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: "error" })
      .autoOrient()
      .toColourspace("srgb")
      .flatten({ background: "#ffffff" })
      .resize(PLACEHOLDER)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const few = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const webp = await few.clone().webp({ quality: 20 }).toBuffer();
    return ok({ width, height, colour: await meanColour(few), placeholder: `data:image/webp;base64,${webp.toString("base64")}` });
  } catch {
    return fail(DAMAGED);
  }
}

/**
 * Converts an SVG to PNG and returns other pictures unchanged. Only pixels are kept, so no script, link or hidden text gets into the shop;
 * the renderer loads no external resources. The error is a sentence for the user.
 */
export async function withoutSvg(bytes: Uint8Array, log: DrawingOptions["log"]): Promise<Result<Uint8Array, string>> {
  return isKnownPicture(bytes) || !isSvg(bytes) ? ok(bytes) : drawSvg(bytes, { log });
}

async function meanColour(few: Sharp): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await few.resize(1, 1, { fit: "fill", kernel: "cubic" }).raw().toBuffer();
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Recognizes the first bytes of JPEG, PNG, GIF, WebP and AVIF. */
function isKnownPicture(bytes: Uint8Array): boolean {
  const text = textOf(bytes, 32);
  return (
    text.startsWith("\xff\xd8\xff") ||
    text.startsWith("\x89PNG\r\n\x1a\n") ||
    text.startsWith("GIF87a") ||
    text.startsWith("GIF89a") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    (text.slice(4, 8) === "ftyp" && /avif|avis/.test(text.slice(8)))
  );
}

function isSvg(bytes: Uint8Array): boolean {
  return /<svg[\s>]/i.test(textOf(bytes, 1024));
}

function textOf(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, length)).toString("latin1");
}
