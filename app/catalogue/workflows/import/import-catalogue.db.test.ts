import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { listCategoryTree } from "#app/catalogue/data/categories.server.ts";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { findProduct, listProducts } from "#app/catalogue/data/products.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { variantTableOf } from "#app/catalogue/domain/import/variants.ts";
import { fail, ok } from "#app/values/result.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import type { FetchPicture } from "#app/media/gateway/fetch-picture.server.ts";
import { insertCatalogue } from "#db/seed/insert-catalogue.ts";
import { SEED_SETTINGS } from "#db/seed/settings.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { summaryOf } from "./import-batch.server.ts";
import type { ImportReport } from "./import-catalogue.server.ts";
import { importFile } from "./import-runs.server.ts";
import type { OpenFile } from "./read-products.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { openMediaStore } from "#app/media/gateway/open-media-store.server.ts";

/** Real work for the processor: on a busy machine it takes its time. */
const SLOW_MS = 60_000;

const now = new Date("2026-05-04T12:00:00Z");
const publicUrl = "https://shop.example";
const dataDir = await mkdtemp(path.join(tmpdir(), "shopbell-import-"));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const media = await openMediaStore({ mediaUrl: null, dataDir });

const apparel = await createTestDatabase();
const { db } = await createTestDatabase();
const demo = await createTestDatabase();
const random = await createTestDatabase();

type Pictures = { readonly media: MediaStore; readonly fetchPicture: FetchPicture; readonly publicUrl: string };
interface Changes {
  readonly pictures?: Pictures | null;
  readonly isDryRun?: boolean;
  readonly now?: Date;
}

const noPictures: Pictures = { media, publicUrl, fetchPicture: () => Promise.reject(new Error("something was fetched")) };

async function tryImport(on: Db, source: string | Uint8Array | OpenFile, changes: Changes = {}) {
  const open =
    typeof source === "function"
      ? source
      : async function* () {
          yield Buffer.from(source);
        };
  return importFile(
    { db: on, now: () => changes.now ?? now, ...(changes.pictures ?? noPictures) },
    { fileName: "products.csv", size: 1, open, isDryRun: changes.isDryRun ?? false, withPictures: (changes.pictures ?? null) !== null },
    { userId: null, userName: "operator" },
  );
}

async function runImport(on: Db, source: string | OpenFile, changes: Changes = {}): Promise<ImportReport> {
  const imported = await tryImport(on, source, changes);
  if (!imported.ok) throw new Error(imported.error);
  return imported.value.report;
}

const HEADING =
  "Handle,Title,Body (HTML),Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Image Src";
