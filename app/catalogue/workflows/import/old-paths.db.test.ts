import { asc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { categories, products } from "#app/catalogue/data/tables.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { IMPORTED_AT, openImporter, PUBLIC_URL } from "#test/imports.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { db } = await createTestDatabase();
const { runImport } = await openImporter();

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
  await db.delete(importRuns);
});

const pathsIn = async (from = db) =>
  (await from.select().from(products).orderBy(asc(products.name))).map(({ name, oldPath }) => [name, oldPath]);

const WITHOUT_PATHS = [
  "ID,Type,SKU,Name,Published,Regular price,External URL",
  "1,simple,TEA,Green tea,1,9.00,",
  "2,simple,JAM,Jam,1,5.00,https://elsewhere.example/jam",
  "3,simple,OLD,Old tea,0,4.00,",
].join("\n");
const withColumn = (heading: string, ...cells: readonly string[]) =>
  WITHOUT_PATHS.split("\n")
    .map((line, index) => `${line},${[heading, ...cells][index] ?? ""}`)
    .join("\n");
const SLUGS = withColumn("Slug", "green-tea", "", "old-tea");

test("a WooCommerce file without slugs adds no redirects", async () => {
  expect(await runImport(db, WITHOUT_PATHS)).toMatchObject({ oldAddresses: 0 });
  expect(await pathsIn()).toEqual([
    ["Green tea", null],
    ["Jam", null],
    ["Old tea", null],
  ]);
});

test("stores a WooCommerce product's default address by slug, also when imported before", async () => {
  await runImport(db, WITHOUT_PATHS);
  const report = await runImport(db, SLUGS);
  expect(report).toMatchObject({ products: { changed: 0, unchanged: 3 }, oldAddresses: 1, oldAddress: "/product/green-tea" });
  const expected = [
    ["Green tea", "product/green-tea"],
    ["Jam", null],
    ["Old tea", "product/old-tea"],
  ];
  expect(await pathsIn()).toEqual(expected);
  await runImport(db, WITHOUT_PATHS);
  expect(await pathsIn(), "a file without the column").toEqual(expected);
});

test("a dry run stores no address", async () => {
  await runImport(db, WITHOUT_PATHS);
  expect(await runImport(db, SLUGS, { isDryRun: true })).toMatchObject({ oldAddresses: 1 });
  expect((await pathsIn())[0]).toEqual(["Green tea", null]);
});

test("keeps the path of a permalink, whatever its base is", async () => {
  await runImport(db, withColumn("Permalink", "https://old.example/produkt/tee/Gr%C3%BCner-Tee/", "https://old.example/?p=2"));
  expect(await pathsIn()).toEqual([
    ["Green tea", "produkt/tee/grüner-tee"],
    ["Jam", null],
    ["Old tea", null],
  ]);
});

test("an export contains the previous shop's addresses", async () => {
  await runImport(db, SLUGS);
  const file = (await Array.fromAsync(exportCatalogue(db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  const before = await pathsIn();
  expect((await runImport(db, file)).products).toMatchObject({ new: 0, changed: 0 });
  expect(await pathsIn()).toEqual(before);
  const other = await createTestDatabase();
  await runImport(other.db, file);
  expect(await pathsIn(other.db)).toEqual(before);
});
