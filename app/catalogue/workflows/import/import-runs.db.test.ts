import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { findRun, listItems, listProblems, moveRun } from "#app/catalogue/data/import/import-runs.server.ts";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { importChanges, importChunks, importRuns } from "#app/catalogue/data/import/tables.ts";
import { categories, products } from "#app/catalogue/data/tables.ts";
import { variantTableOf } from "#app/catalogue/domain/import/variants.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { openTestShop } from "#test/shop.ts";
import { importFile, keepUpload, performRun, startAct } from "./import-runs.server.ts";
import { undoImport } from "./undo-import.server.ts";

const { services } = await openTestShop();
const { db } = services;
const ana = { userId: 1, userName: "Ana" };
const tools = {
  ...services,
  publicUrl: services.env.publicUrl,
  fetchPicture: () => Promise.reject(new Error("something was fetched")),
};

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
  await db.delete(importRuns);
  await db.delete(auditLog);
});

const fileOf = (bytes: string | Uint8Array) =>
  async function* () {
    yield Buffer.from(bytes);
  };
async function bring(bytes: string | Uint8Array, now?: Date) {
  const answer = await importFile(
    { ...tools, ...(now === undefined ? {} : { now: () => now }) },
    { fileName: "products.csv", size: 1, open: fileOf(bytes), isDryRun: false, withPictures: false },
    ana,
  );
  if (!answer.ok) throw new Error(answer.error);
  return answer.value;
}
async function undo(runId: number) {
  expect(await moveRun(db, runId, ["done"], { state: "undoing" })).toBe(true);
  await undoImport(db, runId, ana, new Date());
  return findRun(db, runId);
}
const all = async () =>
  loadCurrentProducts(db, { ids: (await db.select({ id: products.id }).from(products)).map((row) => row.id) }, new Date());
const named = async (name: string) => (await all()).find((product) => product.name === name)!;
const exported = async () => (await Array.fromAsync(exportCatalogue(db, { publicUrl: "https://shop.example", now: new Date() }))).join("");

test("imports semicolons, old encodings and decimal commas", async () => {
  const { report } = await bring(
    Buffer.from("Produktname;Preis;Kategorie;Bestand\r\nKäse;1.299,50;Küche;3\r\nBrot;4,50;Küche;\r\nBrot;5,00;;\r\n", "latin1"),
  );
  expect(report.problems.map((problem) => problem.message)).toEqual(['"Brot" is already in line 3.']);
  expect(await named("Käse")).toMatchObject({ price: 129_950, stock: 3, isHidden: false });
  expect(await named("Brot")).toMatchObject({ price: 450, stock: null });
});

test("a broken line costs that line only", async () => {
  const text = [
    "Handle,Title,Body (HTML),Tags,Variant Price,Title",
    "good,Good,<p>x</p>,,5,",
    `long,${"L".repeat(100_000)},${"<b>x</b>".repeat(30_000)},${"t".repeat(100_000)},6,`,
    "wide,Wide,,,5,,,,surplus",
    "short,Short,,,7",
    '"broken"x,Broken,,,5,',
    '=cmd,"line\nbreak",,,$1,200.50,x',
    '"many","Many\r\nlines",,,"1,200.50",',
    "free,Free,,,gratis,",
  ].join("\r\n");
  const { report, runId } = await bring(text);
  expect(report.products).toMatchObject({ new: 4, broken: 4 });
  expect((await all()).map((product) => product.name.slice(0, 10)).toSorted()).toEqual(["Good", "LLLLLLLLLL", "Many lines", "Short"]);
  expect((await named("Many lines")).price).toBe(120_050);
  const { problems } = await listProblems(db, runId, 50);
  expect(problems.map(({ line, lost }) => `${line} ${lost}`)).toEqual([
    "1 detail",
    "3 detail",
    "3 detail",
    "3 detail",
    "4 row",
    "5 detail",
    "6 row",
    "7 row",
    "11 product",
  ]);
});

