import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { moveRun } from "#app/catalogue/data/import/import-runs.server.ts";
import { categories, customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { planProduct } from "#app/catalogue/domain/import/plan-product.ts";
import { withoutLaterOverrides } from "#app/catalogue/domain/import/variants/variant-stock.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { catalogueFingerprint, IMPORTED_AT, openImporter, PUBLIC_URL } from "#test/imports.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { planHash } from "./import-handles.server.ts";
import { undoImport } from "./undo-import.server.ts";

const { db } = await createTestDatabase();
const { runImport } = await openImporter();

beforeEach(async () => {
  await db.delete(products);
  await db.delete(customizationTemplates);
  await db.delete(categories);
  await db.delete(importRuns);
});

const OWN = {
  sku: productVariants.sku,
  vendor: productVariants.vendor,
  grams: productVariants.weightGrams,
  cost: productVariants.costCents,
};
const ofVariants = (from = db) => from.select(OWN).from(productVariants).orderBy(asc(productVariants.id));
const ofProduct = async (from = db) =>
  (await from.select({ vendor: products.vendor, grams: products.weightGrams, cost: products.costCents }).from(products))[0];
const messages = ({ problems }: { readonly problems: readonly { readonly message: string }[] }) => problems.map(({ message }) => message);
const exported = async () => (await Array.fromAsync(exportCatalogue(db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");

const SHOPIFY = [
  "Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Price,Cost per item",
  "shirt,Shirt,Loom,Size,S,SH-S,200,20,5.00",
  "shirt,,,,M,SH-M,0,20,5.00",
  "shirt,,,,L,SH-L,250,22,6.50",
].join("\n");
const SHIRT = [
  { sku: "SH-S", vendor: null, grams: 200, cost: 500 },
  { sku: "SH-M", vendor: null, grams: null, cost: 500 },
  { sku: "SH-L", vendor: null, grams: 250, cost: 650 },
];

test("Shopify: differing weights and costs belong to variants, shared ones to the product", async () => {
  const report = await runImport(db, SHOPIFY);
  expect(messages(report)).toEqual([]);
  expect(await ofVariants()).toEqual(SHIRT);
  expect(await ofProduct()).toEqual({ vendor: "Loom", grams: null, cost: null });
  expect((await runImport(db, SHOPIFY)).products).toMatchObject({ changed: 0, unchanged: 1 });
  await runImport(db, SHOPIFY.replaceAll(/,(?:200|0|250),/g, ",300,"));
  expect(await ofVariants()).toEqual(SHIRT.map((row) => ({ ...row, grams: null })));
  expect(await ofProduct()).toEqual({ vendor: "Loom", grams: 300, cost: null });
});

test("reports invalid cells of variants, and keeps those values", async () => {
  await runImport(db, SHOPIFY);
  const report = await runImport(db, SHOPIFY.replace("250,22,6.50", "heavy,22,€7"));
  expect(messages(report)).toEqual([
    'The weight "heavy" is left out. Enter grams from 0 to 1\u00a0000\u00a0000, or a weight such as 0.25 kg.',
    expect.stringMatching(/^The cost "€7" is left out\. It is in another currency/) as string,
  ]);
  expect(await ofVariants()).toEqual(SHIRT);
});

test("WooCommerce: a variation has its own weight and cost, or those of its product", async () => {
  const file = [
    "ID,Type,SKU,Name,Published,Weight (kg),Regular price,Parent,Cost of goods,Brands,Attribute 1 name,Attribute 1 value(s)",
    '1,variable,SHIRT,Shirt,1,0.2,,,5.00,Loom,Size,"S, L"',
    "2,variation,SHIRT-S,Shirt - S,1,,20,id:1,,,Size,S",
    "3,variation,SHIRT-L,Shirt - L,1,0.25,22,id:1,6.50,,Size,L",
  ].join("\n");
  expect(messages(await runImport(db, file))).toEqual([]);
  expect(await ofProduct()).toEqual({ vendor: "Loom", grams: 200, cost: 500 });
  expect(await ofVariants()).toEqual([
    { sku: "SHIRT-S", vendor: null, grams: null, cost: null },
    { sku: "SHIRT-L", vendor: null, grams: 250, cost: 650 },
  ]);
  expect((await runImport(db, file)).products).toMatchObject({ changed: 0, unchanged: 1 });
});

test("Square: variations have their own vendor, weight and cost", async () => {
  const file = [
    "Token,Item Name,Variation Name,SKU,Price,Default Unit Cost,Default Vendor Name,Weight (g)",
    "B,Shirt,Small,SH-S,20.00,5.00,Loom,200",
    "C,Shirt,Large,SH-L,22.00,6.50,Spindle,200",
  ].join("\n");
  expect(messages(await runImport(db, file))).toEqual([]);
  expect(await ofProduct()).toEqual({ vendor: null, grams: 200, cost: null });
  expect(await ofVariants()).toEqual([
    { sku: "SH-S", vendor: "Loom", grams: null, cost: 500 },
    { sku: "SH-L", vendor: "Spindle", grams: null, cost: 650 },
  ]);
});

test("an export keeps the product's values and those of its variants apart", async () => {
  await runImport(db, SHOPIFY);
  await db.update(products).set({ weightGrams: 200, costCents: 500 });
  await db.update(productVariants).set({ vendor: "Spindle" }).where(eq(productVariants.sku, "SH-L"));
  const [before, shirt, own] = [await catalogueFingerprint(db), await ofProduct(), await ofVariants()];
  const file = await exported();
  expect((await runImport(db, file)).products).toMatchObject({ new: 0, changed: 0, unchanged: 1 });
  expect(await catalogueFingerprint(db)).toBe(before);
  const other = await createTestDatabase();
  expect(messages(await runImport(other.db, file))).toEqual([]);
  expect(await ofProduct(other.db)).toEqual(shirt);
  expect(await ofVariants(other.db)).toEqual(own);
  const changed = file.replace("Spindle", "");
  expect((await runImport(db, changed)).changedProducts[0]?.changes.join()).toMatch(
    /L: .*Spindle, 250 g, cost \$6\.50 → L: .*, 250 g, cost/,
  );
  expect((await ofVariants())[2]).toEqual(own[2] && { ...own[2], vendor: null });
});

test("undo restores the values of variants", async () => {
  await runImport(db, SHOPIFY);
  await runImport(db, SHOPIFY.replace("6.50", "7.00").replace(",250,", ",260,"));
  expect((await ofVariants())[2]).toMatchObject({ grams: 260, cost: 700 });
  const [last] = (await db.select().from(importRuns).orderBy(importRuns.id)).slice(-1);
  await moveRun(db, last!.id, ["done"], { state: "undoing" });
  await undoImport(db, last!.id, { userId: null, userName: "Ana" }, IMPORTED_AT);
  expect(await ofVariants()).toEqual(SHIRT);
});

/** The product of `SHOPIFY` without SKUs, as a file has it. */
function plannedShirt() {
  const cells = { handle: "shirt", option1Name: "Size", price: "20" } as const;
  const rows = ["200", "250"].map((weight, index) => ({
    line: index + 2,
    cells: { ...cells, title: index === 0 ? "Shirt" : "", option1Value: index === 0 ? "S" : "L", weight, sku: `SH-${index}` },
  }));
  const { product } = planProduct(rows, {
    importKey: "shopify:shirt",
    decimal: ".",
    format: { currency: "USD", locale: "en-US" },
    cleanHtml: (html) => html,
    plainText: (html) => html,
    hasHtmlSummary: false,
    parseHours: () => null,
    taxClasses: {},
  });
  return product!;
}

test("a file imported by an earlier version adds only the values that variants lack", async () => {
  const file = [
    "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Grams",
    "shirt,Shirt,Size,S,SH-0,20,200",
    "shirt,,,L,SH-1,20,250",
  ].join("\n");
  await runImport(db, file);
  const planned = plannedShirt();
  const importHash = planHash({ ...planned, variants: withoutLaterOverrides(planned.variants) });
  await db.update(products).set({ importHash, priceCents: 3000 });
  await db.update(productVariants).set({ weightGrams: null });
  await db.update(productVariants).set({ weightGrams: 240, sku: "OURS" }).where(eq(productVariants.sku, "SH-1"));
  expect((await runImport(db, file)).products).toMatchObject({ changed: 1 });
  expect(await ofVariants()).toEqual([
    { sku: "SH-0", vendor: null, grams: 200, cost: null },
    { sku: "OURS", vendor: null, grams: 240, cost: null },
  ]);
  expect((await db.select().from(products))[0]?.priceCents).toBe(3000);
  expect((await runImport(db, file)).products).toMatchObject({ changed: 0, unchanged: 1 });
});

test("skips variant values of a product without options, and reports it", async () => {
  const report = await runImport(db, "Handle,Title,Variant Price,Variant Cost\ntea,Tea,9.00,4.00\n");
  expect(messages(report)).toEqual(["“Variant Cost” is left out: this product has no options. Use “Cost per item”."]);
});
