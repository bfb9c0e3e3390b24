import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { customizationTemplates, productCustomizations, products } from "#app/catalogue/data/tables.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { menus } from "#app/content/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { CONFIGURATION_PARTS } from "#app/promotions/workflows/configuration/configuration-parts.server.ts";
import { insertCategory } from "#test/catalogue.ts";
import { ok } from "#app/values/result.ts";
import { IMPORTED_AT, openImporter, productFile, PUBLIC_URL, refuseFetch } from "#test/imports.ts";
import { openTestShop } from "#test/shop.ts";
import { applyConfiguration, compareConfiguration, exportConfiguration } from "./configuration.server.ts";

const parts = CONFIGURATION_PARTS;
const ana = { userId: null, userName: "Ana", isConfirmed: true };
const { runImport } = await openImporter();

/** Two groups of the same name with other options, as an import makes them. */
const source = (await openTestShop()).services.db;
await runImport(
  source,
  productFile(
    "shirt,Shirt,,Wear,,true,Size,S,,,10,",
    "shirt,,,,,,,M,,,12,",
    "coat,Coat,,Wear,,true,Size,XS,,,30,",
    "coat,,,,,,,XL,,,35,",
    "mug,Mug,,Kitchen,,true,Title,Default Title,,,5,",
  ),
);
const shelf = await insertCategory(source, { name: "Shelf" });
await source
  .insert(menus)
  .values({ name: "site_top_menu", items: [{ id: "a", type: "category", text: "Shelf", categoryId: shelf, children: [] }] });
const [mug] = await source.select({ id: products.id }).from(products).where(eq(products.name, "Mug"));
const target = { everything: false, productIds: [mug?.id], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
await source.insert(promotions).values({
  name: "Mugs",
  title: "Mugs",
  status: "active",
  trigger: "automatic",
  condition: { type: "all", of: [] },
  actionKind: "item-percent",
  actionParams: { rate: 500_000, target },
});

const configurationOf = (db: Db) => exportConfiguration(db, parts);
const productsOf = async (db: Db) => (await Array.fromAsync(exportCatalogue(db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
const apply = async (db: Db, text: string) => {
  const answer = await applyConfiguration(db, text, null, ana, parts);
  if (answer.kind !== "done") throw new Error(JSON.stringify(answer));
};
/** Links of each product, and how many templates there are. */
const choicesOf = async (db: Db) => ({
  links: await db
    .select({ name: products.name, links: sql<number>`count(*)::int` })
    .from(productCustomizations)
    .innerJoin(products, eq(products.id, productCustomizations.productId))
    .groupBy(products.name)
    .orderBy(products.name),
  templates: await db.$count(customizationTemplates),
});

test("importing after products duplicates nothing and round-trips", async () => {
  const { db } = (await openTestShop()).services;
  await insertCategory(db, { name: "Shelf" });
  await runImport(db, await productsOf(source));
  await apply(db, await configurationOf(source));
  expect(await choicesOf(db)).toEqual(await choicesOf(source));
  expect(await configurationOf(db)).toBe(await configurationOf(source));
  expect(await productsOf(db)).toBe(await productsOf(source));
});

test("products with pictures round-trip through an empty shop", async () => {
  const jpeg = (background: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const elsewhere = { publicUrl: "https://other.example" };
  const fileOf = async (db: Db, publicUrl: string) =>
    (await Array.fromAsync(exportCatalogue(db, { publicUrl, now: IMPORTED_AT }))).join("");
  const [first, second] = await Promise.all([openTestShop(), openTestShop()].map(async (shop) => (await shop).services.db));
  if (first === undefined || second === undefined) throw new Error("there is no shop");
  const original = await jpeg("#963");
  await runImport(first, productFile("pot,Pot,,,,true,Title,Default Title,,,5,https://supplier.example/pot.jpg"), {
    fetchPicture: async () => ok(original),
  });
  const before = await fileOf(first, PUBLIC_URL);
  expect(before).toContain(`${PUBLIC_URL}/media/`);

  const asked: string[] = [];
  const sent = await jpeg("#964");
  const there = await openImporter();
  await there.runImport(second, before, {
    ...elsewhere,
    fetchPicture: async (url) => {
      asked.push(url);
      return ok(sent);
    },
  });
  expect(asked).toEqual([expect.stringMatching(/^https:\/\/shop\.example\/media\//)]);
  const back = await fileOf(second, elsewhere.publicUrl);
  expect(back).toContain("https://other.example/media/");
  const report = await runImport(first, back, { fetchPicture: refuseFetch });
  expect([report.products, report.problems]).toEqual([{ new: 0, changed: 0, unchanged: 1, broken: 0 }, []]);
  expect(await fileOf(first, PUBLIC_URL)).toBe(before);
});

test("a shop without products imports the rest and completes later", async () => {
  const { db } = (await openTestShop()).services;
  const text = await configurationOf(source);
  const compared = await compareConfiguration(db, text, parts);
  expect(compared).toMatchObject({
    ok: true,
    value: { left: ["2 uses of templates by products", "1 menu item (Shelf)", "1 promotion for certain products"] },
  });
  await apply(db, text);
  await insertCategory(db, { name: "Shelf" });
  await runImport(db, await productsOf(source));
  await apply(db, text);
  expect((await choicesOf(db)).links).toEqual((await choicesOf(source)).links);
});
