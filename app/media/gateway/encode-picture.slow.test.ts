import sharp from "sharp";
import { expect, test } from "vitest";
import { encodePicture } from "./encode-picture.server.ts";
import { isMediaKey } from "./media-key.server.ts";

/** Real work for the processor: on a busy machine it takes its time. */

async function png(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 20, alpha: 1 } } })
    .png()
    .toBuffer();
}

/** Like a photograph: colours that flow into each other, grain, a dark disc with a soft edge. */
async function photo(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let grain = 7;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      grain = (grain * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
      const light = Math.min(1, Math.hypot(x - width / 2, y - height / 2) / (height / 3));
      const at = (y * width + x) * 3;
      for (const [channel, tone] of [(200 * x) / width, (180 * y) / height, 120].entries())
        pixels[at + channel] = Math.min(255, tone * light + ((grain >> 16) & 15));
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

function sizesOf(variants: readonly { readonly format: string; readonly width: number; readonly height: number }[]): readonly string[] {
  return variants.map(({ format, width, height }) => `${format} ${width}×${height}`);
}

test("encodes every width in AVIF, WebP and JPEG", async () => {
  const encoded = await encodePicture(await photo(1600, 1200));
  if (!encoded.ok) throw new Error(encoded.error);
  expect(sizesOf(encoded.value.variants)).toEqual(
    [320, 640, 960, 1280].flatMap((width) => ["avif", "webp", "jpeg"].map((format) => `${format} ${width}×${(width * 3) / 4}`)),
  );
  expect(encoded.value).toMatchObject({ width: 1600, height: 1200 });
  for (const file of encoded.value.files) expect(isMediaKey(file.key)).toBe(true);
  const [avif] = encoded.value.files;
  expect((await sharp(avif?.bytes).metadata()).format).toBe("heif");
});

test("skips AVIF for flat drawings", async () => {
  const encoded = await encodePicture(await png(640, 480));
  if (!encoded.ok) throw new Error(encoded.error);
  expect(sizesOf(encoded.value.variants)).toEqual(["webp 320×240", "jpeg 320×240", "webp 640×480", "jpeg 640×480"]);
  expect(encoded.value).toMatchObject({ width: 640, height: 480, colour: "#c82814" });
  expect(encoded.value.files.some(({ key }) => key.endsWith(".avif"))).toBe(false);
});

test("never upscales", async () => {
  const encoded = await encodePicture(await png(500, 400), "quick");
  if (!encoded.ok) throw new Error(encoded.error);
  expect(encoded.value.variants.map((variant) => variant.width)).toEqual([320, 320, 500, 500]);
});

test("keeps the width of a tiny picture", async () => {
  const encoded = await encodePicture(await png(40, 30), "quick");
  expect(encoded.ok && encoded.value.variants.map((variant) => variant.width)).toEqual([40, 40]);
});

test("rotates by EXIF and removes metadata", async () => {
  const sideways = await sharp(await png(400, 300))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: "a canary" } })
    .toBuffer();
  const encoded = await encodePicture(sideways, "quick");
  if (!encoded.ok) throw new Error(encoded.error);
  expect([encoded.value.width, encoded.value.height]).toEqual([300, 400]);
  for (const file of encoded.value.files) expect(Buffer.from(file.bytes).includes("canary")).toBe(false);
});

test("names files by content", async () => {
  const bytes = await png(40, 30);
  const [first, second] = [await encodePicture(bytes, "quick"), await encodePicture(bytes, "quick")];
  expect(first.ok && first.value.base).toBe(second.ok && second.value.base);
});

test.each([
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>')],
  ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["nothing", Buffer.alloc(0)],
  ["a JPEG's first bytes and then text", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from("<script>alert(1)</script>")])],
])("rejects %s", async (_what, bytes) => {
  expect((await encodePicture(bytes)).ok).toBe(false);
});

test("rejects too many pixels by header", async () => {
  const bytes = await png(1, 1);
  // Width and height of the PNG header, rewritten; the pixels behind it do not matter.
  bytes.writeUInt32BE(40_000, 16);
  bytes.writeUInt32BE(40_000, 20);
  const { crc32 } = await import("node:zlib");
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  const encoded = await encodePicture(bytes);
  expect(encoded.ok ? "" : encoded.error).toBe("Use a picture of at most 40 megapixels; this one is 40000 × 40000.");
});

test("rejects a picture that is higher than WebP allows, by header", async () => {
  // 1,600 bytes, of which a placeholder as wide as others would take a third of a gigabyte and a quarter of a minute.
  const encoded = await encodePicture(await png(1, 800_000));
  expect(encoded.ok ? "" : encoded.error).toBe("Use a picture of at most 16383 pixels in height; this one is 1 × 800000.");
});

test.each([
  [1, 16_383],
  [40, 16_000],
  [30_000, 1],
])("keeps the placeholder of %d × %d pixels small", async (width, height) => {
  const encoded = await encodePicture(await png(width, height), "quick");
  if (!encoded.ok) throw new Error(encoded.error);
  expect(encoded.value.placeholder.length).toBeLessThan(400);
});

test("rejects a truncated picture", async () => {
  const noise = await sharp({
    create: { width: 300, height: 300, channels: 3, background: "#000", noise: { type: "gaussian", mean: 120, sigma: 60 } },
  })
    .jpeg()
    .toBuffer();
  const encoded = await encodePicture(noise.subarray(0, noise.length / 2));
  expect(encoded.ok ? "" : encoded.error).toMatch(/damaged/);
});
