import { createHash } from "node:crypto";
import sharp, { type OutputInfo, type Sharp } from "sharp";
import { PICTURE_WIDTHS, pictureKey, type PictureFormat, type PictureVariant } from "#app/media/domain/picture.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Refused by the header alone, before anything is decoded: a small file may unpack to gigabytes. */
export const MAX_PICTURE_PIXELS = 40_000_000;
export const MAX_PICTURE_FRAMES = 100;
export const MAX_PICTURE_BYTES = 20_000_000;
/** The version kept for later re-encoding; nothing on a page is wider than half of it. */
const MASTER_WIDTH = 2560;

/**
 * "best" for uploads: every format, small files, about a second of one core. "quick" for the demo's flat drawings, where WebP is as small as
 * AVIF and a third of the work: no AVIF.
 */
export type EncodingEffort = "best" | "quick";

export interface EncodedPicture {
  /** Media key without size and ending. */
  readonly base: string;
  /** The master's key: re-encoded, metadata stripped, at most 2560 pixels wide. */
  readonly key: string;
  readonly mimeType: "image/webp";
  readonly width: number;
  readonly height: number;
  /** Mean colour, #rrggbb. */
  readonly colour: string;
  /** SHA-256 of the bytes that came in, hex. */
  readonly contentHash: string;
  readonly variants: readonly PictureVariant[];
  /** What to put into the store, master included. */
  readonly files: readonly { readonly key: string; readonly bytes: Uint8Array }[];
}

export function hashPicture(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Where the picture with that content lies: spread over 256 folders. */
export function pictureBase(contentHash: string): string {
  return `${contentHash.slice(0, 2)}/${contentHash.slice(0, 32)}`;
}

/**
 * Turns bytes that claim to be a picture into sizes a page can use. Everything is decoded and encoded anew, so nothing but pixels survives
 * (no metadata, no location, no hidden payload). The type is told by the bytes, never by a name; SVG is refused.
 * The error is a sentence for the person who uploaded it.
 */
export async function encodePicture(bytes: Uint8Array, effort: EncodingEffort = "best"): Promise<Result<EncodedPicture, string>> {
  const refusal = await refusalOf(bytes);
  if (refusal !== null) return fail(refusal);
  const contentHash = hashPicture(bytes);
  const base = pictureBase(contentHash);
  let pixels: { data: Buffer; info: OutputInfo };
  try {
    // Decoded once, upright and in sRGB; every size is made from these pixels.
    pixels = await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: "error" })
      .autoOrient()
      .toColourspace("srgb")
      .resize({ width: MASTER_WIDTH, withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch {
    return fail("This picture is damaged. Save it again with a picture program and try once more.");
  }
  const { width, height, channels } = pixels.info;
  const open = (): Sharp => sharp(pixels.data, { raw: { width, height, channels } });
  const key = `${base}.webp`;
  const files: { key: string; bytes: Uint8Array }[] = [];
  const variants: PictureVariant[] = [];
  for (const size of sizesFor(width, effort)) {
    const sized = await open().resize({ width: size, kernel: "lanczos3" }).raw().toBuffer({ resolveWithObject: true });
    const info = { width: sized.info.width, height: sized.info.height, channels: sized.info.channels };
    for (const format of effort === "best" ? (["avif", "webp", "jpeg"] as const) : (["webp", "jpeg"] as const)) {
      const variant: PictureVariant = { key: pictureKey(base, size, format), width: size, height: info.height, format };
      variants.push(variant);
      files.push({ key: variant.key, bytes: await encode(sharp(sized.data, { raw: info }), format, effort) });
    }
  }
  // Where the picture is no wider than its widest size, that one is the master too.
  const sameAsMaster = files.find((file) => file.key === pictureKey(base, width, "webp"));
  files.push({ key, bytes: sameAsMaster?.bytes ?? (await encode(open(), "webp", effort)) });
  return ok({ base, key, mimeType: "image/webp", width, height, colour: await meanColour(open()), contentHash, variants, files });
}

/** The standard widths below the picture's own, and its own where it is narrower than the widest. */
function sizesFor(width: number, effort: EncodingEffort): readonly number[] {
  const widest = effort === "best" ? 1280 : 960;
  return [...new Set([...PICTURE_WIDTHS.filter((each) => each < width && each <= widest), Math.min(width, widest)])];
}

async function encode(picture: Sharp, format: PictureFormat, effort: EncodingEffort): Promise<Uint8Array> {
  const best = effort === "best";
  switch (format) {
    case "avif":
      return picture.avif({ quality: 55, effort: 2 }).toBuffer();
    case "webp":
      return picture.webp({ quality: 80, effort: best ? 4 : 2 }).toBuffer();
    case "jpeg":
      // JPEG knows no transparency; white is the colour of the surface it stands on.
      return picture.flatten({ background: "#ffffff" }).jpeg({ quality: 78, mozjpeg: best }).toBuffer();
  }
}

async function meanColour(picture: Sharp): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await picture
    .flatten({ background: "#ffffff" })
    .resize(1, 1, { fit: "fill", kernel: "cubic" })
    .removeAlpha()
    .raw()
    .toBuffer();
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

async function refusalOf(bytes: Uint8Array): Promise<string | null> {
  if (bytes.byteLength > MAX_PICTURE_BYTES) return `Use a picture of at most ${MAX_PICTURE_BYTES / 1_000_000} MB.`;
  if (!isKnownPicture(bytes)) return "Use a JPEG, PNG, WebP, AVIF or GIF picture.";
  try {
    const { width, height, pages } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PICTURE_PIXELS)
      return `Use a picture of at most ${MAX_PICTURE_PIXELS / 1_000_000} megapixels; this one is ${width} × ${height}.`;
    if ((pages ?? 1) > MAX_PICTURE_FRAMES) return `Use an animation of at most ${MAX_PICTURE_FRAMES} frames.`;
    return null;
  } catch {
    return "This picture is damaged. Save it again with a picture program and try once more.";
  }
}

/** By the first bytes: JPEG, PNG, GIF, WebP, AVIF. */
function isKnownPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32));
  const text = head.toString("latin1");
  return (
    text.startsWith("\xff\xd8\xff") ||
    text.startsWith("\x89PNG\r\n\x1a\n") ||
    text.startsWith("GIF87a") ||
    text.startsWith("GIF89a") ||
    (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") ||
    (text.slice(4, 8) === "ftyp" && /avif|avis/.test(text.slice(8)))
  );
}
