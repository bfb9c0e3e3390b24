import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { countRows, openImporter, productFile, variantsOf } from "#test/imports.ts";
import { createTestDatabase } from "#test/test-db.ts";

/** Real work for the processor: on a busy machine it takes its time. */

const { runImport } = await openImporter();
const { db } = await createTestDatabase();
const random = await createTestDatabase();

test("shares a template between products with the same options", async () => {
  const before = await countRows(db, "customization_templates");
  await runImport(
    db,
    productFile(
      "s1,S1,,,,true,Fit,Slim,,,10,",
      "s1,,,,,,,Wide,,,12,",
      "s2,S2,,,,true,Fit,Slim,,,30,",
      "s2,,,,,,,Wide,,,32,",
      "s3,S3,,,,true,Fit,Slim,,,50,",
      "s3,,,,,,,Wide,,,45,",
    ),
  );
  expect(await countRows(db, "customization_templates")).toBe(before + 1);
  expect(
    await countRows(
      db,
      "product_customizations l join products p on p.id = l.product_id where p.import_key like 'shopify:s_' and l.overrides <> '{}'",
    ),
  ).toBe(1);
  for (const [handle, prices] of [
    ["s1", [1000, 1200]],
    ["s2", [3000, 3200]],
    ["s3", [5000, 4500]],
  ] as const)
    expect((await variantsOf(db, handle)).variants.map((variant) => variant.price)).toEqual(prices);
});

test("leaves a template edited by staff", async () => {
  await runImport(db, productFile("r1,R1,,,,true,Cut,Short,,,10,", "r1,,,,,,,Long,,,12,"));
  await db.execute(sql`update customization_options set name = 'Very long' where name = 'Long'`);
  await runImport(db, productFile("r2,R2,,,,true,Cut,Short,,,10,", "r2,,,,,,,Long,,,12,"));
  expect((await variantsOf(db, "r2")).variants.map((variant) => variant.values)).toEqual([["Short"], ["Long"]]);
  expect((await variantsOf(db, "r1")).variants.map((variant) => variant.values)).toEqual([["Short"], ["Very long"]]);
});

test("customers pay the file's prices for any variants", async () => {
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
        const report = await runImport(random.db, productFile(...lines));
        expect(report.problems).toEqual([]);
        const sold = await variantsOf(random.db, `v${run}`);
        const paid = Object.fromEntries(sold.variants.map((variant) => [variant.values.join(" / "), variant.price]));
        expect(paid).toEqual(Object.fromEntries(rows.map((row) => [`${row.a} / ${row.b}`, row.price])));
        expect((await runImport(random.db, productFile(...lines))).products).toMatchObject({ new: 0, changed: 0, unchanged: 1 });
      }
    }),
    { numRuns: 25 },
  );
  expect(await countRows(random.db, `products where id = ${staff} and version = 1`)).toBe(1);
  expect(
    await countRows(
      random.db,
      "customization_templates t where not exists (select from product_customizations l where l.template_id = t.id)",
    ),
  ).toBe(0);
  expect(await random.db.$count(products)).toBe(run + 1);
});
