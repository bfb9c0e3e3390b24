import { eq, not } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { categories, customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { catalogueFingerprint, IMPORTED_AT, openImporter, PUBLIC_URL } from "#test/imports.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { db } = await createTestDatabase();
const { runImport } = await openImporter();

beforeEach(async () => {
  await db.delete(products);
  await db.delete(customizationTemplates);
  await db.delete(categories);
  await db.delete(importRuns);
});

const RULES = { leadHours: products.leadHours, maxPerOrder: products.maxPerOrder, isPickupOnly: products.isPickupOnly };
const rulesOf = async (name: string) => (await db.select(RULES).from(products).where(eq(products.name, name)))[0];
const CAKE = { leadHours: 48, maxPerOrder: 2, isPickupOnly: true };
const NONE = { leadHours: 0, maxPerOrder: null, isPickupOnly: false };

test("reads lead time, largest quantity and pickup only", async () => {
  const file = "Name,Price,Lead Time Hours,Max Per Order,Pickup Only\nCake,30.00,48,2,yes\nTea,3.00,,,no\n";
  expect((await runImport(db, file)).problems).toEqual([]);
  expect([await rulesOf("Cake"), await rulesOf("Tea")]).toEqual([CAKE, NONE]);
  expect((await runImport(db, file)).products).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
  await runImport(db, file.replace("48,2,yes", "0,,no"));
  expect(await rulesOf("Cake")).toEqual(NONE);
});

test("skips values that are not a whole number in range", async () => {
  const { problems } = await runImport(db, "Name,Price,Lead Time Hours,Max Per Order\nCake,30.00,2 days,0\n");
  expect(problems.map(({ message }) => message)).toEqual([
    'The lead time "2 days" of "Cake" is left out. Enter a whole number from 0 to 720.',
    'The largest quantity per order "0" of "Cake" is left out. Enter a whole number from 1 to 999.',
  ]);
  expect(await rulesOf("Cake")).toEqual(NONE);
});

test("re-importing an export changes nothing, and another shop gets the values", async () => {
  await insertProduct(db, { name: "Cake", ...CAKE });
  await insertProduct(db, { name: "Water" });
  const before = await catalogueFingerprint(db);
  const file = (await Array.fromAsync(exportCatalogue(db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  expect((await runImport(db, file)).products).toMatchObject({ unchanged: 2, changed: 0 });
  expect(await catalogueFingerprint(db)).toBe(before);
  await db.delete(products);
  await runImport(db, file);
  expect([await rulesOf("Cake"), await rulesOf("Water")]).toEqual([CAKE, NONE]);
});

test("a file without the columns leaves the values, and has the hash of earlier versions", async () => {
  const file = "Handle,Title,Variant Price,Variant SKU\ncake,Cake,30.00,CAKE-1\n";
  await runImport(db, file);
  const [row] = await db.select({ hash: products.importHash }).from(products);
  expect(row?.hash).toBe("65af9d14fbce1ddabb02b86bb2fd3e1b2f0d0b6f940bd793e8ca16227d490da1");
  await db.update(products).set(CAKE);
  expect((await runImport(db, file)).products).toMatchObject({ unchanged: 1 });
  await runImport(db, file.replace("30.00", "31.00"));
  expect(await rulesOf("Cake")).toEqual(CAKE);
});

test("reads and writes the low stock level; a file without the column leaves it", async () => {
  const levels = async () => (await db.select().from(products).orderBy(products.name)).map(({ name, lowStock }) => [name, lowStock]);
  const file = "Name,Price,Low Stock\nCola,3.00,5\nTea,3.00,\n";
  expect((await runImport(db, file)).problems).toEqual([]);
  const all = [
    ["Cola", 5],
    ["Tea", null],
  ];
  expect(await levels()).toEqual(all);
  const exported = (await Array.fromAsync(exportCatalogue(db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  await runImport(db, "Name,Price\nCola,4.00\n");
  expect(await levels()).toEqual(all);
  const { problems } = await runImport(db, "Name,Price,Low Stock\nCola,4.00,few\n");
  expect(problems.map(({ message }) => message)).toEqual([
    'The low stock level "few" of "Cola" is left out. Enter a whole number from 0 to 1\u00a0000\u00a0000.',
  ]);
  await db.delete(products);
  await runImport(db, exported);
  expect(await levels()).toEqual(all);
});

test("writes only the low stock levels when their column is new or was not read before", async () => {
  const levels = async () =>
    (await db.select().from(products).orderBy(products.name)).map(({ priceCents, lowStock }) => [priceCents, lowStock]);
  const file = "Name,Price,Stock,Low Stock\nCola,3.00,9,5\nTea,3.00,9,5\nWater,3.00,9,\n";
  await runImport(db, file.replaceAll(/,[^,\n]*\n/g, "\n"));
  await db
    .update(products)
    .set({ priceCents: 400, lowStock: 2 })
    .where(not(eq(products.name, "Cola")));
  const preview = await runImport(db, file, { isDryRun: true });
  expect(preview.changedProducts.map(({ changes }) => changes)).toEqual([["low stock level: none → 5"], ["low stock level: 2 → 5"]]);
  await runImport(db, file);
  const written = [
    [300, 5],
    [400, 5],
    [400, 2],
  ];
  expect(await levels(), "an empty cell leaves the level").toEqual(written);
  await db.update(products).set({ lowStock: 7 });
  expect((await runImport(db, file)).products, "the same file").toMatchObject({ changed: 0, unchanged: 3 });
});

test("imports and exports products sold by weight, and skips unknown units", async () => {
  const weights = { unit: products.weightUnit, step: products.weightStep, least: products.weightMin };
  const weightOf = async (name: string) => (await db.select(weights).from(products).where(eq(products.name, name)))[0];
  const { problems } = await runImport(
    db,
    "Name,Price,Sold By Weight,Weight Step,Minimum Weight\nSalmon,12.00,kg,100,250\nHam,3.00,stone,,\n",
  );
  expect(problems.map(({ message }) => message)).toEqual([
    'The unit of the price "stone" of "Ham" is left out. Enter kg, 100g, lb or piece, and check the price.',
  ]);
  const file = (await Array.fromAsync(exportCatalogue(db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  await db.delete(products);
  await runImport(db, file);
  expect(await weightOf("Salmon")).toEqual({ unit: "kg", step: 100, least: 250 });
  expect(await weightOf("Ham")).toEqual({ unit: null, step: null, least: null });
});

test("skips a least weight above the limit per order", async () => {
  const { problems } = await runImport(
    db,
    "Name,Price,Sold By Weight,Weight Step,Minimum Weight,Max Per Order\nSalmon,12.00,kg,100,500,2\n",
  );
  expect(problems.map(({ message }) => message)).toEqual([
    "The least weight of “Salmon” is left out. An order holds at most 2 × 100 g = 200 g of it, so nobody could order 500 g. Lower the least weight, or raise the step or the most per order.",
  ]);
  const [salmon] = await db.select().from(products).where(eq(products.name, "Salmon"));
  expect(salmon).toMatchObject({ weightUnit: "kg", weightStep: 100, weightMin: null, maxPerOrder: 2 });
});

test.each([
  ["lb", "lb"],
  ["lb .00", "lb"],
  ["(.00) Pounds", "lb"],
  ["0.001 kg", "kg"],
  ["", null],
] as const)("reads Square's unit %j as %s", async (cell, unit) => {
  const file = `Token,Item Name,Variation Name,Unit and Precision,Price\nA,Ham,Regular,${cell},9.00\n`;
  expect((await runImport(db, file)).problems).toEqual([]);
  const [ham] = await db.select().from(products).where(eq(products.name, "Ham"));
  expect(ham).toMatchObject({ weightUnit: unit, priceCents: 900 });
});

test.each(["oz", "g", "5 lb", "case", "lb kg"])("reports Square's unit %j instead of guessing it", async (cell) => {
  const { problems } = await runImport(db, `Token,Item Name,Variation Name,Unit and Precision,Price\nA,Ham,Regular,${cell},9.00\n`);
  expect(problems.map(({ message }) => message)).toEqual([
    `The unit of the price "${cell}" of "Ham" is left out. Enter kg, 100g, lb or piece, and check the price.`,
  ]);
  expect((await db.select().from(products).where(eq(products.name, "Ham")))[0]).toMatchObject({ weightUnit: null });
});

test("skips stock counted in pounds, and reports prices that differ by variation", async () => {
  const { problems } = await runImport(
    db,
    [
      "Token,Item Name,Variation Name,Unit and Precision,Price,Current Quantity Main Street",
      "A,Ham,Whole,lb .00,9.00,12.5",
      "A,Ham,Sliced,lb .00,11.00,3",
    ].join("\n"),
  );
  expect(problems.map(({ message }) => message)).toEqual([
    'The stock of "Ham" is left out: of what is sold by weight the shop counts steps. Enter it on the product\'s page.',
    'The variants of "Ham" have different prices. What a choice adds counts once per line, not per weight, so check its prices.',
  ]);
  expect((await db.select().from(products).where(eq(products.name, "Ham")))[0]).toMatchObject({ weightUnit: "lb", stock: null });
});

test("a file imported by a version without units of weight adds only the unit", async () => {
  const file = "Token,Item Name,Unit and Precision,Price\nA,Ham,lb .00,9.00\nB,Tea,,4.00\n";
  await runImport(db, file.replaceAll("lb .00", "").replace("Unit and Precision", "Something else"));
  await db.update(products).set({ priceCents: 1000 });
  expect((await runImport(db, file)).products).toMatchObject({ new: 0, changed: 1, unchanged: 1 });
  expect((await db.select().from(products).orderBy(products.name)).map(({ priceCents, weightUnit }) => [priceCents, weightUnit])).toEqual([
    [1000, "lb"],
    [1000, null],
  ]);
  expect((await runImport(db, file)).products).toMatchObject({ unchanged: 2 });
});
