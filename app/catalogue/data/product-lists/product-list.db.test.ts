import { beforeAll, expect, test } from "vitest";
import { productList } from "#app/catalogue/domain/product-list.schema.ts";
import { connectClient } from "#app/platform/db/database.server.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { listProductPage } from "./product-list.server.ts";

const { db, url } = await createTestDatabase();

beforeAll(async () => {
  // This many rows in one statement exceed the shop's timeout on a busy machine.
  const client = await connectClient(url);
  await client.query(
    `insert into products (name, price_cents, created_at) select case when g <= 11000 then 'Bread ' else 'Soup ' end || lpad(g::text, 5, '0'), 20000 - g, now() - g * interval '1 minute'
     from generate_series(1, 13300) g`,
  );
  await client.end();
});

const names = async (asked: Readonly<Record<string, string>>) => {
  const { rows, total, isTotalCapped } = await listProductPage(db, productList.parse({ per_page: "3", ...asked }));
  return [...rows.map((row) => row.name), total, isTotalCapped];
};

test("sorts pages of a search with many hits", async () => {
  // By name all matches are beyond the scan; by price they come first.
  expect(await names({ q: "so" })).toEqual(["Soup 11001", "Soup 11002", "Soup 11003", 2000, true]);
  expect(await names({ q: "so", page: "2" })).toEqual(["Soup 11004", "Soup 11005", "Soup 11006", 2000, true]);
  expect(await names({ q: "so", page: "767" })).toEqual(["Soup 13299", "Soup 13300", 2300, false]);
  expect(await names({ q: "so", sort: "-name" })).toEqual(["Soup 13300", "Soup 13299", "Soup 13298", 2000, true]);
  expect(await names({ q: "so", sort: "price" })).toEqual(["Soup 13300", "Soup 13299", "Soup 13298", 2000, true]);
  expect(await names({ q: "so", sort: "-created" })).toEqual(["Soup 11001", "Soup 11002", "Soup 11003", 2000, true]);
  expect(await names({ q: "so", sort: "stock" })).toEqual(["Soup 11001", "Soup 11002", "Soup 11003", 2000, true]);
  // The same for lookups: a category, products without pictures.
  await db.$client.query("insert into categories (name) values ('Soups')");
  await db.$client.query(
    "insert into product_categories (product_id, category_id) select p.id, c.id from products p, categories c where p.name like 'Soup %' and c.name = 'Soups'",
  );
  const { rows } = await db.$client.query<{ id: number }>("select id from categories where name = 'Soups'");
  const category = String(rows[0]?.id);
  expect(await names({ category })).toEqual(["Soup 11001", "Soup 11002", "Soup 11003", 2000, true]);
  expect(await names({ category, sort: "-price", page: "2" })).toEqual(["Soup 11004", "Soup 11005", "Soup 11006", 2000, true]);
  expect(await names({ picture: "without", sort: "-name" })).toEqual(["Soup 13300", "Soup 13299", "Soup 13298", 2000, true]);
  expect(await names({ category, picture: "without", q: "so" })).toEqual(["Soup 11001", "Soup 11002", "Soup 11003", 2000, true]);
  expect(await names({ q: "so 12345", sort: "-name" })).toEqual(["Soup 12345", 1, false]);
});

test("pages beyond the count report the total", async () => {
  const page = async (number: number) => (await names({ per_page: "100", page: String(number) })).slice(-3);
  expect(await page(99)).toEqual(["Bread 09900", 10_000, true]);
  expect(await page(120)).toEqual(["Soup 12000", 12_000, true]);
  expect(await page(133)).toEqual(["Soup 13300", 13_300, false]);
  expect(await names({ per_page: "90", page: "148", sort: "-name" })).toEqual([
    ...Array.from({ length: 70 }, (_, index) => `Bread ${String(70 - index).padStart(5, "0")}`),
    13_300,
    false,
  ]);
  expect(await names({ per_page: "100", page: "134" })).toEqual([13_300, false]);
});

test("plans a page for its actual values", async () => {
  for (let times = 0; times < 8; times += 1) await names({ category: "1" });
  const { rows } = await db.$client.query("select from pg_prepared_statements where statement like '%\"deleted_at\" is null%'");
  expect(rows).toEqual([]);
});
