import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { media, mediaFolder } from "#app/media/data/tables.ts";
import { afterUse } from "#test/after-use.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { openShopMedia, PicturesElsewhere, requireMediaFolder, type MediaPlace } from "./shop-media.server.ts";

const { db, url } = await createTestDatabase();
const key = `ab/ab${"0".repeat(30)}.webp`;
const picture = Buffer.from("a picture");

function machine(more: Partial<MediaPlace> = {}): MediaPlace {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "shopbell-machine-"));
  afterUse(() => rmSync(dataDir, { recursive: true, force: true }));
  return { dataDir, databaseUrl: url, mediaUrl: null, isDataDirShared: false, ...more };
}

beforeEach(() => db.delete(mediaFolder));

test("refuses a machine whose data folder is not the one with the pictures", async () => {
  const [first, second] = [machine(), machine()];
  await requireMediaFolder(db, first);
  await requireMediaFolder(db, second);
  await (await openShopMedia(db, first)).put(key, picture);
  await requireMediaFolder(db, first);
  await expect(requireMediaFolder(db, second)).rejects.toThrow(PicturesElsewhere);
  await expect((await openShopMedia(db, second)).put(key, picture)).rejects.toThrow(PicturesElsewhere);
});

test("starts with a bucket, a shared folder, an embedded database, and a folder that was moved", async () => {
  const first = machine();
  await (await openShopMedia(db, first)).put(key, picture);
  await requireMediaFolder(db, machine({ mediaUrl: "s3://pictures" }));
  await requireMediaFolder(db, machine({ databaseUrl: null }));
  const moved = machine();
  cpSync(first.dataDir, moved.dataDir, { recursive: true });
  await requireMediaFolder(db, moved);
  const shared = machine({ isDataDirShared: true });
  await requireMediaFolder(db, shared);
  // From then on it is the folder with the pictures.
  await requireMediaFolder(db, { ...shared, isDataDirShared: false });
  await expect(requireMediaFolder(db, first)).rejects.toThrow(PicturesElsewhere);
});

test("the first folder to start owns an existing shop's pictures", async () => {
  const row = { key, fileName: "a.webp", mimeType: "image/webp", width: 1, height: 1, colour: "#000000", variants: [], contentHash: "ab" };
  await db.insert(media).values(row);
  const [first, second] = [machine(), machine()];
  await requireMediaFolder(db, first);
  await expect(requireMediaFolder(db, second)).rejects.toThrow(PicturesElsewhere);
});
