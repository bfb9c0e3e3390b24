import type { OutputInfo, Sharp } from "sharp";
import { PICTURE_WIDTHS, pictureBase, pictureKey, type PictureFormat, type PictureVariant } from "#app/media/domain/picture.ts";
import type { StoredFile } from "#app/media/domain/stored-file.ts";
import { MAX_PICTURE_PIXELS } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { DAMAGED } from "./draw-svg.server.ts";
import { hashPicture, inspectPicture, loadSharp } from "./inspect-picture.server.ts";

/** The version kept for later re-encoding; nothing on a page is wider than half of it. */
const MASTER_WIDTH = 2560;

/**
 * "best" for uploads: every format, small files, about a second of one core. "quick" for the demo's flat drawings, where WebP is as small
 * as AVIF for a third of the work, so AVIF is skipped.
 */
export type EncodingEffort = "best" | "quick";

export interface EncodedPicture extends StoredFile {
  /** Media key without size and ending. The master: re-encoded, metadata stripped, at most 2560 pixels wide. */
  readonly base: string;
  /** SHA-256 of the uploaded bytes, hex. */
  readonly contentHash: string;
  /** The files to store, including the master. */
  readonly files: readonly { readonly key: string; readonly bytes: Uint8Array }[];
}

/**
 * Converts uploaded bytes into the sizes that pages use. Everything is decoded and encoded again, so only pixels survive (no metadata, no
 * location, no hidden payload). The bytes decide the type, never the name. SVG is refused. The error is a sentence for the uploading user.
 */
export async function encodePicture(bytes: Uint8Array, effort: EncodingEffort = "best"): Promise<Result<EncodedPicture, string>> {
  const inspected = await inspectPicture(bytes);
  if (!inspected.ok) return inspected;
  const { colour, placeholder } = inspected.value;
  const contentHash = hashPicture(bytes);
  const base = pictureBase(contentHash);
  const sharp = await loadSharp();
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
    return fail(DAMAGED);
  }
  const { width, height, channels } = pixels.info;
  const open = (): Sharp => sharp(pixels.data, { raw: { width, height, channels } });
  const key = `${base}.webp`;
  const tried: EncodedSize[] = [];
  for (const size of sizesFor(width, effort)) {
    const sized = await open().resize({ width: size, kernel: "lanczos3" }).raw().toBuffer({ resolveWithObject: true });
    const info = { width: sized.info.width, height: sized.info.height, channels: sized.info.channels };
    for (const format of effort === "best" ? (["avif", "webp", "jpeg"] as const) : (["webp", "jpeg"] as const)) {
      const variant: PictureVariant = { key: pictureKey(base, size, format), width: size, height: info.height, format };
      tried.push({ variant, bytes: await encode(sharp(sized.data, { raw: info }), format, effort) });
    }
  }
  const sizes = withoutVainAvif(tried);
  const files = sizes.map(({ variant, bytes: encoded }) => ({ key: variant.key, bytes: encoded }));
  // If the widest size has the full width, it is also the master.
  const sameAsMaster = files.find((file) => file.key === pictureKey(base, width, "webp"));
  files.push({ key, bytes: sameAsMaster?.bytes ?? (await encode(open(), "webp", effort)) });
  return ok({
    base,
    key,
    mimeType: "image/webp",
    width,
    height,
    colour,
    placeholder,
    byteSize: bytes.byteLength,
    contentHash,
    variants: sizes.map(({ variant }) => variant),
    files,
  });
}

interface EncodedSize {
  readonly variant: PictureVariant;
  readonly bytes: Uint8Array;
}

/** Browsers prefer AVIF, so it is kept only if all its sizes together are smaller than those of WebP. Flat drawings are not. */
function withoutVainAvif(sizes: readonly EncodedSize[]): readonly EncodedSize[] {
  const bytesOf = (format: PictureFormat) =>
    sizes.filter(({ variant }) => variant.format === format).reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  return bytesOf("avif") < bytesOf("webp") ? sizes : sizes.filter(({ variant }) => variant.format !== "avif");
}

/** The standard widths below the picture's own, plus its own if it is narrower than the widest. */
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
      // JPEG has no transparency; white is the colour of the surface behind it.
      return picture.flatten({ background: "#ffffff" }).jpeg({ quality: 78, mozjpeg: best }).toBuffer();
  }
}