const file = (...lines: readonly string[]): string => [HEADING, ...lines].join("\n");
const count = async (on: Db, what: string): Promise<number> =>
  (await on.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${what}`), "objects"))[0]!.n;
const fingerprint = async (on: Db) =>
  JSON.stringify(
    await on.execute(
      sql`select md5(string_agg(t::text, '|' order by t::text)) as sum from (
    select to_jsonb(p) as t from products p union all select to_jsonb(c) from categories c union all select to_jsonb(x) from customization_templates x
    union all select to_jsonb(o) from customization_options o union all select to_jsonb(l) - 'id' from product_customizations l union all select to_jsonb(m) from product_categories m
    union all select to_jsonb(pm) from product_media pm) all_rows`,
      "objects",
    ),
  );
const tableOf = async (on: Db, handle: string) => {
  const [product] = await loadCurrentProducts(on, { importKeys: [`shopify:${handle}`] }, now);
  return variantTableOf(product!.price, product!.groups);
};

test("a real product export comes in whole", async () => {
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
  expect(await tableOf(apparel.db, "classic-varsity-top")).toEqual({
    titles: ["Size"],
    variants: ["Small", "Medium", "Large"].map((value) => ({ values: [value], price: 6000 })),
  });
  const [shirt] = (await listProducts(apparel.db, { q: "ocean" }, now)).products;
  expect(shirt).toMatchObject({
    name: "Ocean Blue Shirt",
    price: 5000,
    isFrom: false,
    tags: ["men"],
    summary: "Ocean blue cotton shirt with a narrow collar and buttons down the front and long sleeves.",
  });
});

test("the summary is a whole first sentence or empty, never one that breaks off", async () => {
  const imported = await loadCurrentProducts(apparel.db, { importKeys: ["shopify:ocean-blue-shirt", "shopify:classic-varsity-top"] }, now);
  expect(imported).toHaveLength(2);
  expect(await count(apparel.db, "products where summary like '%…'")).toBe(0);
  expect(summaryOf(`<p>${"Long ".repeat(40)}story. Short end.</p>`)).toBe("");
  expect(summaryOf("<p>Soft cotton tee. Made in Porto.</p>")).toBe("Soft cotton tee.");
});

test("a second run changes nothing, nor does a dry run, nor an export that is read back", async () => {
  const before = await fingerprint(apparel.db);
  expect((await runImport(apparel.db, () => createReadStream("test/data/shopify-apparel.csv"))).products).toEqual({
    new: 0,
    changed: 0,
    unchanged: 20,
    broken: 0,
  });
  const exported = (await Array.fromAsync(exportCatalogue(apparel.db, { publicUrl, now }))).join("");
  expect((await runImport(apparel.db, exported)).products).toEqual({ new: 0, changed: 0, unchanged: 20, broken: 0 });
  expect(await fingerprint(apparel.db)).toBe(before);
});

test("a dry run says what the import then does", async () => {
  const text = file(
    "tee,Tee,<p>Soft.</p>,Shirts,cotton,true,Size,S,,,20.00,",
    "tee,,,,,,,L,,,25.00,",
    "cap,Cap,,Hats,,false,Title,Default Title,,,12.50,",
  );
  const before = await fingerprint(db);
  const rehearsal = await runImport(db, text, { isDryRun: true });
  expect(await fingerprint(db)).toBe(before);
  const real = await runImport(db, text);
  expect(rehearsal).toEqual(real);
  expect(real).toMatchObject({ products: { new: 2 }, newCategories: ["Shirts", "Cotton", "Hats"], newTemplates: 1 });
  expect((await listProducts(db, { q: "cap" }, now)).total).toBe(0);
});

test("what changed in the file is named and written; options that go are named too; staff's own work stays", async () => {
  const own = await insertCategory(db, { name: "Sale" });
  await db.execute(
    sql`insert into product_categories (product_id, category_id) select id, ${own} from products where import_key = 'shopify:tee'`,
  );
  await db.execute(sql`update products set kitchen_name = 'TEE', summary = 'Our own words' where import_key = 'shopify:tee'`);
  const [before] = await loadCurrentProducts(db, { importKeys: ["shopify:tee"] }, now);
  const report = await runImport(db, file("tee,Tee,<p>Soft.</p>,Shirts,cotton,true,Size,S,,,21.00,", "tee,,,,,,,L,,,26.00,"));
  expect(report.changedProducts).toEqual([{ line: 2, name: "Tee", changes: ["price: $20.00 → $21.00"], removedOptions: [] }]);
  const [after] = await loadCurrentProducts(db, { importKeys: ["shopify:tee"] }, now);
  expect(after!.groups.map((group) => group.options.map((option) => option.id))).toEqual(
    before!.groups.map((group) => group.options.map((option) => option.id)),
  );
  expect(after).toMatchObject({ summary: "Our own words", price: 2100 });
  expect(after!.categories.map((category) => category.path.join()).toSorted()).toEqual(["Cotton", "Sale", "Shirts"]);
  const smaller = await runImport(db, file("tee,Tee,<p>Soft.</p>,Shirts,,true,Size,S,,,21.00,"));
  expect(smaller.changedProducts[0]).toMatchObject({
    changes: ["tags: cotton → none", "categories", "options: Size: S, L → Size: S"],
    removedOptions: ["Size: L"],
  });
  expect(await count(db, "products where kitchen_name = 'TEE'")).toBe(1);
});

test("an unchanged file does not undo what staff have changed since", async () => {
  const text = file("mug,Mug,,Home,,true,Title,Default Title,,,9.00,");
  await runImport(db, text);
  await db.execute(sql`update products set price_cents = 1000, name = 'Big mug' where import_key = 'shopify:mug'`);
  expect((await runImport(db, text)).products.unchanged).toBe(1);
  expect(await count(db, "products where name = 'Big mug' and price_cents = 1000")).toBe(1);
});

test("broken rows are named by line and reason; everything else comes in", async () => {
  const report = await runImport(
    db,
    file(
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
    [13, "row"],
    [13, "product"],
    [14, "row"],
  ]);
  expect(report.problems[0]?.message).toBe(
    'The price "12.345" is not understood. Enter an amount with at most two decimals, such as 12.50.',
  );
  expect(report.products).toEqual({ new: 3, changed: 0, unchanged: 0, broken: 2 });
  expect(await tableOf(db, "a1")).toEqual({ titles: ["Size"], variants: [{ values: ["S"], price: 1000 }] });
  expect((await tableOf(db, "a7")).variants[0]?.price).toBe(123_450);
});

test("products with the same options share one template, at whatever prices", async () => {
  const before = await count(db, "customization_templates");
  await runImport(
    db,
    file(
      "s1,S1,,,,true,Fit,Slim,,,10,",
      "s1,,,,,,,Wide,,,12,",
      "s2,S2,,,,true,Fit,Slim,,,30,",
      "s2,,,,,,,Wide,,,32,",
      "s3,S3,,,,true,Fit,Slim,,,50,",
      "s3,,,,,,,Wide,,,45,",
    ),
  );
  expect(await count(db, "customization_templates")).toBe(before + 1);
  expect(
    await count(
      db,
      "product_customizations l join products p on p.id = l.product_id where p.import_key like 'shopify:s_' and l.overrides <> '{}'",
    ),
  ).toBe(1);
  for (const [handle, prices] of [
    ["s1", [1000, 1200]],
    ["s2", [3000, 3200]],
    ["s3", [5000, 4500]],
  ] as const)
    expect((await tableOf(db, handle)).variants.map((variant) => variant.price)).toEqual(prices);
});

test("a template that staff have rewritten is left to them", async () => {
  await runImport(db, file("r1,R1,,,,true,Cut,Short,,,10,", "r1,,,,,,,Long,,,12,"));
  await db.execute(sql`update customization_options set name = 'Very long' where name = 'Long'`);
  await runImport(db, file("r2,R2,,,,true,Cut,Short,,,10,", "r2,,,,,,,Long,,,12,"));
  expect((await tableOf(db, "r2")).variants.map((variant) => variant.values)).toEqual([["Short"], ["Long"]]);
  expect((await tableOf(db, "r1")).variants.map((variant) => variant.values)).toEqual([["Short"], ["Very long"]]);
});

test("hostile text is inert and hostile cells come back as they were", async () => {
  await runImport(
    db,
    file(
      `x1,"=HYPERLINK(""http://evil.example"")","<p onclick=""x()"">Hi<script>alert(1)</script></p>",@sum,+tag,true,Title,Default Title,,,5,`,
    ),
  );
  const [product] = await loadCurrentProducts(db, { importKeys: ["shopify:x1"] }, now);
  expect(product).toMatchObject({ name: '=HYPERLINK("http://evil.example")', descriptionHtml: "<p>Hi</p>", tags: ["+tag"] });
  const exported = (await Array.fromAsync(exportCatalogue(db, { publicUrl, now }))).join("");
  const line = exported.split("\r\n").find((each) => each.startsWith("x1,")) ?? "";
  expect(line).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(line).toContain(",'+tag,");
  expect((await runImport(db, exported)).products).toMatchObject({ new: 0, changed: 0, broken: 0 });
});

test("an export of the demo menu, with all its templates, read back changes nothing", async () => {
  await inTransaction(demo.db, async (tx) => {
    await insertCatalogue(tx, new Map(), now);
    await writeSettings(tx, createSecretBox("a secret of the shop, long enough to be one"), SEED_SETTINGS, {
      userId: null,
      userName: "demo shop",
    });
  });
  const before = await fingerprint(demo.db);
  const exported = (await Array.fromAsync(exportCatalogue(demo.db, { publicUrl, now }))).join("");
  const report = await runImport(demo.db, exported);
  expect([report.changedProducts, report.problems]).toEqual([[], []]);
  expect(report.products.unchanged).toBe(await count(demo.db, "products"));
  expect(await fingerprint(demo.db)).toBe(before);
});

test("a price changed in an export of the demo menu changes that price and nothing else", async () => {
  const exported = (await Array.fromAsync(exportCatalogue(demo.db, { publicUrl, now }))).join("");
  const dearer = exported.replaceAll(
    /^(latte-[^\r]*?,)(\d+\.\d\d)(,,true)/gm,
    (_line, before: string, price: string, after: string) => `${before}${(Number(price) + 0.5).toFixed(2)}${after}`,
  );
  expect(dearer).not.toBe(exported);
  const [{ products: found }] = [await listProducts(demo.db, { q: "latte", sort: "name" }, now)];
  const latteId = found.find((product) => product.name === "Latte")!.id;
  const before = await findProduct(demo.db, latteId, now);
  const report = await runImport(demo.db, dearer);
  expect(report.changedProducts).toMatchObject([{ name: "Latte", changes: ["price: $4.50 → $5.00"], removedOptions: [] }]);
  const after = await findProduct(demo.db, latteId, now);
  expect(after).toEqual({ ...before, basePrice: 500, startingPrice: 500, updatedAt: now });
});

test("the same id in another shop is another product", async () => {
  const exported = (await Array.fromAsync(exportCatalogue(demo.db, { publicUrl, now }))).join("");
  const before = await count(db, "products");
  const report = await runImport(db, exported);
  expect(report.products.changed).toBe(0);
  expect(await count(db, "products")).toBe(before + report.products.new);
});

test("pictures come in when they can be had; the others are reported, and asked for again next time", async () => {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#963" } })
    .jpeg()
    .toBuffer();
  const asked: string[] = [];
  let isUp = false;
  const fetchPicture: FetchPicture = async (url) => {
    asked.push(url);
    if (url.includes("gone")) return fail({ message: "the server answered 404", isUnreachable: false });
    if (url.includes("down") && !isUp) return fail({ message: "the server cannot be reached", isUnreachable: true });
    return ok(bytes);
  };
  const pictures = { media, fetchPicture, publicUrl };
  const text = file(
    "p1,P1,,,,true,Title,Default Title,,,5,https://up.example/a.jpg",
    "p1,,,,,,,,,,,https://up.example/gone.jpg",
    "p2,P2,,,,true,Title,Default Title,,,5,https://down.example/a.jpg",
    "p3,P3,,,,true,Title,Default Title,,,5,http://up.example/b.jpg",
  );
  const first = await runImport(db, text, { pictures });
  expect(first.pictures).toEqual({ wanted: 4, stored: 2 });
  expect(first.problems.map((problem) => [problem.line, problem.message])).toEqual([
    [3, 'A picture of "P1" is left out: the server answered 404.'],
    [4, "down.example did not answer; 1 picture is left out. Import the file again later to fetch them."],
  ]);
  isUp = true;
  const second = await runImport(db, text, { pictures });
  expect(second.products).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
  const [p2] = await loadCurrentProducts(db, { importKeys: ["shopify:p2"] }, now);
  expect(p2?.pictures).toHaveLength(1);
  asked.length = 0;
  await runImport(db, text, { pictures });
  expect(asked).toEqual(["https://up.example/a.jpg", "https://up.example/gone.jpg"]);
});

test("a server that does not answer is asked once", async () => {
  let calls = 0;
  const fetchPicture: FetchPicture = async () => {
    calls += 1;
    return fail({ message: "the server cannot be reached", isUnreachable: true });
  };
  const rows = Array.from(
    { length: 30 },
    (_, index) => `q${index},Q${index},,,,true,Title,Default Title,,,5,https://silent.example/${index}.jpg`,
  );
  const report = await runImport(db, file(...rows), { pictures: { media, fetchPicture, publicUrl } });
  expect(calls).toBeLessThanOrEqual(4);
  expect(report.problems.map((problem) => problem.message)).toEqual([
    "silent.example did not answer; 30 pictures are left out. Import the file again later to fetch them.",
  ]);
});

