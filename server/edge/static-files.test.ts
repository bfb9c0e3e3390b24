import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mountStaticFiles } from "./static-files.ts";

let root = "";
const edge = new Hono();

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "static-files-"));
  await mkdir(path.join(root, "assets"));
  await mkdir(path.join(root, "sounds"));
  await mkdir(path.join(root, "admin"));
  await mkdir(path.join(root, "icons"));
  const files = [
    "assets/a-1.js",
    "assets/a-1.js.br",
    "assets/a-1.js.gz",
    "assets/a-2.css",
    "assets/a-3.woff2",
    "assets/a-4.webp",
    "sounds/bell.mp3",
    "admin/order-alerts.js",
    "sw.js",
    "icons/app-192.png",
  ];
  for (const file of [...files, "favicon.svg"]) await writeFile(path.join(root, file), file);
  mountStaticFiles(edge, { root, readOther: async (name) => (name.startsWith("earlier-") ? Buffer.from(name) : null) });
});
afterAll(() => rm(root, { recursive: true }));

const cacheControl = async (file: string, init?: RequestInit) => {
  const answer = await edge.request(file, init);
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get("Cache-Control")];
};

test.each(["a-1.js", "a-2.css", "a-3.woff2", "a-4.webp"])("/assets/%s is immutable", async (file) => {
  const forEver = "public, max-age=31536000, immutable";
  expect(await cacheControl(`/assets/${file}`)).toEqual([200, forEver]);
  expect(await cacheControl(`/assets/${file}`, { method: "HEAD" })).toEqual([200, forEver]);
  expect(await cacheControl(`/assets/${file}`, { headers: { "Accept-Encoding": "br, gzip" } })).toEqual([200, forEver]);
  expect(await cacheControl(`/assets/${file}`, { headers: { Range: "bytes=0-2" } })).toEqual([206, forEver]);
});

test("files without a fingerprint are revalidated after a day", async () => {
  expect(await cacheControl("/sounds/bell.mp3")).toEqual([200, "public, max-age=86400"]);
  expect(await cacheControl("/icons/app-192.png")).toEqual([200, "public, max-age=86400"]);
  expect(await cacheControl("/favicon.svg")).toEqual([200, "public, max-age=86400"]);
});

test("a missing file or part is not cached", async () => {
  expect(await cacheControl("/assets/gone-1.js")).toEqual([404, null]);
  expect(await cacheControl("/assets/a-1.js", { headers: { Range: "bytes=900-" } })).toEqual([416, null]);
});

test("service workers are revalidated each time", async () => {
  expect(await cacheControl("/sw.js")).toEqual([200, "no-cache"]);
  expect(await cacheControl("/sw-texts.js")).toEqual([200, "no-cache"]);
  expect(await cacheControl("/admin/order-alerts.js")).toEqual([200, "no-cache"]);
});

test.each([
  ["earlier-1.js", "text/javascript; charset=utf-8"],
  // The name of the script that begins a page.
  ["earlier-entry.client-5_Q.js", "text/javascript; charset=utf-8"],
  ["earlier-2.css", "text/css; charset=utf-8"],
  ["earlier-3.woff2", "font/woff2"],
  ["earlier-4.jpg", "image/jpeg"],
])("/assets/%s of another release is served as %s", async (name, type) => {
  const answer = await edge.request(`/assets/${name}`);
  expect([answer.status, answer.headers.get("Content-Type"), await answer.text()]).toEqual([200, type, name]);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
});

test.each(["later-1.js", "earlier-1.html", "earlier-1", "..%2fearlier-1.js", "a/earlier-1.js"])("/assets/%s is not found", async (name) => {
  expect((await edge.request(`/assets/${name}`)).status).toBe(404);
});
