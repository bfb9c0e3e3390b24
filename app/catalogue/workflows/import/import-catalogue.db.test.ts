import { createReadStream } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listCategoryTree } from "#app/catalogue/data/categories.server.ts";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { findProduct, listProducts } from "#app/catalogue/data/products.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import type { CsvChoice } from "#app/store/domain/place/csv-format.ts";
import { insertCatalogue } from "#db/seed/insert-catalogue.ts";
import { SEED_SETTINGS } from "#db/seed/seed-settings.ts";
import { insertCategory } from "#test/catalogue.ts";
import { catalogueFingerprint, countRows, IMPORTED_AT, openImporter, productFile, PUBLIC_URL, variantsOf } from "#test/imports.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { summaryOf } from "./import-batch.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";

const { runImport, tryImport } = await openImporter();
const apparel = await createTestDatabase();
const { db } = await createTestDatabase();
const demo = await createTestDatabase();
const secrets = createSecretBox("a secret of the shop, long enough to be one");

test("imports a real product export completely", async () => {
  const report = await runImport(apparel.db, () => createReadStream("test/data/shopify-apparel.csv"));
  expect(report).toMatchObject({
    products: { new: 20, changed: 0, unchanged: 0, broken: 0 },
    problemCount: 0,
    newCategories: ["Men", "Women"],
    newTemplates: 1,
  });
  expect((await listCategoryTree(apparel.db)).map((node) => [node.name, node.productCount])).toEqual([
    ["Men", 6],
    ["Women", 14],
  ]);
  expect(await variantsOf(apparel.db, "classic-varsity-top")).toEqual({
    titles: ["Size"],
    variants: ["Small", "Medium", "Large"].map((value) => ({ values: [value], price: 6000 })),
  });
  const [shirt] = (await listProducts(apparel.db, { q: "ocean" }, IMPORTED_AT)).products;
  expect(shirt).toMatchObject({
    name: "Ocean Blue Shirt",
    price: 5000,
    isFrom: false,
    tags: ["men"],
    summary: "Ocean blue cotton shirt with a narrow collar and buttons down the front and long sleeves.",
  });
});

test("the summary is a complete sentence or empty", async () => {
  const imported = await loadCurrentProducts(
    apparel.db,
    { importKeys: ["shopify:ocean-blue-shirt", "shopify:classic-varsity-top"] },
    IMPORTED_AT,
  );
  expect(imported).toHaveLength(2);
  expect(await countRows(apparel.db, "products where summary like '%…'")).toBe(0);
  expect(summaryOf(`<p>${"Long ".repeat(40)}story. Short end.</p>`)).toBe("");
  expect(summaryOf("<p>Soft cotton tee. Made in Porto.</p>")).toBe("Soft cotton tee.");
});

