import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { categories, productMedia } from "#app/catalogue/data/tables.ts";
import { pages } from "#app/content/data/tables.ts";
import { preparePicture, tidyPictures } from "#app/content/workflows/pictures/prepare-picture.server.ts";
import type { RecordAnswer } from "#app/kit/record/record-form-data.ts";
import { media, mediaBin } from "#app/media/data/tables.ts";
import * as words from "#app/routes/admin/api/media-words.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openUploads, UPLOAD_CALL, uploadedId, uploadedPicture } from "#test/uploads.ts";
import * as remove from "./delete.tsx";
import * as edit from "./edit.tsx";
import * as list from "./index.tsx";

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

const at = (id: number) => [`${PAGE}/edit/${id}`, { id: String(id) }] as const;

const change = (id: number, over: Record<string, string>) => ana.edit(edit, at(id)[0], over, at(id)[1]);

test("sets alternative text or marks a picture as decorative after the upload", async () => {
  const id = await ready();
  const put = (body: object) =>
    ana.send(
      words,
      new Request(new URL(`${UPLOAD_CALL}/${id}`, services.env.publicUrl), {
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
  expect((answer.data as Extract<RecordAnswer, { kind: "invalid" }>).errors[field]).toEqual([message]);
  expect(await rowOf(id)).toMatchObject({ version: 1, fileName: "soup.png" });
});

test("replacing a file keeps its data, updates pages, and can be undone", async () => {
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
  expect(uploadedPicture(twice).isDuplicate).toBe(true);
});

test("deletes unused pictures with one undo, and lists the uses of the others", async () => {
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

test("a picture in an unpublished draft is in use and is replaced there", async () => {
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

test("removes binned files after their time; a later restore says so", async () => {
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

test("an unreadable picture fails with a reason and can be retried", async () => {
  const id = uploadedId(await send(await picture()));
  const { uploadKey } = await rowOf(id);
  const bytes = (await store.read(uploadKey!))!;
  await store.remove(uploadKey!);
  expect(await prepare(id)).toBe("failed");
  expect(await rowOf(id)).toMatchObject({ state: "failed", problem: "The uploaded file is gone. Upload it again." });
  await store.put(uploadKey!, bytes);
  expect((await ana.post(edit, at(id)[0], { intent: "retry" }, at(id)[1])).status).toBe(302);
  expect(await prepare(id)).toBe("done");
  // A store that does not answer is no fault of the picture: it waits, and says so.
  const late = uploadedId(await send(await picture()));
  const away = { ...services, media: { ...store, read: () => Promise.reject(new Error("away")) } };
  await expect(preparePicture(away, late, { id: 1, name: "Ana" })).rejects.toThrow("away");
  expect(await rowOf(late)).toMatchObject({ state: "waiting", problem: expect.stringContaining("retried automatically") });
});

test("finds and sorts pictures by name, alt text, tag, folder and use", async () => {
  const make = (values: Partial<typeof media.$inferInsert> & { fileName: string }) => {
    const hash = randomBytes(32).toString("hex");
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

test("returns 404 for pictures that do not exist", async () => {
  for (const id of ["999999", "0", "x"]) {
    expect((await ana.get(edit, `${PAGE}/edit/${id}`, { id })).status, id).toBe(404);
    expect((await ana.get(remove, `${PAGE}/delete/${id}`, { id })).status, id).toBe(404);
    expect((await ana.post(remove, `${PAGE}/delete/${id}`, {}, { id })).status, id).toBe(404);
  }
});
