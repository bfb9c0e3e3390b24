import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { takeStock } from "#app/catalogue/data/stock.server.ts";
import { findRun, moveRun } from "#app/catalogue/data/import/import-runs.server.ts";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { categories, customizationOptions, customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import { listNamedVariants } from "#app/catalogue/data/variants/named-variants.server.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { findProduct, listProductsById } from "#app/catalogue/data/products.server.ts";
import { planProduct } from "#app/catalogue/domain/import/plan-product.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { insertProduct, insertTemplate, insertVariant, linkTemplate } from "#test/catalogue.ts";
import { IMPORTED_AT, openImporter, PUBLIC_URL } from "#test/imports.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { decide } from "./import-decisions.server.ts";
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

const idOf = async (name: string) => (await db.select().from(products).where(eq(products.name, name)))[0]?.id ?? 0;
/** "S / Red: 3 SKU" of a product's variants. */
async function variantsOf(name: string) {
  const id = await idOf(name);
  return ((await listNamedVariants(db, [id])).get(id) ?? []).map(({ names, stock, sku, barcode }) =>
    [`${names.join(" / ")}: ${stock ?? "not counted"}`, sku, barcode].filter((part) => part !== null).join(" "),
  );
}
const messages = ({ problems }: { readonly problems: readonly { readonly message: string }[] }) => problems.map(({ message }) => message);
const exported = async () => (await Array.fromAsync(exportCatalogue(db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");

const SHOPIFY = [
  "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Barcode",
  "shirt,Shirt,Size,S,Colour,Red,SH-S-R,shopify,3,deny,20,4006381333931",
  "shirt,,,S,,Blue,SH-S-B,shopify,-2,deny,20,",
  "shirt,,,L,,Red,SH-L-R,shopify,4,continue,22,",
  "shirt,,,L,,Blue,SH-L-B,,9,deny,22,4006381333932",
].join("\n");
const SHIRT = ["S / Red: 3 SH-S-R 4006381333931", "S / Blue: 0 SH-S-B", "L / Red: not counted SH-L-R", "L / Blue: not counted SH-L-B"];

test("keeps SKU, barcode and stock of Shopify's variants, and reports the rest", async () => {
  const report = await runImport(db, SHOPIFY);
  expect(messages(report)).toEqual([
    'The barcode "4006381333932" is left out. This is no EAN-13 barcode: its last digit would be 1. Compare it with the package.',
  ]);
  expect(await variantsOf("Shirt")).toEqual(SHIRT);
  expect(await db.select({ stock: products.stock, sku: products.sku }).from(products)).toEqual([{ stock: null, sku: null }]);
  expect((await runImport(db, SHOPIFY)).products).toMatchObject({ new: 0, changed: 0, unchanged: 1 });
});

test("keeps them when prices merge all options into one question", async () => {
  await runImport(db, SHOPIFY.replace("continue,22", "continue,25").replace("deny,22", "deny,31").replace("-2,deny,20", "-2,deny,27"));
  expect((await variantsOf("Shirt")).map((text) => text.replace(/:.*/, "")).length).toBe(4);
  const product = await findProduct(db, await idOf("Shirt"), IMPORTED_AT);
  expect(product?.isSoldOut).toBe(false);
});

test("lists a changed file's changes, and keeps sold units if the file is the same", async () => {
  await runImport(db, SHOPIFY);
  const id = await idOf("Shirt");
  const [first] = await db.select().from(productVariants).where(eq(productVariants.sku, "SH-S-R"));
  await takeStock(db, [{ productId: id, quantity: 1, variants: [{ id: first!.id, units: 2 }] }], null);
  await runImport(db, SHOPIFY);
  expect((await variantsOf("Shirt"))[0]).toMatch(/^S \/ Red: 1 /);
  const more = SHOPIFY.replace("shopify,3,deny", "shopify,8,deny");
  const dry = await runImport(db, more, { isDryRun: true });
  expect(dry.changedProducts[0]?.changes.join()).toMatch(/^stock by option: S \/ Red: 1, SH-S-R.* → S \/ Red: 8, SH-S-R/);
  await runImport(db, more);
  expect((await variantsOf("Shirt"))[0]).toMatch(/^S \/ Red: 8 /);
});

test("a product with only empty variants is sold out by their stock, not by a mark", async () => {
  await runImport(db, SHOPIFY.replaceAll(/shopify,-?\d,\w+|,9,deny/g, "shopify,0,deny"));
  const id = await idOf("Shirt");
  expect((await findProduct(db, id, IMPORTED_AT))?.isSoldOut).toBe(true);
  await db.update(productVariants).set({ stock: 1 });
  expect((await findProduct(db, id, IMPORTED_AT))?.isSoldOut).toBe(false);
});

test("skips SKUs that another product, line or variant has", async () => {
  await insertProduct(db, { name: "Cap", sku: "sh-s-r" });
  const report = await runImport(db, `${SHOPIFY}\ncoat,Coat,Title,Default Title,,,SH-L-R,,,,90,`.replace("SH-L-B", "SH-S-B"));
  expect(messages(report).filter((message) => message.includes("SKU"))).toEqual([
    "“Cap” has the SKU SH-S-R of “Shirt”, so the SKU is left out.",
    'The SKU "SH-S-B" is left out. Another variant of this product has it.',
    "“Shirt” has the SKU of “Coat”, so the SKU is left out.",
  ]);
  expect(await variantsOf("Shirt")).toEqual(["S / Red: 3 4006381333931", "S / Blue: 0 SH-S-B", "L / Red: not counted SH-L-R"]);
});

test("adds only values that earlier versions did not read", async () => {
  const withoutStock = SHOPIFY.split("\n")
    .map((line) => line.split(",").toSpliced(6, 4).slice(0, -1).join(","))
    .join("\n");
  await runImport(db, withoutStock);
  const [before] = await db.select().from(products);
  // As a version wrote it that read neither: the hash of what it understood.
  expect(before?.importHash).not.toBeNull();
  await db.update(products).set({ name: "Shirt", summary: "By staff" });
  const report = await runImport(db, SHOPIFY);
  expect(report.products.changed).toBe(1);
  expect(await variantsOf("Shirt")).toEqual(SHIRT);
});

test("WooCommerce: variations keep their stock, SKU and barcode, besides the product's own", async () => {
  const file = [
    'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,In stock?,Stock,Backorders allowed?,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
    '1,variable,SHIRT,,Shirt,1,1,,0,,,Size,"S, M, L"',
    "2,variation,SHIRT-S,4006381333931,Shirt - S,1,1,3,0,20,id:1,Size,S",
    "3,variation,SHIRT,036000291452,Shirt - M,1,1,2.7,0,20,id:1,Size,M",
    "4,variation,SHIRT-L,,Shirt - L,1,1,5,1,20,id:1,Size,L",
  ].join("\n");
  const report = await runImport(db, file);
  expect(messages(report)).toEqual([]);
  expect(await variantsOf("Shirt")).toEqual(["S: 3 SHIRT-S 4006381333931", "M: 2 036000291452", "L: not counted SHIRT-L"]);
  expect(await db.select({ sku: products.sku }).from(products)).toEqual([{ sku: "SHIRT" }]);
  expect((await runImport(db, file)).products).toMatchObject({ changed: 0, unchanged: 1 });
});

test("WooCommerce: the stock of a variation for several combinations is not counted, and the report says so", async () => {
  const file = [
    "ID,Type,Name,Published,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)",
    '1,variable,Shirt,1,,,,Size,"S, M"',
    "2,variation,Shirt,1,3,20,id:1,Size,",
  ].join("\n");
  expect(messages(await runImport(db, file))).toEqual(["This variation stands for several combinations, so its stock is not counted."]);
  expect(await variantsOf("Shirt")).toEqual([]);
});

test("Square: rows of one item are its variations, with SKU, barcode and stock", async () => {
  const file = [
    "Token,Item Name,Variation Name,SKU,GTIN,Price,Current Quantity Main Street",
    "A,Tea,Regular,TEA,4006381333931,4.00,7",
    "B,Shirt,Small,SH-S,036000291452,20.00,3",
    "C,Shirt,Large,SH-L,,22.00,",
  ].join("\n");
  const report = await runImport(db, file);
  expect(messages(report)).toEqual([]);
  expect(report.products).toMatchObject({ new: 2, broken: 0 });
  expect(await variantsOf("Shirt")).toEqual(["Small: 3 SH-S 036000291452", "Large: not counted SH-L"]);
  expect(await db.select({ sku: products.sku, stock: products.stock }).from(products).where(eq(products.name, "Tea"))).toEqual([
    { sku: "TEA", stock: 7 },
  ]);
  expect((await runImport(db, file)).products).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
});

test("an export restores everything, and changes nothing in its own shop", async () => {
  await runImport(db, SHOPIFY);
  await db.update(products).set({ sku: "SHIRT", stock: 12 });
  const file = await exported();
  const before = await variantsOf("Shirt");
  expect((await runImport(db, file)).products).toMatchObject({ new: 0, changed: 0, unchanged: 1 });
  expect(await variantsOf("Shirt")).toEqual(before);
  const other = await createTestDatabase();
  await runImport(other.db, file);
  const [copy] = await other.db.select().from(products);
  expect(copy).toMatchObject({ sku: "SHIRT", stock: 12 });
  const rows = (await listNamedVariants(other.db, [copy!.id])).get(copy!.id) ?? [];
  expect(rows.map(({ names, stock, sku }) => [names.join(" / "), stock, sku])).toEqual([
    ["S / Red", 3, "SH-S-R"],
    ["S / Blue", 0, "SH-S-B"],
    ["L / Red", null, "SH-L-R"],
    ["L / Blue", null, "SH-L-B"],
  ]);
});

test("undo restores changed stock, except for later sales and counts", async () => {
  await runImport(db, SHOPIFY);
  await runImport(db, SHOPIFY.replace("shopify,3,deny", "shopify,8,deny"));
  expect((await undoLast())?.state).toBe("undone");
  expect(await variantsOf("Shirt")).toEqual(SHIRT);
});

/** Undoes the last run. */
async function undoLast() {
  const [last] = (await db.select().from(importRuns).orderBy(importRuns.id)).slice(-1);
  await moveRun(db, last!.id, ["done"], { state: "undoing" });
  await undoImport(db, last!.id, { userId: null, userName: "Ana" }, IMPORTED_AT);
  return findRun(db, last!.id);
}

test("undo skips SKUs that are used elsewhere now, and reports them", async () => {
  await runImport(db, SHOPIFY);
  await runImport(db, SHOPIFY.replace("SH-S-R", "SH-NEW"));
  await insertProduct(db, { name: "Cap", sku: "sh-s-r" });
  const run = await undoLast();
  const note = "“Shirt” comes back without SH-S-R: the SKU is used elsewhere now.";
  expect(run).toMatchObject({ state: "undone", summary: expect.arrayContaining([note]) });
  expect((await variantsOf("Shirt"))[0]).toBe("S / Red: 3 4006381333931");
});

test("undo skips a product's SKU that a variant uses now", async () => {
  const jam = "Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant SKU\njam,Jam,Title,Default Title,4.00,";
  await runImport(db, `${jam}JAM-1\n`);
  await runImport(db, `${jam}JAM-2\n`);
  await runImport(db, SHOPIFY);
  await db.update(productVariants).set({ sku: "JAM-1" }).where(eq(productVariants.sku, "SH-S-R"));
  await db.delete(importRuns).where(eq(importRuns.id, (await db.select().from(importRuns).orderBy(importRuns.id)).at(-1)!.id));
  expect((await undoLast())?.state).toBe("undone");
  expect((await db.select().from(products).where(eq(products.name, "Jam")))[0]?.sku).toBe("JAM-2");
});

/** The file without some of its columns. */
const without = (...headings: readonly string[]) => {
  const lines = SHOPIFY.split("\n").map((line) => line.split(","));
  const gone = headings.map((heading) => lines[0]?.indexOf(heading));
  return lines.map((cells) => cells.filter((_, index) => !gone.includes(index)).join(",")).join("\n");
};

test("a file without a column of stock keeps the stock, and one without codes keeps the codes", async () => {
  await runImport(db, SHOPIFY);
  const codes = without("Variant Inventory Tracker", "Variant Inventory Qty", "Variant Inventory Policy").replace("SH-S-R", "SH-NEW");
  await runImport(db, codes);
  expect(await variantsOf("Shirt")).toEqual(SHIRT.map((text) => text.replace("SH-S-R", "SH-NEW")));
  await runImport(db, without("Variant SKU", "Variant Barcode").replace("shopify,3,deny", "shopify,8,deny"));
  expect((await variantsOf("Shirt"))[0]).toBe("S / Red: 8 SH-NEW 4006381333931");
  expect((await variantsOf("Shirt")).slice(1)).toEqual(SHIRT.slice(1));
});

const levels = async () => (await db.select().from(productVariants).orderBy(productVariants.id)).map(({ lowStock }) => lowStock);
/** The file with a column of low stock levels. */
const withLevels = (...cells: readonly string[]) => {
  const column = ["Variant Low Stock", ...cells];
  return SHOPIFY.split("\n")
    .map((line, at) => `${line},${column[at] ?? ""}`)
    .join("\n");
};

test("imports and exports low stock levels of variants, and undo restores them", async () => {
  await runImport(db, SHOPIFY);
  await db.update(productVariants).set({ stock: 1 }).where(eq(productVariants.sku, "SH-S-R"));
  const dry = await runImport(db, withLevels("2", "", "few"), { isDryRun: true });
  expect(dry.changedProducts[0]?.changes.join()).toMatch(/^stock by option: S \/ Red: 1, SH-S-R.* → S \/ Red: 1, low at 2, SH-S-R/);
  const report = await runImport(db, withLevels("2", "", "few"));
  expect(messages(report).filter((message) => message.includes("low stock level"))).toEqual([
    'The low stock level "few" is left out. Enter a whole number from 0 to 1\u00a0000\u00a0000.',
  ]);
  expect(await levels()).toEqual([2, null, null, null]);
  expect((await variantsOf("Shirt"))[0], "the new column alone").toMatch(/^S \/ Red: 1 /);
  const file = await exported();
  expect((await runImport(db, file)).products).toMatchObject({ changed: 0, unchanged: 1 });
  await runImport(db, SHOPIFY.replace("SH-S-B", "SH-NEW"));
  expect(await levels(), "a file without the column").toEqual([2, null, null, null]);
  await runImport(db, withLevels("", "4"));
  expect(await levels()).toEqual([null, 4, null, null]);
  await undoLast();
  expect(await levels()).toEqual([2, null, null, null]);
  const other = await createTestDatabase();
  await runImport(other.db, file);
  expect((await other.db.select().from(productVariants).orderBy(productVariants.id)).map(({ lowStock }) => lowStock)).toEqual([
    2,
    null,
    null,
    null,
  ]);
});

test("a new column of levels keeps variants that are not in the file", async () => {
  await runImport(db, SHOPIFY);
  const [size] = await db.select().from(customizationTemplates).where(eq(customizationTemplates.title, "Size"));
  const [extra] = await db.insert(customizationOptions).values({ templateId: size!.id, name: "XL", position: 9 }).returning();
  const [red] = await db.select().from(customizationOptions).where(eq(customizationOptions.name, "Red"));
  await insertVariant(db, await idOf("Shirt"), [extra!.id, red!.id], { stock: 6 });
  const before = await variantsOf("Shirt");
  await runImport(db, withLevels("2"));
  expect(await variantsOf("Shirt")).toEqual(before);
  expect(await levels()).toEqual([2, null, null, null, null]);
});

test("a new column of levels adds variants with only a level, but none that staff removed", async () => {
  await runImport(db, SHOPIFY);
  await db.delete(productVariants).where(eq(productVariants.sku, "SH-S-R"));
  await runImport(db, withLevels("2", "3"));
  expect(await levels()).toEqual([3, null, null]);
  await db.delete(products);
  const plain = ["Handle,Title,Option1 Name,Option1 Value,Variant Price", "cap,Cap,Size,S,20", "cap,,,L,20"];
  await runImport(db, plain.join("\n"));
  await runImport(db, plain.map((line, at) => `${line},${["Variant Low Stock", "2", ""][at]}`).join("\n"));
  expect(await levels()).toEqual([2]);
});

test("a new column of variant levels keeps the product's level", async () => {
  const lines = ["Handle,Title,Option1 Name,Option1 Value,Variant Price,Low Stock", "cap,Cap,Size,S,20,5", "cap,,,L,20,"];
  await runImport(db, lines.join("\n"));
  await db.update(products).set({ lowStock: 9 });
  await runImport(db, lines.map((line, at) => `${line},${["Variant Low Stock", "2", ""][at]}`).join("\n"));
  expect(await levels()).toEqual([2]);
  expect((await db.select().from(products))[0]).toMatchObject({ lowStock: 9 });
});

test("skips a variant's level for a product without options, and reports it", async () => {
  const report = await runImport(db, "Name,Price,Variant Low Stock\nCola,3,5\nTea,3,\n");
  expect(messages(report)).toEqual(["“Variant Low Stock” is left out: this product has no options. Use “Low Stock”."]);
});

test("the same file changes nothing, even if its new levels equal the shop's", async () => {
  const file = "Name,Price,Stock,Low Stock\nCola,3,9,5\n";
  await runImport(db, "Name,Price,Stock\nCola,3,9\n");
  await db.update(products).set({ lowStock: 5 });
  const [{ version } = { version: 0 }] = await db.select().from(products);
  expect((await runImport(db, file)).products).toMatchObject({ changed: 0, unchanged: 1 });
  expect((await db.select().from(products))[0]).toMatchObject({ version });
  await db.update(products).set({ lowStock: 7 });
  expect((await runImport(db, file)).products).toMatchObject({ changed: 0, unchanged: 1 });
  expect((await db.select().from(products))[0]).toMatchObject({ lowStock: 7 });
});

test("WooCommerce: variation and product have separate low stock amounts", async () => {
  const file = [
    "ID,Type,Name,Published,Stock,Low stock amount,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)",
    '1,variable,Shirt,1,,5,,,Size,"S, M"',
    "2,variation,Shirt - S,1,3,2,20,id:1,Size,S",
    "3,variation,Shirt - M,1,4,,20,id:1,Size,M",
  ].join("\n");
  expect(messages(await runImport(db, file))).toEqual([]);
  expect(await db.select({ lowStock: products.lowStock }).from(products)).toEqual([{ lowStock: 5 }]);
  expect(await levels()).toEqual([2, null]);
  expect((await runImport(db, file)).products).toMatchObject({ changed: 0, unchanged: 1 });
});

test("a SKU that only one variant has is that variant's, not the product's", async () => {
  await runImport(db, SHOPIFY.replaceAll(/SH-S-B|SH-L-R|SH-L-B/g, ""));
  expect((await variantsOf("Shirt"))[0]).toMatch(/SH-S-R/);
  expect(await db.select({ sku: products.sku }).from(products)).toEqual([{ sku: null }]);
});

test("keeps variants that a file cannot express, and reports them", async () => {
  await runImport(db, SHOPIFY);
  const id = await idOf("Shirt");
  const [variant] = await db.select().from(productVariants).where(eq(productVariants.sku, "SH-S-R"));
  const [small = 0] = variant?.optionIds ?? [];
  await insertVariant(db, id, [small], { stock: 30 });
  const gift = await insertTemplate(db, { title: "Gift wrap", name: "Gift wrap", minSelect: 0, maxSelect: 1 }, [{ name: "Box" }]);
  await linkTemplate(db, id, gift.id, {}, 9);
  await insertVariant(db, id, gift.optionIds, { stock: 4 });
  const kept = ["S: 30", "Box: 4"];
  const file = await exported();
  expect((await runImport(db, file)).products).toMatchObject({ changed: 0, unchanged: 1 });
  const report = await runImport(db, file.replace("shopbell,3,deny", "shopbell,8,deny"));
  expect(messages(report)).toContain("“Shirt” is also counted by S; Box. Files cannot contain these, so they stay as they are.");
  const all = await variantsOf("Shirt");
  expect(all.filter((text) => kept.includes(text))).toEqual(kept);
  expect(all[0]).toMatch(/^S \/ Red: 8/);
});

test("keeps the variant of a hidden option, which exports leave out", async () => {
  await runImport(db, SHOPIFY);
  const [variant] = await db.select().from(productVariants).where(eq(productVariants.sku, "SH-S-B"));
  await db
    .update(customizationOptions)
    .set({ isHidden: true })
    .where(eq(customizationOptions.id, variant!.optionIds.at(-1)!));
  const file = await exported();
  expect(file).not.toContain("SH-S-B");
  await runImport(db, file.replace("shopbell,3,deny", "shopbell,8,deny"));
  expect(await variantsOf("Shirt")).toEqual(SHIRT.map((text) => text.replace(": 3", ": 8")));
});

test("a sold-out product's file from an earlier version changes only its stock", async () => {
  const cells = { handle: "tee", title: "Tee", option1Name: "Size", published: "true" } as const;
  const rows = ["S", "L"].map((option1Value, index) => ({
    line: index + 2,
    cells: { ...cells, option1Value, price: "20", inventoryTracker: "shopify", inventoryQuantity: "0", inventoryPolicy: "deny" },
  }));
  const id = await insertProduct(db, { name: "Staff's name", isSoldOut: true });
  const { product } = planProduct(rows, {
    importKey: "shopify:tee",
    decimal: ".",
    format: { currency: "USD", locale: "en-US" },
    cleanHtml: (html) => html,
    plainText: (html) => html,
    hasHtmlSummary: false,
    parseHours: () => null,
    taxClasses: {},
  });
  const details = { ...product!.details, isSoldOut: true };
  const importHash = planHash({ ...product!, details, variants: undefined });
  await db.update(products).set({ importKey: "shopify:tee", importHash }).where(eq(products.id, id));
  const [decision] = await decide(db, [product!], IMPORTED_AT);
  expect(decision).toMatchObject({ kind: "unchanged", changes: [] });
});

test("a product of three options whose variants are all empty is sold out, on its page and in lists", async () => {
  const rows = ["S,Red,Cotton", "S,Red,Wool", "S,Blue,Cotton", "S,Blue,Wool"].map((values, index) =>
    ["shirt", index === 0 ? "Shirt" : "", ...values.split(",").flatMap((value, at) => [`Option ${at}`, value]), "shopify,0,deny,20"].join(),
  );
  const heading = [1, 2, 3].map((at) => `Option${at} Name,Option${at} Value`).join();
  await runImport(
    db,
    [`Handle,Title,${heading},Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price`, ...rows].join("\n"),
  );
  const id = await idOf("Shirt");
  const isSoldOut = async () => [
    (await findProduct(db, id, IMPORTED_AT))?.isSoldOut,
    (await listProductsById(db, [id], IMPORTED_AT)).map((card) => card.isSoldOut),
  ];
  expect(await isSoldOut()).toEqual([true, [true]]);
  const [one] = await db.select().from(productVariants);
  await db.update(productVariants).set({ stock: 1 }).where(eq(productVariants.id, one!.id));
  expect(await isSoldOut()).toEqual([false, [false]]);
});
