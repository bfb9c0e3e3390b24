import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { insertMedia, pictureColumns, toPicture } from "#app/media/data/media.server.ts";
import { pictureKey, pictureUrl } from "#app/media/domain/picture.ts";
import { media } from "#app/media/data/tables.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { storePicture } from "./store-picture.server.ts";
import { openMediaStore } from "#app/media/gateway/open-media-store.server.ts";

const { db } = await createTestDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), "shopbell-media-"));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const store = await openMediaStore({ mediaUrl: null, dataDir });
const bytes = await sharp({ create: { width: 700, height: 525, channels: 3, background: "#246" } })
  .png()
  .toBuffer();

test("every URL of a stored picture exists", async () => {
  const stored = await storePicture(store, db, bytes, { fileName: "sea.png", alt: "The sea", effort: "quick" });
  expect(stored).toMatchObject({ ok: true, value: { isDuplicate: false } });
  const [row] = await db.select({ ...pictureColumns, fileName: media.fileName }).from(media);
  expect(row?.fileName).toBe("sea.png");
  const picture = toPicture(row!);
  expect(picture).toMatchObject({
    alt: "The sea",
    background: expect.stringMatching(/^#224466 url\(data:image\/webp;base64,/),
    width: 700,
    widths: { webp: [320, 640, 700], jpeg: [320, 640, 700] },
  });
  const { base, widths } = picture;
  for (const width of widths.webp ?? []) expect(await store.has(pictureKey(base, width, "webp"))).toBe(true);
  expect(pictureUrl(picture, 500)).toBe(`/media/${base}-640.jpg`);
  expect(pictureUrl(picture, 5000)).toBe(`/media/${base}-700.jpg`);
});

test("equal bytes are one picture, also concurrently", async () => {
  const again = await storePicture(store, db, bytes, { fileName: "copy.png", alt: "" });
  expect(again).toMatchObject({ ok: true, value: { isDuplicate: true } });
  const other = await sharp({ create: { width: 50, height: 50, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const all = await Promise.all([1, 2, 3].map(() => storePicture(store, db, other, { fileName: "white.png", alt: "", effort: "quick" })));
  expect(new Set(all.map((each) => each.ok && each.value.mediaId)).size).toBe(1);
  expect(await db.$count(media)).toBe(2);
});

test("concurrent rows of one picture become one", async () => {
  for (let round = 0; round < 40; round++) {
    const row = {
      key: `one/${round}`,
      contentHash: `one-${round}`,
      fileName: "one.png",
      mimeType: "image/png",
      width: 1,
      height: 1,
      colour: "#ffffff",
      variants: [],
    };
    const ids = await Promise.all(Array.from({ length: 6 }, () => insertMedia(db, { ...row, alt: "", byteSize: 1, placeholder: "" })));
    expect(new Set(ids).size).toBe(1);
  }
});