test("an export restores everything into an empty shop", async () => {
  await bring(
    [
      "Handle,Title,Body (HTML),Published,Option1 Name,Option1 Value,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,SEO Title,SEO Description,Categories,Summary,Kitchen Name,Allergens,Dietary Tags,Calories,Popular,Sold Out,Tax Class,Hours,Tags",
      `tea,'=Tea,<p>Hot.</p>,true,Size,Small,,,3.00,3.50,Best tea,Very good tea,Drinks > Hot; Breakfast,Hot & green,TEA,"milk, nuts",vegan,120,yes,2030-01-01T10:00:00.000Z,zero,"{""monday"":[""07:00-11:00""]}","a, b"`,
      "tea,,,,,Large,,,4.00,4.50,,,,,,,,,,,,,",
      "cup,Cup,,false,,,shopbell,5,9.90,,,,,,,,,,no,yes,standard,,",
    ].join("\n"),
  );
  expect(await named("=Tea")).toMatchObject({
    details: {
      compareAtCents: 350,
      seoTitle: "Best tea",
      summary: "Hot & green",
      kitchenName: "TEA",
      allergens: ["milk", "nuts"],
      calories: 120,
      isPopular: true,
      soldOutUntil: "2030-01-01T10:00:00.000Z",
      hours: { monday: ["07:00-11:00"] },
    },
  });
  const before = await exported();
  const again = await bring(before);
  expect(again.report).toMatchObject({ products: { new: 0, changed: 0, unchanged: 2 }, problems: [] });
  await db.delete(products);
  await db.delete(categories);
  expect((await bring(before)).report).toMatchObject({ products: { new: 2 }, problems: [] });
  expect(await exported()).toBe(before);
});

test("undo bins created products, restores fields and reports later changes", async () => {
  const first = await bring("Handle,Title,Variant Price,Categories,Tags\na,Apple,1,Fruit,old\nb,Bread,2,Fruit,\nc,Cheese,3,Fruit,\n");
  const second = await bring(
    "Handle,Title,Variant Price,Categories,Tags\na,Apple,9,New,new\nb,Bread,8,Fruit,\nd,Date,4,New,\ne,Egg,5,New,\n",
  );
  expect(second.report.products).toEqual({ new: 2, changed: 2, unchanged: 0, broken: 0 });
  await db.update(products).set({ name: "Bio bread", priceCents: 850 }).where(eq(products.name, "Bread"));
  await db.update(products).set({ name: "Big egg" }).where(eq(products.name, "Egg"));
  const undone = await undo(second.runId);
  expect(undone).toMatchObject({ state: "undone", undoneBy: "Ana" });
  expect(undone?.notes).toEqual([
    "1 product moved to the bin, 1 product back as before.",
    "“Egg” stays: name was changed since.",
    "“Bread”: price was changed since, so that stays.",
    "The category “New” stays: it was changed or is in use.",
  ]);
  expect(await named("Apple")).toMatchObject({ price: 100, tags: ["old"], categories: [{ path: ["Fruit"] }] });
  expect(await named("Bio bread")).toMatchObject({ price: 850 });
  expect(await named("Date")).toMatchObject({ isInBin: true });
  expect(await named("Big egg")).toMatchObject({ isInBin: false });
  expect(await db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id)).toEqual([
    { action: "import-products" },
    { action: "import-products" },
    { action: "undo-import" },
  ]);
  const reset = await undo(first.runId);
  expect(reset?.notes[0]).toContain("moved to the bin");
  // The same file once more brings them out of the bin.
  expect((await bring("Handle,Title,Variant Price,Categories,Tags\nd,Date,4,New,\n")).report.products).toMatchObject({ changed: 1 });
  expect(await named("Date")).toMatchObject({ isInBin: false });
});

test("undo skips a removed tax class and reports it", async () => {
  await writeSettings(db, services.secrets, { REDUCED_TAX_RATES: "Books 5, Food 2" }, ana);
  await bring("Handle,Title,Variant Price,Tax Class\na,Atlas,1,books\nb,Bread,1,food\n");
  const { runId } = await bring("Handle,Title,Variant Price,Tax Class\na,Atlas,2,standard\nb,Bread,1,standard\n");
  await writeSettings(db, services.secrets, { REDUCED_TAX_RATES: "Food 2" }, ana);
  const { notes } = (await undo(runId))!;
  expect(notes).toEqual([
    "0 products moved to the bin, 2 products back as before.",
    "“Atlas” keeps its tax class: its earlier one, “books”, is no longer in the settings.",
  ]);
  expect(await named("Atlas")).toMatchObject({ price: 100, taxClass: "standard" });
  expect(await named("Bread")).toMatchObject({ taxClass: "food" });
  await writeSettings(db, services.secrets, { REDUCED_TAX_RATES: null }, ana);
});

