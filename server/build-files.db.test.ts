import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addMinutes } from "#app/values/time.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { createBuildFileReader, forgetBuildFiles, keepBuildFiles } from "./build-files.ts";

const { db } = await createTestDatabase();
const DAY = 24 * 60;
const MONDAY = new Date("2026-11-23T12:00:00Z");

async function release(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "release-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return folder;
}

/** By a process that has not read them before. */
const read = async (...names: readonly string[]) => {
  const readFile = createBuildFileReader(db);
  return Promise.all(names.map(async (name) => (await readFile(name))?.toString() ?? null));
};

test("finds a release's files for a week after its last run", async () => {
  const old = await release({ "cart-1.js": "old cart", "cart-1.js.br": "compressed", "shop-1.css": "both" });
  const young = await release({ "cart-2.js": "new cart", "shop-1.css": "both" });
  await keepBuildFiles(db, MONDAY, old);
  // Started once more, and again each night.
  await keepBuildFiles(db, addMinutes(MONDAY, DAY), old);
  await keepBuildFiles(db, addMinutes(MONDAY, 2 * DAY), young);
  expect(await read("cart-1.js", "cart-1.js.br", "cart-2.js", "shop-1.css")).toEqual(["old cart", null, "new cart", "both"]);

  await forgetBuildFiles(db, addMinutes(MONDAY, 8 * DAY));
  expect(await read("cart-1.js")).toEqual(["old cart"]);
  await forgetBuildFiles(db, addMinutes(MONDAY, 8 * DAY + 1));
  expect(await read("cart-1.js", "cart-2.js", "shop-1.css")).toEqual([null, "new cart", "both"]);
});

test("machines that start at the same moment store a file once", async () => {
  const folder = await release({ "menu-3.js": "menu" });
  await Promise.all([1, 2, 3].map(() => keepBuildFiles(db, MONDAY, folder)));
  expect(await read("menu-3.js")).toEqual(["menu"]);
});

test("reads a file only once", async () => {
  const folder = await release({ "pay-4.js": "pay" });
  await keepBuildFiles(db, MONDAY, folder);
  const readFile = createBuildFileReader(db);
  expect((await readFile("pay-4.js"))?.toString()).toBe("pay");
  await forgetBuildFiles(db, addMinutes(MONDAY, 30 * DAY));
  expect((await readFile("pay-4.js"))?.toString()).toBe("pay");
  expect(await createBuildFileReader(db)("pay-4.js")).toBeNull();
});