test("pictures of this shop are found, not fetched, and an export with them changes nothing", async () => {
  const refuse: FetchPicture = () => Promise.reject(new Error("something was fetched"));
  const exported = (await Array.fromAsync(exportCatalogue(db, { publicUrl, now }))).join("");
  const before = await fingerprint(db);
  const report = await runImport(db, exported, { pictures: { media, fetchPicture: refuse, publicUrl } });
  expect([report.products.changed, report.products.new, report.problems]).toEqual([0, 0, []]);
  expect(await fingerprint(db)).toBe(before);
});

test("a file that is no product file is refused with a sentence", async () => {
  const refused = async (text: string | Uint8Array) => {
    const imported = await tryImport(db, text, { isDryRun: true });
    return imported.ok ? "" : imported.error;
  };
  expect(await refused("")).toBe("The file is empty.");
  expect(await refused("Colour,Weight\nred,5\n")).toContain("no column for the name and the price");
  expect(await refused("Handle,Variant Price\nx,5\n")).toContain("no column for the name");
  expect(await refused(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0xff, 0xfe]))).toContain("The file is no text");
});

test("two imports of one file at once make every product once", async () => {
  const text = file(...Array.from({ length: 40 }, (_, index) => `race-${index},R${index},,Race,,true,Size,S${index % 3},,,5,`));
  const reports = await Promise.all([runImport(db, text), runImport(db, text)]);
  expect(reports.reduce((sum, report) => sum + report.products.new, 0)).toBe(40);
  expect(await count(db, "products where import_key like 'shopify:race-%'")).toBe(40);
  expect(await count(db, "categories where name = 'Race'")).toBe(1);
});

