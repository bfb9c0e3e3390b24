import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { categories, customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import { detachAllUses } from "#app/catalogue/workflows/apply-template.server.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { importFile } from "./import-runs.server.ts";

/* What exports of other shops really look like, oddities and all. */

const { services } = await openTestShop();
const { db } = services;

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
  await db.delete(importRuns);
});

async function bring(bytes: string | Uint8Array) {
  const open = async function* () {
    yield Buffer.from(bytes);
  };
  const answer = await importFile(
    {
      ...services,
      publicUrl: services.env.publicUrl,
      fetchPicture: () => Promise.reject(new Error("something was fetched")),
    },
    { fileName: "products.csv", size: 1, open, isDryRun: false, withPictures: false },
    { userId: 1, userName: "Ana" },
  );
  if (!answer.ok) throw new Error(answer.error);
  return answer.value.report;
}
const named = async (name: string) => {
  const ids = (await db.select({ id: products.id }).from(products).where(eq(products.name, name))).map((row) => row.id);
  return (await loadCurrentProducts(db, { ids }, services.now()))[0]!;
};

test.for([
  ["a Shopify file that only says taxed", "Handle,Title,Variant Price,Variant Taxable\nmilk,Milk,PRICE,true\n", "food"],
  ["one that says nothing of tax", "Handle,Title,Variant Price\nmilk,Milk,PRICE\n", "food"],
  ["one that names a rate there is not", "Handle,Title,Variant Price,Tax Class\nmilk,Milk,PRICE,luxury\n", "food"],
  ["one that names another class", "Handle,Title,Variant Price,Tax Class\nmilk,Milk,PRICE,standard\n", "standard"],
  ["one that says untaxed", "Handle,Title,Variant Price,Variant Taxable\nmilk,Milk,PRICE,FALSE\n", "zero"],
  [
    "a WooCommerce file without classes",
    "ID,Type,Name,Published,Tax status,Regular price,Parent\n1,simple,Milk,1,taxable,PRICE,\n",
    "food",
  ],
] as const)("a reduced rate stays unless the file says otherwise: %s", async ([, file, expected]) => {
  await bring(file.replace("PRICE", "1.00"));
  const first = await named("Milk");
  expect(first.taxClass).toBe(expected === "food" ? "standard" : expected);
  await db.update(products).set({ taxClass: "food" });
  await bring(file.replace("PRICE", "2.00"));
  expect(await named("Milk")).toMatchObject({ id: first.id, price: 200, taxClass: expected });
});

test("an export with a copy whose template is gone reads back as unchanged", async () => {
  const product = await insertProduct(db, { name: "Latte" });
  const milk = await insertTemplate(db, { name: "Milk", title: "Milk?" }, [{ name: "Oat" }]);
  await linkTemplate(db, product, milk.id);
  await inTransaction(db, (tx) => detachAllUses(tx, milk.id));
  await db.delete(customizationTemplates);
  const text = (await Array.fromAsync(exportCatalogue(db, { publicUrl: "https://shop.example", now: services.now() }))).join("");
  expect(text).toContain("Milk");
  expect(await bring(text)).toMatchObject({ products: { new: 0, changed: 0, unchanged: 1 }, problems: [] });
});
