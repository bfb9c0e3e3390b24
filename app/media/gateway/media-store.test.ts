import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { isMediaKey } from "./media-key.server.ts";
import { serveMedia } from "./serve-media.server.ts";
import { openMediaStore } from "./open-media-store.server.ts";

const dataDir = await mkdtemp(path.join(tmpdir(), "shopbell-media-"));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const store = await openMediaStore({ mediaUrl: null, dataDir });
const base = `ab/ab${"0".repeat(30)}`;
const bytes = Buffer.from("the bytes of a picture");

test("stores, reads, lists and removes", async () => {
  const key = `${base}-320.webp`;
  await store.put(key, bytes);
  await store.put(key, bytes);
  expect(await store.read(key)).toEqual(bytes);
  expect(await Array.fromAsync(store.list())).toEqual([key]);
  expect(await readdir(path.join(dataDir, "media", "ab"))).toEqual([path.basename(key)]);
  await store.remove(key);
  await store.remove(key);
  expect([await store.read(key), await store.has(key)]).toEqual([null, false]);
});

test.each([
  "../../etc/passwd",
  "ab/../../secret.jpg",
  `ab/ab${"0".repeat(30)}.svg`,
  `AB/ab${"0".repeat(30)}.jpg`,
  `${base}-320.webp/`,
  `/${base}.webp`,
  `${base}.webp\0.jpg`,
  `cd/ab${"0".repeat(30)}.jpg`,
  `${base}%2e%2e.jpg`,
  "",
  "ab\\..\\x.jpg",
])("rejects %j as media key", async (key) => {
  expect(isMediaKey(key)).toBe(false);
  expect(await serveMedia(store, key)).toBeNull();
  await expect(store.put(key, bytes)).rejects.toThrow("not a media key");
});

test("does not list foreign files", async () => {
  await store.put(`${base}.webp`, bytes);
  await writeFile(path.join(dataDir, "media", "ab", "notes.txt"), "x");
  await writeFile(path.join(dataDir, "media", "stray.txt"), "x");
  expect(await Array.fromAsync(store.list())).toEqual([`${base}.webp`]);
});

test("serves pictures immutable and inert", async () => {
  const key = `${base}-640.jpg`;
  await store.put(key, bytes);
  const answer = await serveMedia(store, key);
  expect(answer?.status).toBe(200);
  expect(Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
    "content-type": "image/jpeg",
    "content-length": String(bytes.byteLength),
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
  });
});

test("returns 304 only for existing files", async () => {
  const key = `${base}-960.jpg`;
  await store.put(key, bytes);
  expect((await serveMedia(store, key, `W/"x", "${key}"`))?.status).toBe(304);
  expect((await serveMedia(store, key, '"other"'))?.status).toBe(200);
  await store.remove(key);
  expect(await serveMedia(store, key, `"${key}"`)).toBeNull();
});