test("a second run, dry run or re-imported export changes nothing", async () => {
  const before = await catalogueFingerprint(apparel.db);
  expect((await runImport(apparel.db, () => createReadStream("test/data/shopify-apparel.csv"))).products).toEqual({
    new: 0,
    changed: 0,
    unchanged: 20,
    broken: 0,
  });
  const exported = (await Array.fromAsync(exportCatalogue(apparel.db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  expect((await runImport(apparel.db, exported)).products).toEqual({ new: 0, changed: 0, unchanged: 20, broken: 0 });
  expect(await catalogueFingerprint(apparel.db)).toBe(before);
});

test("a dry run predicts the import", async () => {
  const text = productFile(
    "tee,Tee,<p>Soft.</p>,Shirts,cotton,true,Size,S,,,20.00,",
    "tee,,,,,,,L,,,25.00,",
    "cap,Cap,,Hats,,false,Title,Default Title,,,12.50,",
  );
  const before = await catalogueFingerprint(db);
  const rehearsal = await runImport(db, text, { isDryRun: true });
  expect(await catalogueFingerprint(db)).toBe(before);
  const real = await runImport(db, text);
  expect(rehearsal).toEqual(real);
  expect(real).toMatchObject({ products: { new: 2 }, newCategories: ["Shirts", "Cotton", "Hats"], newTemplates: 1 });
  expect((await listProducts(db, { q: "cap" }, IMPORTED_AT)).total).toBe(0);
});

test("reports and writes changes of the file and keeps staff edits", async () => {
  const own = await insertCategory(db, { name: "Sale" });
  await db.execute(
    sql`insert into product_categories (product_id, category_id) select id, ${own} from products where import_key = 'shopify:tee'`,
  );
  await db.execute(sql`update products set kitchen_name = 'TEE', summary = 'Our own words' where import_key = 'shopify:tee'`);
  const [before] = await loadCurrentProducts(db, { importKeys: ["shopify:tee"] }, IMPORTED_AT);
  const report = await runImport(db, productFile("tee,Tee,<p>Soft.</p>,Shirts,cotton,true,Size,S,,,21.00,", "tee,,,,,,,L,,,26.00,"));
  expect(report.changedProducts).toEqual([{ line: 2, name: "Tee", changes: ["price: $20.00 → $21.00"], removedOptions: [] }]);
  const [after] = await loadCurrentProducts(db, { importKeys: ["shopify:tee"] }, IMPORTED_AT);
  expect(after!.groups.map((group) => group.options.map((option) => option.id))).toEqual(
    before!.groups.map((group) => group.options.map((option) => option.id)),
  );
  expect(after).toMatchObject({ summary: "Our own words", price: 2100 });
  expect(after!.categories.map((category) => category.path.join()).toSorted()).toEqual(["Cotton", "Sale", "Shirts"]);
  const smaller = await runImport(db, productFile("tee,Tee,<p>Soft.</p>,Shirts,,true,Size,S,,,21.00,"));
  expect(smaller.changedProducts[0]).toMatchObject({
    changes: ["tags: cotton → none", "categories", "options: Size: S, L → Size: S"],
    removedOptions: ["Size: L"],
  });
  expect(await countRows(db, "products where kitchen_name = 'TEE'")).toBe(1);
});

test("an unchanged file keeps staff edits", async () => {
  const text = productFile("mug,Mug,,Home,,true,Title,Default Title,,,9.00,");
  await runImport(db, text);
  await db.execute(sql`update products set price_cents = 1000, name = 'Big mug' where import_key = 'shopify:mug'`);
  expect((await runImport(db, text)).products.unchanged).toBe(1);
  expect(await countRows(db, "products where name = 'Big mug' and price_cents = 1000")).toBe(1);
});

test("reports broken rows by line and imports the rest", async () => {
  const report = await runImport(
    db,
    productFile(
      'a1,"Line one\nline two",<p>x</p>,Odd,,true,Size,S,,,10,',
      "a1,,,,,,,M,,,12.345,",
      "a1,,,,,,,L,,,-3,",
      "a1,,,,,,,S,,,11,",
      "a1,,,,,,,,,,13,",
      ",No handle,,,,true,Title,Default Title,,,1,",
      "a2,,,,,true,Title,Default Title,,,5,",
      "a3,Fine,,,,true,Title,Default Title,,,5,",
      'a4,"Broken"x,,,,true,Title,Default Title,,,5,',
      "a5,Too,many,,,true,Title,Default Title,,,5,,,more",
      "a6,Nothing,,,,true,,,,,,",
      "a1,,,,,,,XL,,,10,",
      'a7,Also fine,,,,true,Title,Default Title,,,"1,234.50",',
    ),
  );
  expect(report.problems.map((problem) => [problem.line, problem.lost])).toEqual([
    [4, "row"],
    [5, "row"],
    [6, "row"],
    [7, "row"],
    [8, "row"],
    [9, "product"],
    [11, "row"],
    [12, "row"],
    [13, "product"],
    [14, "row"],
  ]);
  expect(report.problems[0]?.message).toBe(
    'The price "12.345" is not understood. Enter an amount with at most two decimals, such as 12.50. Thousands have no point: 12345.',
  );
  expect(report.products).toEqual({ new: 3, changed: 0, unchanged: 0, broken: 6 });
  expect(await variantsOf(db, "a1")).toEqual({ titles: ["Size"], variants: [{ values: ["S"], price: 1000 }] });
  expect((await variantsOf(db, "a7")).variants[0]?.price).toBe(123_450);
});

test("ignores line endings", async () => {
  const file = (end: string) =>
    ["Handle,Title,Body (HTML),Variant Price", `"ends","Line ends","<p>One</p>${end}<p>two</p>","5.00"`, ""].join(end);
  expect((await runImport(db, file("\n"))).products).toMatchObject({ new: 1 });
  for (const end of ["\r\n", "\r", "\n"]) expect((await runImport(db, file(end))).products).toMatchObject({ changed: 0, unchanged: 1 });
});

test("skips a repeated name or handle", async () => {
  const twice = "Name,Price\nCountless tea,5.00\nCountless tea,6.00\n,7.00\n";
  const report = await runImport(db, twice);
  expect([report.products, report.problems.map(({ line, lost }) => [line, lost])]).toEqual([
    { new: 1, changed: 0, unchanged: 0, broken: 2 },
    [
      [3, "row"],
      [4, "row"],
    ],
  ]);
});

test("neutralizes hostile text and restores hostile cells", async () => {
  await runImport(
    db,
    productFile(
      `x1,"=HYPERLINK(""http://evil.example"")","<p onclick=""x()"">Hi<script>alert(1)</script></p>",@sum,+tag,true,Title,Default Title,,,5,`,
    ),
  );
  const [product] = await loadCurrentProducts(db, { importKeys: ["shopify:x1"] }, IMPORTED_AT);
  expect(product).toMatchObject({ name: '=HYPERLINK("http://evil.example")', descriptionHtml: "<p>Hi</p>", tags: ["+tag"] });
  const exported = (await Array.fromAsync(exportCatalogue(db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  const line = exported.split("\r\n").find((each) => each.startsWith("x1,")) ?? "";
  expect(line).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(line).toContain(",'+tag,");
  expect((await runImport(db, exported)).products).toMatchObject({ new: 0, changed: 0, broken: 0 });
});

test("re-importing the demo menu with templates changes nothing", async () => {
  await inTransaction(demo.db, async (tx) => {
    await insertCatalogue(tx, new Map(), IMPORTED_AT);
    await writeSettings(tx, secrets, SEED_SETTINGS, {
      userId: null,
      userName: "demo shop",
    });
  });
  const before = await catalogueFingerprint(demo.db);
  const exported = (await Array.fromAsync(exportCatalogue(demo.db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  const report = await runImport(demo.db, exported);
  expect([report.changedProducts, report.problems]).toEqual([[], []]);
  expect(report.products.unchanged).toBe(await countRows(demo.db, "products"));
  expect(await catalogueFingerprint(demo.db)).toBe(before);
});

test.each<[CsvChoice, RegExp]>([
  ["semicolon", /;"\d+,\d\d";/],
  ["semicolon-point", /;\d+\.\d\d;/],
])("an export with CSV_FORMAT %s changes nothing when it is imported again", async (choice, price) => {
  const set = (CSV_FORMAT: CsvChoice | null) =>
    inTransaction(demo.db, (tx) => writeSettings(tx, secrets, { CSV_FORMAT }, { userId: null, userName: "Ana" }));
  const before = await catalogueFingerprint(demo.db);
  await set(choice);
  const exported = (await Array.fromAsync(exportCatalogue(demo.db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  await set(null);
  expect(exported).toMatch(price);
  const report = await runImport(demo.db, exported);
  expect([report.changedProducts, report.products.new, report.problems]).toEqual([[], 0, []]);
  expect(await catalogueFingerprint(demo.db)).toBe(before);
});

test("a changed price changes only that price", async () => {
  const exported = (await Array.fromAsync(exportCatalogue(demo.db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  const dearer = exported.replaceAll(
    /^(latte-[^\r]*?,)(\d+\.\d\d)(,,true)/gm,
    (_line, before: string, price: string, after: string) => `${before}${(Number(price) + 0.5).toFixed(2)}${after}`,
  );
  expect(dearer).not.toBe(exported);
  const [{ products: found }] = [await listProducts(demo.db, { q: "latte", sort: "name" }, IMPORTED_AT)];
  const latteId = found.find((product) => product.name === "Latte")!.id;
  const before = await findProduct(demo.db, latteId, IMPORTED_AT);
  const report = await runImport(demo.db, dearer);
  expect(report.changedProducts).toMatchObject([{ name: "Latte", changes: ["price: $4.50 → $5.00"], removedOptions: [] }]);
  const after = await findProduct(demo.db, latteId, IMPORTED_AT);
  expect(after).toEqual({ ...before, basePrice: 500, startingPrice: 500, updatedAt: IMPORTED_AT });
});

test("equal ids of different shops are different products", async () => {
  const exported = (await Array.fromAsync(exportCatalogue(demo.db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  const before = await countRows(db, "products");
  const report = await runImport(db, exported);
  expect(report.products.changed).toBe(0);
  expect(await countRows(db, "products")).toBe(before + report.products.new);
});

test("rejects a file that is no product file", async () => {
  const refused = async (text: string | Uint8Array) => {
    const imported = await tryImport(db, text, { isDryRun: true });
    return imported.ok ? "" : imported.error;
  };
  expect(await refused("")).toBe("The file is empty.");
  expect(await refused("Colour,Weight\nred,5\n")).toContain("no column for the name and the price");
  expect(await refused("Handle,Variant Price\nx,5\n")).toContain("no column for the name");
  expect(await refused(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0xff, 0xfe]))).toContain("This is not a text file");
});

test("two concurrent imports create each product once", async () => {
  const text = productFile(...Array.from({ length: 40 }, (_, index) => `race-${index},R${index},,Race,,true,Size,S${index % 3},,,5,`));
  const reports = await Promise.all([runImport(db, text), runImport(db, text)]);
  expect(reports.reduce((sum, report) => sum + report.products.new, 0)).toBe(40);
  expect(await countRows(db, "products where import_key like 'shopify:race-%'")).toBe(40);
  expect(await countRows(db, "categories where name = 'Race'")).toBe(1);
});

test("reports the redirects from the previous shop for the visible products of a Shopify file", async () => {
  const { db: shop } = await createTestDatabase();
  const rows = [
    "Handle,Title,Variant Price,Status",
    "linen-shirt,Linen shirt,40,active",
    "old-hat,Old hat,20,archived",
    "2024,Calendar,9,active",
    "soup-7-0123abcd,Soup,5,active",
  ];
  const report = await runImport(shop, rows.join("\n"));
  expect(report).toMatchObject({ oldAddresses: 1 });
  const notes = await shop.execute<{ summary: string[] }>(sql`select summary from import_runs`, "objects");
  expect(notes[0]?.summary).toContain("Addresses of the old shop such as /products/linen-shirt lead to 1 product.");
});
