import { crc32, gzipSync } from "node:zlib";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { categories } from "#app/catalogue/data/tables.ts";
import { pages } from "#app/content/data/tables.ts";
import { media, mediaBin } from "#app/media/data/tables.ts";
import * as upload from "#app/routes/admin/api/media.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { adminAccess } from "#app/staff/domain/permissions.ts";
import { openTestShop } from "#test/shop.ts";
import { openUploads, UPLOAD_CALL, uploadedFile, uploadedId, uploadedPicture } from "#test/uploads.ts";

const { services } = await openTestShop();
const { db, media: store } = services;
const { ana, picture, send, prepare, ready, rowOf, lastEntry } = openUploads(services);
const PAGE = "/admin/media-management";

beforeEach(async () => {
  await db.delete(pages);
  await db.delete(categories);
  await db.delete(media);
  await db.delete(mediaBin);
});

test("responds before a job generates the sizes, without the file's metadata", async () => {
  const photo = await sharp(await picture(700, 500))
    .jpeg()
    .withExif({ IFD0: { Copyright: "a canary" }, IFD3: { GPSLatitude: "43/1 39/1 0/1" } })
    .toBuffer();
  const answer = await send(photo, "C:\\fakepath\\Soup.JPG", { folder: " Food / Soups " });
  expect(answer).toMatchObject({ status: 201, data: { pictures: [{ state: "waiting", isDuplicate: false, alt: "" }] } });
  const id = uploadedId(answer);
  expect(await rowOf(id)).toMatchObject({
    fileName: "Soup.JPG",
    folder: "Food/Soups",
    width: 700,
    height: 500,
    variants: [],
    state: "waiting",
  });
  expect((await rowOf(id)).placeholder).toMatch(/^data:image\/webp;base64,/);
  expect(await lastEntry()).toMatchObject({ action: "add", subject: "Soup.JPG", subjectKind: "media", userName: "Ana" });
  const { uploadKey } = await rowOf(id);
  expect(await prepare(id)).toBe("done");
  const row = await rowOf(id);
  expect(row).toMatchObject({ state: "ready", uploadKey: null, problem: null });
  expect(new Set(row.variants.map((each) => `${each.format} ${each.width}`))).toEqual(
    new Set(["avif", "webp", "jpeg"].flatMap((format) => [`${format} 320`, `${format} 640`, `${format} 700`])),
  );
  for (const { key } of row.variants) expect(Buffer.from((await store.read(key))!).includes("canary")).toBe(false);
  expect(await store.read(uploadKey!)).toBeNull();
  expect(await prepare(id)).toBe("nothing-to-do");
  // What was added is taken away again, as long as nothing shows it.
  await ana.post(undo, "/admin/undo", { entry: String((await lastEntry()).id), to: PAGE });
  expect(await db.$count(media)).toBe(0);
});

const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
async function hugeHeader(): Promise<Buffer> {
  const bytes = await picture();
  bytes.writeUInt32BE(40_000, 16);
  bytes.writeUInt32BE(40_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
async function cutOff(): Promise<Buffer> {
  const noise = await sharp({
    create: { width: 300, height: 300, channels: 3, background: "#000", noise: { type: "gaussian", mean: 120, sigma: 60 } },
  })
    .jpeg()
    .toBuffer();
  return noise.subarray(0, noise.length / 2);
}

const UNKNOWN = /^Use a JPEG, PNG, WebP, AVIF or GIF picture\.$/;

async function animation(frames: number): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: frames * 2 * 2 * 3 }, (_, index) => (index * 37) % 256));
  return sharp(pixels, { raw: { width: 2, height: 2 * frames, channels: 3, pageHeight: 2 } })
    .gif({ delay: 10 })
    .toBuffer();
}