test("undo restores removed options", async () => {
  await bring("Handle,Title,Option1 Name,Option1 Value,Variant Price\na,Apple,Size,Small,1\na,,,Large,2\n");
  const before = await named("Apple");
  const { runId } = await bring("Handle,Title,Option1 Name,Option1 Value,Variant Price\na,Apple,Colour,Red,1\n");
  expect((await undo(runId))?.notes).toEqual(["0 products moved to the bin, 1 product back as before."]);
  const after = await named("Apple");
  expect(variantTableOf(after.price, after.groups)).toEqual(variantTableOf(before.price, before.groups));
});

test("resumes an interrupted run with the same numbers", async () => {
  const text = `Handle,Title,Variant Price\n${Array.from({ length: 250 }, (_, index) => `p${index},P${index},${index}`).join("\n")}\n`;
  const kept = await keepUpload(db, { name: "big.csv", size: text.length, stream: fileOf(text) }, ana, new Date());
  if (!kept.ok) throw new Error(kept.error);
  const runId = kept.value;
  const run = async () => (await findRun(db, runId))!;
  expect(await run()).toMatchObject({ state: "uploaded", rowsTotal: 250, mapping: { format: "shopify" } });
  expect(await startAct(services, await run(), "run", ana)).toMatchObject({ ok: false });
  expect(
    await startAct(services, await run(), "check", ana, { mapping: { ...(await run()).mapping!, columns: ["handle", null, "price"] } }),
  ).toMatchObject({
    ok: false,
    error: expect.stringContaining("no column for the name"),
  });
  expect(await startAct(services, await run(), "check", ana, { withPictures: false })).toMatchObject({ ok: true });
  await performRun(tools, runId);
  expect(await run()).toMatchObject({ state: "checked", rowsDone: 250, counts: { new: 250, changed: 0 } });
  expect(await db.$count(products)).toBe(0);
  await startAct(services, await run(), "run", ana);
  let batches = 0;
  await expect(performRun({ ...tools, isAborted: () => ++batches > 1 }, runId)).rejects.toThrow("goes on elsewhere");
  expect(await db.$count(products)).toBeGreaterThan(0);
  await performRun(tools, runId);
  expect(await run()).toMatchObject({ state: "done", counts: { new: 250, changed: 0, unchanged: 0 } });
  expect(await db.$count(products)).toBe(250);
  expect(await db.$count(importChunks)).toBe(0);
  expect((await listItems(db, runId, { outcome: "", from: 0, limit: 1 })).total).toBe(250);
  expect((await undo(runId))?.notes[0]).toBe("250 products moved to the bin, 0 products back as before.");
  expect(await db.$count(importChanges)).toBe(250);
});

test("a stopped run keeps its batches and can be undone", async () => {
  const text = `Handle,Title,Variant Price\n${Array.from({ length: 150 }, (_, index) => `p${index},P${index},1`).join("\n")}\n`;
  const kept = await keepUpload(db, { name: "big.csv", size: text.length, stream: fileOf(text) }, ana, new Date());
  if (!kept.ok) throw new Error(kept.error);
  await moveRun(db, kept.value, ["uploaded"], {
    state: "running",
    isCancelled: true,
    options: { facts: (await findRun(db, kept.value))!.facts!, withPictures: false },
  });
  await performRun(tools, kept.value);
  expect(await findRun(db, kept.value)).toMatchObject({ state: "cancelled", counts: { new: 100 } });
  expect(await db.$count(products)).toBe(100);
});

test.each(["", "x"])("a long description of emoji after “%s” is imported over another", async (before) => {
  const file = (description: string) => `Name,Price,Description\r\nCake,10.00,${description}\r\n`;
  await bring(file("A cake"));
  const { report } = await bring(file(before + "🎂".repeat(150)));
  expect(report.products).toMatchObject({ changed: 1 });
});
