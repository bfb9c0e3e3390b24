import { gzipSync } from "node:zlib";
import { crc32 } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { categories, productMedia } from "#app/catalogue/data/tables.ts";
import { pages } from "#app/content/data/tables.ts";
import { preparePicture, tidyPictures } from "#app/content/workflows/pictures/prepare-picture.server.ts";
import type { RecordAnswer } from "#app/kit/record/record-form-data.ts";
import { media, mediaBin } from "#app/media/data/tables.ts";
import type { UploadedPicture } from "#app/media/domain/upload.ts";
import * as upload from "#app/routes/admin/api/media.ts";
import * as words from "#app/routes/admin/api/media-words.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { adminAccess } from "#app/staff/domain/permissions.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as remove from "./delete.tsx";
import * as edit from "./edit.tsx";
import * as list from "./index.tsx";

const shop = await openTestShop();
const { services } = shop;
const { db, media: store } = services;
const ana = openStaffPages(services, "Ana");
const CALL = "/admin/api/media";
const PAGE = "/admin/media-management";

beforeEach(async () => {
  await db.delete(pages);
  await db.delete(categories);
  await db.delete(media);
  await db.delete(mediaBin);
});

let shade = 0;
/** A picture that no other one equals. */
async function picture(width = 60, height = 40): Promise<Buffer> {
  shade += 1;
  return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 30 } } })
    .png()
    .toBuffer();
}
const fileOf = (bytes: Uint8Array, name = "soup.png") => new File([new Uint8Array(bytes)], name);
const send = async (bytes: Uint8Array, name?: string, fields: Record<string, string> = {}) =>
  ana.post(upload, CALL, { file: fileOf(bytes, name), ...fields });
const sentId = (answer: { readonly data: unknown }) => Number((answer.data as { pictures: UploadedPicture[] }).pictures[0]?.hit.id);
const rowOf = async (id: number) => (await db.select().from(media).where(eq(media.id, id)))[0]!;
const prepare = (id: number) => preparePicture(services, id, { id: 1, name: "Ana" });
const ready = async (bytes?: Uint8Array, name?: string) => {
  const id = sentId(await send(bytes ?? (await picture()), name));
  await prepare(id);
  return id;
};
const lastEntry = async () => (await db.select().from(auditLog).orderBy(auditLog.id)).at(-1)!;
const at = (id: number) => [`${PAGE}/edit/${id}`, { id: String(id) }] as const;

const change = (id: number, over: Record<string, string>) => ana.edit(edit, at(id)[0], over, at(id)[1]);

