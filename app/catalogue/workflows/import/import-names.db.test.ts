import { asc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { moveRun } from "#app/catalogue/data/import/import-runs.server.ts";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { categories, customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { IMPORTED_AT, openImporter } from "#test/imports.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { undoImport } from "./undo-import.server.ts";

const { db } = await createTestDatabase();
const { runImport } = await openImporter();

beforeEach(async () => {
  await db.delete(products);
  await db.delete(customizationTemplates);
  await db.delete(categories);
  await db.delete(importRuns);
});

const FILE = "Nom,Prix\nEclair au CAFÉ,3.50\n";
const stored = () =>
  db.select({ name: products.name, price: products.priceCents, importKey: products.importKey }).from(products).orderBy(asc(products.id));

test.each([null, "shopify:list-éclair-au-café"])(
  "a row without a key updates a product created here with the same name (%s)",
  async (importKey) => {
    await insertProduct(db, { name: "Éclair au café", priceCents: 300, importKey });
    const preview = await runImport(db, FILE, { isDryRun: true });
    expect(preview.products).toMatchObject({ new: 0, changed: 1 });
    expect(preview.changedProducts).toMatchObject([{ changes: ["name: Éclair au café → Eclair au CAFÉ", "price: $3.00 → $3.50"] }]);
    await runImport(db, FILE);
    expect(await stored()).toEqual([{ name: "Eclair au CAFÉ", price: 350, importKey: importKey ?? "table:eclair-au-cafe" }]);
    expect((await runImport(db, FILE)).products).toMatchObject({ new: 0, changed: 0, unchanged: 1 });
  },
);

test("changes none of several products with that name, and reports it", async () => {
  await insertProduct(db, { name: "Éclair au café", priceCents: 300 });
  await insertProduct(db, { name: "eclair au café", priceCents: 320 });
  const report = await runImport(db, FILE);
  expect(report.products).toMatchObject({ new: 1, changed: 0 });
  expect(report.problems).toEqual([
    { line: 2, lost: "detail", message: "Several products are called “Eclair au CAFÉ”, so this one is new." },
  ]);
  expect((await stored()).map(({ price }) => price)).toEqual([300, 320, 350]);
});

test.each([
  ["SKU", "Name,SKU,Price\nEclair au CAFÉ,EC-1,3.50\n"],
  ["handle", "Handle,Title,Variant Price\neclair,Eclair au CAFÉ,3.50\n"],
])("a row with a %s of its own is a second product of that name, and the report says so", async (_key, file) => {
  await insertProduct(db, { name: "Éclair au café", priceCents: 300 });
  const note = {
    line: 2,
    lost: "detail",
    message: "The shop has a product “Eclair au CAFÉ” without the id or SKU of this line, so this one is new.",
  };
  const preview = await runImport(db, file, { isDryRun: true });
  expect(preview.products).toMatchObject({ new: 1, changed: 0 });
  expect(preview.problems).toEqual([note]);
  expect((await runImport(db, file)).problems).toEqual([note]);
  const again = await runImport(db, file);
  expect(again.products).toMatchObject({ new: 0, unchanged: 1 });
  expect(again.problems).toEqual([]);
});

test("keeps a product of another file, and reports it", async () => {
  await insertProduct(db, { name: "Éclair au café", priceCents: 300, importKey: "shopify:eclair" });
  const report = await runImport(db, FILE);
  expect(report.products).toMatchObject({ new: 1, changed: 0 });
  expect(report.problems.map(({ message }) => message)).toEqual(["“Eclair au CAFÉ” of another file is there already, so this one is new."]);
});

test("undo reverts a match by name, unless the product was changed since", async () => {
  await insertProduct(db, { name: "Éclair au café", priceCents: 300 });
  await runImport(db, FILE);
  await undoLast();
  expect(await stored()).toEqual([{ name: "Éclair au café", price: 300, importKey: null }]);
  await runImport(db, FILE);
  await db.update(products).set({ priceCents: 400 });
  await undoLast();
  expect(await stored()).toEqual([{ name: "Éclair au café", price: 400, importKey: "table:eclair-au-cafe" }]);
});

test("undo reverts a match without other changes, and one with sales since", async () => {
  await insertProduct(db, { name: "Eclair au CAFÉ", priceCents: 350, stock: 9 });
  const file = FILE.replace("\n", ",Stock\n").replace("3.50", "3.50,9");
  await runImport(db, FILE);
  expect(await stored()).toMatchObject([{ importKey: "table:eclair-au-cafe" }]);
  await undoLast();
  expect(await stored()).toMatchObject([{ importKey: null }]);
  await runImport(db, file.replace(",9", ",8"));
  await db.update(products).set({ stock: 7 });
  await undoLast();
  expect(await db.select({ stock: products.stock, importKey: products.importKey }).from(products)).toEqual([{ stock: 7, importKey: null }]);
});

/** Undoes the last run. */
async function undoLast() {
  const last = (await db.select().from(importRuns).orderBy(asc(importRuns.id))).at(-1);
  await moveRun(db, last?.id ?? 0, ["done"], { state: "undoing" });
  await undoImport(db, last?.id ?? 0, { userId: null, userName: "Ana" }, IMPORTED_AT);
}

test("does not match a row with its own id or a binned product by name", async () => {
  await insertProduct(db, { name: "Éclair au café", priceCents: 300 });
  expect((await runImport(db, "ID,Nom,Prix\n7,Eclair au café,3.50\n")).products).toMatchObject({ new: 1, changed: 0 });
  await db.delete(products);
  await insertProduct(db, { name: "Éclair au café", priceCents: 300, deletedAt: new Date("2026-01-01T00:00:00Z") });
  expect((await runImport(db, FILE)).products).toMatchObject({ new: 1, changed: 0 });
});
