import { stringify } from "csv-stringify/sync";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { categories, products } from "#app/catalogue/data/tables.ts";
import { variantTableOf } from "#app/catalogue/domain/import/variants.ts";
import { IMPORTED_AT, openImporter } from "#test/imports.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { db } = await createTestDatabase();
const { runImport } = await openImporter();

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
  await db.delete(importRuns);
});

const named = async (name: string) => {
  const ids = (await db.select({ id: products.id }).from(products).where(eq(products.name, name))).map((row) => row.id);
  return (await loadCurrentProducts(db, { ids }, IMPORTED_AT))[0]!;
};

const WOO = [
  "ID",
  "Type",
  "SKU",
  "Name",
  "Published",
  "Is featured?",
  "Visibility in catalog",
  "Short description",
  "Description",
  "Date sale price starts",
  "Date sale price ends",
  "Tax status",
  "Tax class",
  "In stock?",
  "Stock",
  "Backorders allowed?",
  "Sale price",
  "Regular price",
  "Categories",
  "Tags",
  "Images",
  "Parent",
  "Attribute 1 name",
  "Attribute 1 value(s)",
  "Attribute 1 visible",
  "Attribute 1 global",
  "Attribute 2 name",
  "Attribute 2 value(s)",
  "Attribute 2 visible",
];
const woo = (...rows: readonly Readonly<Record<string, string>>[]) =>
  stringify([WOO, ...rows.map((row) => WOO.map((heading) => row[heading] ?? ""))]);

test("matches WooCommerce variations by id or SKU", async () => {
  const report = await runImport(
    db,
    woo(
      {
        ID: "12",
        Type: "variation",
        Parent: "id:10",
        "Regular price": "22",
        "Attribute 1 name": "Size",
        "Attribute 1 value(s)": "Large",
        "Attribute 2 name": "Colour",
        "Attribute 2 value(s)": "Red",
      },
      {
        ID: "10",
        Type: "variable",
        SKU: "HOOD",
        Name: "Hoodie",
        Published: "1",
        Categories: "Clothing > Hoodies, Sale\\, now",
        Tags: "warm, soft",
        Description: "First line\\nsecond.\\n\\nNew one.",
        "Attribute 1 name": "Size",
        "Attribute 1 value(s)": "Small, Large",
        "Attribute 1 visible": "1",
        "Attribute 2 name": "Colour",
        "Attribute 2 value(s)": "Red, Blue",
      },
      {
        ID: "11",
        Type: "variation",
        Parent: "HOOD",
        "Regular price": "20",
        "Attribute 1 name": "Size",
        "Attribute 1 value(s)": "",
        "Attribute 2 name": "Colour",
        "Attribute 2 value(s)": "",
      },
      { ID: "13", Type: "variation", Parent: "id:99", "Regular price": "20" },
    ),
  );
  expect(report.problems).toEqual([{ line: 5, lost: "row", message: "This variation belongs to a product that is not in the file." }]);
  const hoodie = await named("Hoodie");
  expect(variantTableOf(hoodie.price, hoodie.groups)).toEqual({
    titles: ["Size", "Colour"],
    variants: [
      { values: ["Small", "Red"], price: 2000 },
      { values: ["Small", "Blue"], price: 2000 },
      { values: ["Large", "Red"], price: 2200 },
      { values: ["Large", "Blue"], price: 2000 },
    ],
  });
  expect(hoodie).toMatchObject({ tags: ["warm", "soft"], importKey: "woocommerce:id:10", isHidden: false });
  expect(hoodie.descriptionHtml).toMatch(/^<p>First line<br ?\/?>second\.<\/p><p>New one\.<\/p>$/);
  expect(hoodie.categories.map(({ path }) => path.join(" > ")).toSorted()).toEqual(["Clothing > Hoodies", "Sale, now"]);
});

test("imports WooCommerce sales, stock, tax and hidden products", async () => {
  const simple = { Type: "simple, downloadable, virtual", Published: "1", "Regular price": "10", "In stock?": "1" };
  const report = await runImport(
    db,
    woo(
      { ...simple, ID: "1", Name: "On sale", "Sale price": "7.5", "Date sale price ends": "2026-06-01 00:00:00", "Tax status": "none" },
      { ...simple, ID: "2", Name: "Later", "Sale price": "7.5", "Date sale price starts": "2026-06-01" },
      { ...simple, ID: "3", Name: "Draft", Published: "-1", "Is featured?": "1" },
      { ...simple, ID: "4", Name: "Counted", Stock: "4", "In stock?": "1" },
      { ...simple, ID: "5", Name: "Gone", "In stock?": "0", Published: "0" },
      {
        ...simple,
        ID: "6",
        Name: "Facts",
        "Attribute 1 name": "Material",
        "Attribute 1 value(s)": "Wool, Silk",
        "Attribute 1 visible": "1",
        Description: "Warm.",
      },
      { ...simple, ID: "7", Name: "Elsewhere", Type: "external" },
      { ...simple, ID: "8", Name: "Alone", Type: "variable" },
      { ...simple, ID: "9", Name: "No price", "Regular price": "" },
    ),
  );
  expect(report.products).toMatchObject({ new: 6, broken: 3 });
  expect(report.problems.map((problem) => problem.message)).toEqual([
    "“Elsewhere” is a product of the kind “external”, which the shop does not sell.",
    "“Alone” has variations, but none of them is in the file.",
    '"No price": This row has no price.',
  ]);
  expect(await named("On sale")).toMatchObject({ price: 750, taxClass: "zero", details: { compareAtCents: 1000 } });
  expect(await named("Later")).toMatchObject({ price: 1000, taxClass: "standard", details: { compareAtCents: null } });
  expect(await named("Draft")).toMatchObject({ isHidden: true, details: { isPopular: true } });
  expect(await named("Counted")).toMatchObject({ stock: 4, details: { isSoldOut: false } });
  expect(await named("Gone")).toMatchObject({ stock: null, isHidden: true, details: { isSoldOut: true } });
  expect((await named("Facts")).descriptionHtml).toContain("<li>Material: Wool, Silk</li>");
});