test.for<readonly [string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
  ["an SVG without a size", () => Buffer.from(svg), /damaged/],
  ["HTML named .jpg", () => Buffer.from("<!doctype html><script>alert(1)</script>"), /^Use a JPEG, PNG, WebP, AVIF or GIF picture\.$/],
  ["GIF's first bytes and then a program", () => Buffer.from("GIF89a/*<script>alert(1)</script>*/=1;"), /damaged/],
  ["40,000 × 40,000 pixels in the header", hugeHeader, /at most 40 megapixels; this one is 40000 × 40000/],
  ["a picture cut off in the middle", cutOff, /damaged/],
  ["a packed SVG", () => gzipSync(svg), UNKNOWN],
  ["an SVG of two bytes a letter", () => Buffer.from(`\ufeff${svg}`, "utf16le"), UNKNOWN],
  ["an SVG behind a long comment", () => Buffer.from(`<!--${"x".repeat(2000)}-->${svg}`), UNKNOWN],
  [
    "entities that grow",
    () => Buffer.from(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>`),
    /damaged/,
  ],
  ["a ZIP", () => Buffer.from("PK\u0003\u0004 zipped"), UNKNOWN],
  ["a PDF", () => Buffer.from("%PDF-1.7\n1 0 obj<</JS(app.alert(1))>>"), UNKNOWN],
  ["a program", () => Buffer.from("MZ\u0090\u0000 This program cannot be run"), UNKNOWN],
  ["a TIFF", () => Buffer.concat([Buffer.from("II*\u0000"), Buffer.alloc(100)]), UNKNOWN],
  ["a film", () => Buffer.from("\u0000\u0000\u0000\u0018ftypmp42 isom"), UNKNOWN],
  ["PostScript", () => Buffer.from("%!PS-Adobe (|id) file"), UNKNOWN],
  ["a WebP of nothing", () => Buffer.from("RIFF\u0004\u0000\u0000\u0000WEBP"), /damaged/],
  ["an AVIF of nothing", () => Buffer.from("\u0000\u0000\u0000\u0018ftypavif\u0000\u0000\u0000\u0000avif"), /damaged/],
  ["a PNG of nothing", () => Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), /damaged/],
  ["101 frames", () => animation(101), /at most 100 frames/],
  ["20 MB and one byte", () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(20_000_000)]), /at most 20 MB/],
])("%s: 422 with the reason, and nothing is kept", async ([, make, reason]) => {
  const answer = await send(await make(), "evil.jpg");
  expect(answer).toMatchObject({ status: 422, data: { message: expect.stringMatching(reason) } });
  expect(await db.$count(media)).toBe(0);
});

test("accepts a picture with an appended program as a picture only", async () => {
  const polyglot = Buffer.concat([await picture(), Buffer.from("<script>alert('canary')</script>")]);
  const id = await ready(polyglot, "../../\u202egnp.<img src=x onerror=alert(1)>.html");
  const row = await rowOf(id);
  expect(row.fileName).toBe("gnp.<img src=x onerror=alert(1)>.html");
  for (const key of [row.key, ...row.variants.map((each) => each.key)]) {
    expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{32}(?:-\d+)?\.(?:avif|webp|jpg)$/);
    expect(Buffer.from((await store.read(key))!).includes("canary")).toBe(false);
  }
  const empty: readonly Record<string, string | File>[] = [{}, { file: "text" }, { file: uploadedFile(Buffer.alloc(0)) }];
  for (const body of empty) expect((await ana.post(upload, UPLOAD_CALL, body)).status).toBe(422);
});

test("stores the same content once, also in concurrent uploads", async () => {
  const bytes = await picture();
  const answers = await Promise.all([send(bytes, "a.png"), send(bytes, "b.png")]);
  expect(new Set(answers.map(uploadedId)).size).toBe(1);
  const duplicates = answers.map((answer) => uploadedPicture(answer).isDuplicate);
  expect(duplicates.toSorted()).toEqual([false, true]);
  expect(await db.$count(media)).toBe(1);
});

test("renders an SVG and stores only its pixels", async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 20" onload="canary()"><script>canary()</script>
    <image href="file:///etc/hostname" width="9" height="9"/><rect width="50" height="20" fill="#cc0000"/></svg>`;
  const id = uploadedId(await send(Buffer.from(drawing), "logo.svg"));
  await prepare(id);
  const row = await rowOf(id);
  expect(row).toMatchObject({ fileName: "logo.svg", width: 1600, height: 320, state: "ready" });
  expect(Buffer.from((await store.read(row.key))!).includes("canary")).toBe(false);
});

test("without JavaScript, accepts many files and redirects with the result", async () => {
  const body = new FormData();
  for (const file of [
    uploadedFile(await picture(), "a.png"),
    uploadedFile(await picture(), "b.png"),
    uploadedFile(Buffer.from(svg), "c.svg"),
  ])
    body.append("file", file);
  const request = new Request(new URL(UPLOAD_CALL, services.env.publicUrl), { method: "POST", body, headers: { Accept: "text/html" } });
  const answer = await ana.send(upload, request);
  expect(answer).toMatchObject({ status: 302, location: PAGE });
  expect(await db.$count(media)).toBe(2);
});

test("only super-admins open pictures, by page, call or any path spelling", () => {
  for (const path of [PAGE, `${PAGE}/edit/1`, UPLOAD_CALL, `${UPLOAD_CALL}/1`, "/Admin/Media-Management", "//admin/api/media"])
    for (const roles of [[], ["order-admin"]]) expect(adminAccess(path, { roles }).allow, path).toBe(false);
});
