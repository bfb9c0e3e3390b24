import { eq } from "drizzle-orm";
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

const CODES = {
  sku: products.sku,
  barcode: products.barcode,
  vendor: products.vendor,
  weightGrams: products.weightGrams,
  costCents: products.costCents,
};
const codesOf = async (name: string) => (await db.select(CODES).from(products).where(eq(products.name, name)))[0];
const messages = ({ problems }: { readonly problems: readonly { readonly message: string }[] }) => problems.map(({ message }) => message);
const TEA = { sku: "TEA-1", barcode: "4006381333931", vendor: "Leaf & Co", weightGrams: 250, costCents: 420 };

test.for([
  [
    "an old Shopify export",
    "Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Price,Variant Barcode,Cost per item",
    "tea,Tea,Leaf & Co,Title,Default Title,TEA-1,250.0,9.00,'4006381333931,4.20",
  ],
  [
    "a new Shopify export",
    "Title,URL handle,Vendor,SKU,Barcode,Price,Cost per item,Weight value (grams)",
    "Tea,tea,Leaf & Co,TEA-1,4006381333931,9.00,4.20,250",
  ],
  [
    "a WooCommerce export",
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,Weight (kg),Regular price,Cost of goods,Brands',
    "7,simple,TEA-1,4006381333931,Tea,1,0.25,9.00,4.20,Leaf & Co",
  ],
  [
    "a Square item library",
    "Token,Item Name,SKU,GTIN,Price,Default Unit Cost,Default Vendor Name,Weight (g)",
    "X1,Tea,TEA-1,4006381333931,9.00,4.20,Leaf & Co,250",
  ],
  ["a table", "SKU;Name;Preis;EAN;Einkaufspreis;Lieferant;Gewicht (g)", "TEA-1;Tea;9,00;4 006381 333931;4,20;Leaf & Co;250"],
] as const)("keeps SKU, barcode, vendor, weight and cost of %s", async ([, heading, line]) => {
  const file = `${heading}\n${line}\n`;
  const report = await runImport(db, file);
  expect(messages(report)).toEqual([]);
  expect(await codesOf("Tea")).toEqual(TEA);
  expect((await runImport(db, file)).products).toMatchObject({ new: 0, changed: 0, unchanged: 1 });
});

test("an unchanged file keeps staff edits, even if its SKU moved to another product", async () => {
  const lines = "Handle,Title,Variant Price,Variant SKU\ntea,Tea,9.00,TEA-1\n";
  const otherId = await insertProduct(db, { name: "Old tea", sku: "tea-1" });
  await runImport(db, lines);
  await db.update(products).set({ priceCents: 1200, isHidden: true }).where(eq(products.name, "Tea"));
  await db.delete(products).where(eq(products.id, otherId));
  expect((await runImport(db, lines)).products).toMatchObject({ changed: 0, unchanged: 1 });
  expect((await db.select().from(products))[0]).toMatchObject({ priceCents: 1200, isHidden: true, sku: null });
});

test("a file imported by a version without codes adds only missing codes", async () => {
  const file = "Handle,Title,Variant Price,Variant SKU,Variant Barcode,Vendor\ntea,Tea,9.00,TEA-1,4006381333931,\n";
  await runImport(db, "Handle,Title,Variant Price\ntea,Tea,9.00\n");
  const changed = { priceCents: 1200, isHidden: true, barcode: "OWN-1", vendor: "Ours" };
  await db.update(products).set(changed).where(eq(products.name, "Tea"));
  expect((await runImport(db, file, { isDryRun: true })).products).toMatchObject({ changed: 1 });
  expect((await runImport(db, file)).products).toMatchObject({ changed: 1, unchanged: 0 });
  expect((await db.select().from(products))[0]).toMatchObject({ ...changed, sku: "TEA-1" });
  expect((await runImport(db, file)).products).toMatchObject({ changed: 0, unchanged: 1 });
});

test("a file imported by a version without codes restores a binned product completely", async () => {
  await runImport(db, "Handle,Title,Variant Price\ntea,Tea,9.00\n");
  await db.update(products).set({ priceCents: 1200, deletedAt: IMPORTED_AT });
  await runImport(db, "Handle,Title,Variant Price,Variant SKU\ntea,Tea,9.00,TEA-1\n");
  expect((await db.select().from(products))[0]).toMatchObject({ priceCents: 900, sku: "TEA-1", deletedAt: null });
});

test("a table with SKUs updates the product that has the SKU", async () => {
  const id = await insertProduct(db, { name: "Tea", sku: "TEA-1", priceCents: 800 });
  const report = await runImport(db, "SKU,Name,Price\nTEA-1,Tea,9.00\n");
  expect(messages(report)).toEqual([]);
  expect((await db.select().from(products)).map((row) => [row.id, row.priceCents, row.sku])).toEqual([[id, 900, "TEA-1"]]);
});