test("an upload answers before its sizes are made; a job makes them, and nothing of the file's metadata survives", async () => {
  const photo = await sharp(await picture(700, 500))
    .jpeg()
    .withExif({ IFD0: { Copyright: "a canary" }, IFD3: { GPSLatitude: "43/1 39/1 0/1" } })
    .toBuffer();
  const answer = await send(photo, "C:\\fakepath\\Soup.JPG", { folder: " Food / Soups " });
  expect(answer).toMatchObject({ status: 201, data: { pictures: [{ state: "waiting", isDuplicate: false, alt: "" }] } });
  const id = sentId(answer);
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
  ["an SVG with a script", () => Buffer.from(svg), /SVG files may carry programs/],
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
    /SVG/,
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

test("a picture with a program behind it is taken as the picture it is; a name is only a name", async () => {
  const polyglot = Buffer.concat([await picture(), Buffer.from("<script>alert('canary')</script>")]);
  const id = await ready(polyglot, "../../\u202egnp.<img src=x onerror=alert(1)>.html");
  const row = await rowOf(id);
  expect(row.fileName).toBe("gnp.<img src=x onerror=alert(1)>.html");
  for (const key of [row.key, ...row.variants.map((each) => each.key)]) {
    expect(key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{32}(?:-\d+)?\.(?:avif|webp|jpg)$/);
    expect(Buffer.from((await store.read(key))!).includes("canary")).toBe(false);
  }
  const empty: readonly Record<string, string | File>[] = [{}, { file: "text" }, { file: fileOf(Buffer.alloc(0)) }];
  for (const body of empty) expect((await ana.post(upload, CALL, body)).status).toBe(422);
});

test("the same content is stored once, says which it is, and also when it comes twice at the same moment", async () => {
  const bytes = await picture();
  const answers = await Promise.all([send(bytes, "a.png"), send(bytes, "b.png")]);
  expect(new Set(answers.map(sentId)).size).toBe(1);
  const duplicates = answers.map((answer) => (answer.data as { pictures: UploadedPicture[] }).pictures[0]!.isDuplicate);
  expect(duplicates.toSorted()).toEqual([false, true]);
  expect(await db.$count(media)).toBe(1);
});

test("without scripts the same form takes many files and leads back with what happened", async () => {
  const body = new FormData();
  for (const file of [fileOf(await picture(), "a.png"), fileOf(await picture(), "b.png"), fileOf(Buffer.from(svg), "c.svg")])
    body.append("file", file);
  const request = new Request(new URL(CALL, services.env.publicUrl), { method: "POST", body, headers: { Accept: "text/html" } });
  const answer = await ana.send(upload, request);
  expect(answer).toMatchObject({ status: 302, location: PAGE });
  expect(await db.$count(media)).toBe(2);
});

test("alt text is given at once, or the picture is called decoration", async () => {
  const id = await ready();
  const put = (body: object) =>
    ana.send(
      words,
      new Request(new URL(`${CALL}/${id}`, services.env.publicUrl), {
        method: "PUT",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      }),
      { id: String(id) },
    );
  expect(await put({ alt: " Leek soup ", isDecorative: false })).toMatchObject({ status: 200, data: { pictures: [{ alt: "Leek soup" }] } });
  expect((await put({ alt: "x".repeat(301), isDecorative: false })).status).toBe(422);
  expect((await put({ alt: "", isDecorative: "yes" })).status).toBe(422);
  expect(await rowOf(id)).toMatchObject({ alt: "Leek soup", isDecorative: false });
});

test.for([
  ["no name", { fileName: "" }, "fileName", "Enter a name."],
  ["a long alt text", { alt: "x".repeat(301) }, "alt", "Use at most 300 characters for the alt text."],
  ["an alt text of two lines", { alt: "a\nb" }, "alt", "Write the alt text in one line of plain text."],
  ["a focal point outside", { focalX: "101" }, "focalX", "Enter the focal point from the left as a whole number from 0 to 100."],
  ["a focal point that is no number", { focalY: "top" }, "focalY", "Enter the focal point from the top as a whole number from 0 to 100."],
  ["a long folder", { folder: "x".repeat(81) }, "folder", "Use at most 80 characters for the folder."],
  ["a NUL in the tags", { tags: "a\u0000" }, "tags", "Enter at most 30 tags of at most 40 characters, separated by commas."],
  [
    "many tags",
    { tags: Array.from({ length: 31 }, (_, n) => `t${n}`).join() },
    "tags",
    "Enter at most 30 tags of at most 40 characters, separated by commas.",
  ],
] as const)("%s: 422 beside the field, and nothing changed", async ([, over, field, message]) => {
  const id = await ready();
  const answer = await change(id, over);
  expect(answer.status).toBe(422);
  expect((answer.data as Extract<RecordAnswer, { kind: "invalid" }>).result.error?.[field]).toEqual([message]);
  expect(await rowOf(id)).toMatchObject({ version: 1, fileName: "soup.png" });
});

test("a file is replaced everywhere: number, words and focal point stay, pages name the new file, and undo brings the old one back", async () => {
  const id = await ready(await picture(400, 300));
  await change(id, { alt: "Soup", focalX: "20", focalY: "80" });
  const category = await insertCategory(db, { name: "Soups", mediaId: id });
  const before = await rowOf(id);
  const old = before.key.replace(".webp", "");
  await db.insert(pages).values({ slug: "about", title: "About", html: `<p><img src="/media/${old}-320.jpg"></p>`, status: "published" });
  const other = await picture(900, 600);
  expect((await send(other, "new.png", { replaces: String(id) })).status).toBe(201);
  // Until it is prepared the old one is shown.
  expect(await rowOf(id)).toMatchObject({ state: "waiting", key: before.key });
  expect(await prepare(id)).toBe("done");
  const now = await rowOf(id);
  expect(now).toMatchObject({ state: "ready", width: 900, alt: "Soup", focalX: 20, focalY: 80 });
  const html = async () => (await db.select({ html: pages.html }).from(pages))[0]!.html;
  expect(await html()).toBe(`<p><img src="/media/${now.key.replace(".webp", "")}-320.jpg"></p>`);
  expect((await ana.get(edit, ...at(id))).data).toMatchObject({
    uses: [
      { kind: "page", name: "About" },
      { kind: "category", id: category, name: "Soups" },
    ],
  });
  const entry = await lastEntry();
  expect(entry).toMatchObject({ action: "replace", userName: "Ana" });
  await ana.post(undo, "/admin/undo", { entry: String(entry.id), to: PAGE });
  expect(await rowOf(id)).toMatchObject({ key: before.key, width: 400, state: "ready", variants: before.variants });
  expect(await html()).toContain(old);
  // Another picture's file is not taken twice.
  const twice = await send(await picture().then(async (bytes) => (await ready(bytes), bytes)), "twice.png", { replaces: String(id) });
  expect((twice.data as { pictures: UploadedPicture[] }).pictures[0]?.isDuplicate).toBe(true);
});

test("what is in use is kept and says where; the rest goes as one act and comes back with its files", async () => {
  const [a, b, c] = [await ready(undefined, "a.png"), await ready(undefined, "b.png"), await ready(undefined, "c.png")];
  const product = await insertProduct(db, { name: "Leek soup" });
  await db.insert(productMedia).values({ productId: product, mediaId: a, position: 0 });
  expect((await ana.get(remove, `${PAGE}/delete/${a}`, { id: String(a) })).data).toMatchObject({
    uses: [{ kind: "product", id: product, name: "Leek soup" }],
  });
  expect((await ana.post(remove, `${PAGE}/delete/${a}`, {}, { id: String(a) })).status).toBe(409);
  expect((await ana.post(list, PAGE, { intent: "delete", selected: String(a) })).status).toBe(409);
  const done = await ana.post(list, `${PAGE}?use=unused&selected=all`, { intent: "delete", selected: `${a},${b},${c}` });
  expect(done).toMatchObject({ status: 302, location: `${PAGE}?use=unused` });
  expect((await db.select({ id: media.id }).from(media)).map((row) => row.id)).toEqual([a]);
  const entry = await lastEntry();
  await ana.post(undo, "/admin/undo", { entry: String(entry.id), to: PAGE });
  expect(await db.$count(media)).toBe(3);
  expect(await rowOf(b)).toMatchObject({ state: "ready", fileName: "b.png" });
  // An upload that stands somewhere meanwhile is not undone.
  const added = (await db.select().from(auditLog).orderBy(auditLog.id)).find(
    (row) => row.action === "add" && row.subjectIds?.includes(String(a)),
  );
  await ana.post(undo, "/admin/undo", { entry: String(added?.id), to: PAGE });
  expect(await db.$count(media)).toBe(3);
});

test("a picture that stands only in what a page has not published yet is in use, and is replaced there, too", async () => {
  const id = await ready(await picture(400, 300));
  const old = (await rowOf(id)).key.replace(".webp", "");
  const [page] = await db.insert(pages).values({ slug: "about", title: "About", html: "<p>Hi</p>", status: "published" }).returning();
  await db.execute(
    sql`update pages set draft = jsonb_build_object('html', ${`<img src="/media/${old}-320.jpg">`}::text) where id = ${page!.id}`,
  );
  expect((await ana.post(remove, `${PAGE}/delete/${id}`, {}, { id: String(id) })).status).toBe(409);
  await send(await picture(500, 400), "new.png", { replaces: String(id) });
  expect(await prepare(id)).toBe("done");
  const [row] = await db.select({ draft: pages.draft }).from(pages);
  expect(row?.draft?.html).toBe(`<img src="/media/${(await rowOf(id)).key.replace(".webp", "")}-320.jpg">`);
});

test("binned files go after their time, and a picture that comes back then says so", async () => {
  const id = await ready();
  const { key, variants } = await rowOf(id);
  await ana.post(remove, `${PAGE}/delete/${id}`, {}, { id: String(id) });
  const { id: entry } = await lastEntry();
  await tidyPictures(services);
  expect(await store.has(key)).toBe(true);
  await tidyPictures({ ...services, now: () => new Date(Date.now() + 31 * 86_400_000) });
  for (const each of [key, ...variants.map((variant) => variant.key)]) expect(await store.has(each)).toBe(false);
  await ana.post(undo, "/admin/undo", { entry: String(entry), to: PAGE });
  expect(await rowOf(id)).toMatchObject({ state: "failed", problem: expect.stringContaining("removed for good") });
});

test("a picture whose file cannot be read is failed with the reason, and a person can try again", async () => {
  const id = sentId(await send(await picture()));
  const { uploadKey } = await rowOf(id);
  const bytes = (await store.read(uploadKey!))!;
  await store.remove(uploadKey!);
  expect(await prepare(id)).toBe("failed");
  expect(await rowOf(id)).toMatchObject({ state: "failed", problem: "The uploaded file is gone. Upload it again." });
  await store.put(uploadKey!, bytes);
  expect((await ana.post(edit, at(id)[0], { intent: "retry" }, at(id)[1])).status).toBe(302);
  expect(await prepare(id)).toBe("done");
  // A store that does not answer is no fault of the picture: it waits, and says so.
  const late = sentId(await send(await picture()));
  const away = { ...services, media: { ...store, read: () => Promise.reject(new Error("away")) } };
  await expect(preparePicture(away, late, { id: 1, name: "Ana" })).rejects.toThrow("away");
  expect(await rowOf(late)).toMatchObject({ state: "waiting", problem: expect.stringContaining("tried again") });
});

test("pictures are found by name, alt text, tag, folder, use and missing alt text, in each order", async () => {
  const make = (values: Partial<typeof media.$inferInsert> & { fileName: string }) => {
    shade += 1;
    const hash = shade.toString(16).padStart(64, "0");
    const row = {
      key: `00/${hash.slice(32)}.webp`,
      mimeType: "image/webp",
      width: 4,
      height: 3,
      colour: "#fff",
      variants: [],
      contentHash: hash,
    };
    return db.insert(media).values({ ...row, ...values });
  };
  await make({ fileName: "leek.png", alt: "Leek soup", folder: "Food/Soups", byteSize: 5 });
  await make({ fileName: "pizza.png", tags: ["hot"], folder: "Food", byteSize: 9 });
  await make({ fileName: "line.png", isDecorative: true, folder: "Foo_", byteSize: 7 });
  const names = async (query: string) =>
    ((await ana.get(list, `${PAGE}?${query}`)).data as { rows: { fileName: string }[] }).rows.map((row) => row.fileName.slice(0, -4));
  expect(await names("")).toEqual(["line", "pizza", "leek"]);
  expect(await names("q=soup")).toEqual(["leek"]);
  expect(await names("q=HOT")).toEqual(["pizza"]);
  expect(await names("q=%25")).toEqual([]);
  expect(await names("folder=Food")).toEqual(["pizza", "leek"]);
  expect(await names("folder=Food%2FSoups")).toEqual(["leek"]);
  expect(await names("folder=Foo_")).toEqual(["line"]);
  expect(await names("alt=missing")).toEqual(["pizza"]);
  expect(await names("sort=name")).toEqual(["leek", "line", "pizza"]);
  expect(await names("sort=-size&per_page=2&page=2")).toEqual(["leek"]);
  await insertCategory(db, { mediaId: (await db.select().from(media).where(eq(media.fileName, "leek.png")))[0]!.id });
  expect(await names("use=used")).toEqual(["leek"]);
  expect(await names("use=unused&sort=name")).toEqual(["line", "pizza"]);
});

test("pictures are the super-admin's: page, call and every spelling", () => {
  for (const path of [PAGE, `${PAGE}/edit/1`, CALL, `${CALL}/1`, "/Admin/Media-Management", "//admin/api/media"])
    for (const roles of [[], ["order-admin"]]) expect(adminAccess(path, { roles }).allow, path).toBe(false);
});

test("pictures that do not exist are not found", async () => {
  for (const id of ["999999", "0", "x"]) {
    expect((await ana.get(edit, `${PAGE}/edit/${id}`, { id })).status, id).toBe(404);
    expect((await ana.get(remove, `${PAGE}/delete/${id}`, { id })).status, id).toBe(404);
    expect((await ana.post(remove, `${PAGE}/delete/${id}`, {}, { id })).status, id).toBe(404);
  }
});