test(
  "whatever variants a file has, after whatever they were before, customers pay the file's prices",
  async () => {
    const value = fc.constantFrom("S", "M", "L");
    const table = fc.uniqueArray(fc.record({ a: value, b: fc.constantFrom("Red", "Blue"), price: fc.integer({ min: 0, max: 5000 }) }), {
      minLength: 1,
      maxLength: 6,
      selector: (row) => `${row.a} ${row.b}`,
    });
    const staff = await insertProduct(random.db, { name: "Staff's own" });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(table, { minLength: 1, maxLength: 3 }), async (versions) => {
        run += 1;
        for (const rows of versions) {
          const lines = rows.map(
            (row, index) => `v${run},${index === 0 ? "V" : ""},,,,,Size,${row.a},Colour,${row.b},${(row.price / 100).toFixed(2)},`,
          );
          const report = await runImport(random.db, file(...lines));
          expect(report.problems).toEqual([]);
          const sold = await tableOf(random.db, `v${run}`);
          const paid = Object.fromEntries(sold.variants.map((variant) => [variant.values.join(" / "), variant.price]));
          expect(paid).toEqual(Object.fromEntries(rows.map((row) => [`${row.a} / ${row.b}`, row.price])));
          expect((await runImport(random.db, file(...lines))).products).toMatchObject({ new: 0, changed: 0, unchanged: 1 });
        }
      }),
      { numRuns: 25 },
    );
    expect(await count(random.db, `products where id = ${staff} and version = 1`)).toBe(1);
    expect(
      await count(
        random.db,
        "customization_templates t where not exists (select from product_customizations l where l.template_id = t.id)",
      ),
    ).toBe(0);
    expect(await random.db.$count(products)).toBe(run + 1);
  },
  SLOW_MS,
);