test("a table finds a product that it matched by SKU again after the SKU changed", async () => {
  const id = await insertProduct(db, { name: "Tea", sku: "TEA-1", priceCents: 900 });
  const table = "SKU,Name,Price\nTEA-1,Tea,9.00\n";
  expect((await runImport(db, table)).products).toMatchObject({ unchanged: 1 });
  await db.update(products).set({ sku: "TEA-01", priceCents: 950 });
  expect((await runImport(db, table)).products).toMatchObject({ unchanged: 1, new: 0 });
  expect((await db.select().from(products)).map((row) => [row.id, row.priceCents, row.sku])).toEqual([[id, 950, "TEA-01"]]);
});

test("a table that updates another file's product keeps that file's hash", async () => {
  const shopify = "Handle,Title,Variant Price,Variant SKU\ntea,Tea,9.00,TEA-1\n";
  await runImport(db, shopify);
  await runImport(db, "SKU,Name,Price\nTEA-1,Tea,8.50\n");
  await db.update(products).set({ name: "Green tea" });
  expect((await runImport(db, shopify)).products).toMatchObject({ unchanged: 1 });
  expect((await db.select().from(products)).map((row) => [row.name, row.priceCents])).toEqual([["Green tea", 850]]);
});

test("re-importing an export changes nothing, and another shop gets the values", async () => {
  await insertProduct(db, { name: "Tea", ...TEA });
  await insertProduct(db, { name: "Water" });
  const before = await catalogueFingerprint(db);
  const file = (await Array.fromAsync(exportCatalogue(db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  expect((await runImport(db, file)).products).toMatchObject({ unchanged: 2, changed: 0 });
  expect(await catalogueFingerprint(db)).toBe(before);
  await db.delete(products);
  await runImport(db, file);
  expect(await codesOf("Tea")).toEqual(TEA);
});

test("a file without the columns leaves the values unchanged", async () => {
  await runImport(db, "Handle,Title,Variant Price,Variant SKU\ntea,Tea,9.00,TEA-1\n");
  await runImport(db, "Handle,Title,Variant Price\ntea,Tea,8.00\n");
  expect((await codesOf("Tea"))?.sku).toBe("TEA-1");
});

test("reports the values lost by variants and invalid cells", async () => {
  const report = await runImport(
    db,
    [
      "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Barcode,Cost per item,Variant Grams",
      "shirt,Shirt,Size,S,SH-S,20.00,,5.00,200",
      "shirt,,,L,SH-L,20.00,,5.00,250",
      "tea,Tea,Title,Default Title,TEA-1,9.00,4006381333932,€4.20,heavy",
      "jam,Jam,Title,Default Title,JAM-1,5.00,4.00638E+12,2.00,0",
    ].join("\n"),
  );
  expect(messages(report)).toEqual([
    'The barcode "4006381333932" of "Tea" is left out. This is no EAN-13 barcode: its last digit would be 1. Compare it with the package.',
    'The weight "heavy" of "Tea" is left out. Enter grams from 0 to 1\u00a0000\u00a0000, or a weight such as 0.25 kg.',
    expect.stringMatching(/^The cost "€4\.20" of "Tea" is left out\. It is in another currency/) as string,
    'The barcode "4.00638E+12" of "Jam" is left out. A spreadsheet has rounded it. Format the column as text before you save the file.',
  ]);
  expect(await codesOf("Shirt")).toEqual({ sku: null, barcode: null, vendor: null, weightGrams: null, costCents: 500 });
  expect(await codesOf("Jam")).toMatchObject({ sku: "JAM-1", weightGrams: null, costCents: 200 });
});

test("a variable WooCommerce product keeps its own SKU", async () => {
  const report = await runImport(
    db,
    [
      "ID,Type,SKU,Name,Published,Regular price,Parent,Weight (lbs),Attribute 1 name,Attribute 1 value(s)",
      '1,variable,SHIRT,Shirt,1,,,0.5,Size,"S, L"',
      "2,variation,SHIRT-S,Shirt - S,1,20.00,id:1,,Size,S",
      "3,variation,SHIRT-L,Shirt - L,1,22.00,id:1,,Size,L",
    ].join("\n"),
  );
  expect(messages(report)).toEqual([]);
  expect(await codesOf("Shirt")).toMatchObject({ sku: "SHIRT", weightGrams: 227 });
});

test.for([false, true])("skips a SKU that another product has; dry run: %s", async (isDryRun) => {
  await insertProduct(db, { name: "Old tea", sku: "tea-1" });
  const lines = ["Handle,Title,Variant Price,Variant SKU", "tea,Tea,9.00,TEA-1", "jam,Jam,5.00,JAM-1", "jelly,Jelly,5.00,jam-1"];
  const report = await runImport(db, lines.join("\n"), { isDryRun });
  expect(messages(report)).toEqual([
    "“Old tea” has the SKU of “Tea”, so the SKU is left out.",
    "“Jam” has the SKU of “Jelly”, so the SKU is left out.",
  ]);
  if (isDryRun) return;
  expect([(await codesOf("Tea"))?.sku, (await codesOf("Jam"))?.sku, (await codesOf("Jelly"))?.sku]).toEqual([null, "JAM-1", null]);
  await db.delete(products).where(eq(products.name, "Old tea"));
  await runImport(db, lines.join("\n").replace("9.00", "9.50"));
  expect((await codesOf("Tea"))?.sku, "once it is free and the file says something new").toBe("TEA-1");
});
