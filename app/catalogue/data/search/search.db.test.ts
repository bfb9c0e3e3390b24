import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connectClient } from "#app/platform/db/database.server.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { createTestDatabase, untilOneWaits } from "#test/test-db.ts";
import { listProductPage } from "#app/catalogue/data/product-lists/product-list.server.ts";
import { searchProductNames } from "#app/catalogue/data/product-lists/product-names.server.ts";
import { listProducts } from "#app/catalogue/data/products.server.ts";
import { productList } from "#app/catalogue/domain/product-list.schema.ts";
import type { ProductSort } from "#app/catalogue/domain/product.ts";
import { tidyProductWords } from "./product-words.server.ts";

const { db, url } = await createTestDatabase();
const now = new Date("2026-05-04T12:00:00Z");
const find = async (q: string, sort?: ProductSort) =>
  (await listProducts(db, { q, ...(sort === undefined ? {} : { sort }) }, now)).products.map((product) => product.name);

const food = await insertCategory(db, { name: "Spécialités" });
const pizza = await insertCategory(db, { name: "Pizza", parentId: food });
const margherita = await insertProduct(db, { name: "Margherita", summary: "Tomato & mozzarella", tags: ["classic"] }, [pizza]);
await insertProduct(db, { name: "Grandma’s cheeseburger", summary: "Not a pizza" }, []);
await insertProduct(db, { name: "Pizza bianca", isPopular: true, position: 9 }, []);
await insertProduct(db, { name: "White pizza" }, []);
await insertProduct(db, { name: "Pizza", position: 10 }, []);

test("ranks name, name prefix, word of the name, then category and text", async () => {
  expect(await find("pizza")).toEqual(["Pizza", "Pizza bianca", "White pizza", "Margherita", "Grandma’s cheeseburger"]);
  expect(await find("piza bianac")).toEqual(["Pizza bianca"]);
});

test("finds words in any order, prefixes, substrings and apostrophes", async () => {
  expect(await find("mozza MARGH")).toEqual(["Margherita"]);
  expect(await find("burger")).toEqual(["Grandma’s cheeseburger"]);
  expect(await find("grandma's")).toEqual(["Grandma’s cheeseburger"]);
  expect(await find("burger cheese grandmas")).toEqual(["Grandma’s cheeseburger"]);
});

test("updates words on changes of products and categories", async () => {
  expect(await find("specialites")).toEqual(["Margherita"]);
  await db.execute(sql`update categories set name = 'Delicacies' where id = ${food}`);
  expect([await find("specialites"), await find("delicacies")]).toEqual([[], ["Margherita"]]);
  await db.execute(sql`update categories set is_hidden = true where id = ${food}`);
  expect(await find("delicacies")).toEqual([]);
  await db.execute(sql`update categories set is_hidden = false, parent_id = null where id in (${food}, ${pizza})`);
  expect(await find("delicacies")).toEqual([]);
  await db.execute(sql`update product_categories set category_id = ${food} where product_id = ${margherita}`);
  expect(await find("delicacies")).toEqual(["Margherita"]);
  await db.execute(sql`delete from product_categories where product_id = ${margherita}`);
  expect(await find("delicacies")).toEqual([]);
  await db.execute(sql`update products set is_hidden = true where id = ${margherita}`);
  expect([await find("margherita"), await searchProductNames(db, "margerita", 5)]).toMatchObject([[], [{ id: margherita }]]);
  await db.execute(sql`update products set is_hidden = false, deleted_at = now() where id = ${margherita}`);
  expect([await find("margherita"), await searchProductNames(db, "margherita", 5)]).toEqual([[], []]);
  await db.execute(sql`update products set deleted_at = null, summary = 'With basil' where id = ${margherita}`);
  expect([await find("basil"), await find("tomato")]).toEqual([["Margherita"], []]);
});

test("concurrent product changes keep both words", async () => {
  const other = await connectClient(url);
  await other.query("begin");
  await other.query("update products set summary = 'With rocket' where id = $1", [margherita]);
  const placed = Promise.resolve(
    db.execute(sql`insert into product_categories (product_id, category_id) values (${margherita}, ${pizza})`),
  );
  await untilOneWaits(db);
  await other.query("commit");
  await other.end();
  await placed;
  expect(await find("rocket margherita pizza")).toEqual(["Margherita"]);
});

test("ranks a thousand of many hits, and sorts all", async () => {
  await db.execute(
    sql`insert into products (name, price_cents, position) select 'Old soup ' || n, 2000 - n, n from generate_series(1, 1200) n`,
  );
  await insertProduct(db, { name: "Soup", priceCents: 1500, position: 5000 }, []);
  const found = await listProducts(db, { q: "soup", perPage: 2 }, now);
  expect(found).toMatchObject({ products: [{ name: "Soup" }, { name: "Old soup 1" }], total: 1000, isTotalCapped: true });
  expect((await find("soup", "price")).slice(0, 2)).toEqual(["Old soup 1200", "Old soup 1199"]);
  expect(await find("soup 12", "price")).toEqual([
    "Old soup 1200",
    ...[129, 128, 127, 126, 125, 124, 123, 122, 121, 120, 12].map((n) => `Old soup ${n}`),
  ]);
  const staff = (q: string) => listProductPage(db, productList.parse({ q, sort: "-price", page: "2" }));
  expect(await staff("soup")).toMatchObject({ total: 1201 });
  expect((await staff("so 1")).rows[0]?.name).toBe("Old soup 139");
});

test("the nightly cleanup removes only unused and duplicate words", async () => {
  await db.execute(sql`insert into product_words values ('margherita'), ('never')`);
  await tidyProductWords(db);
  const rows = await db.execute<{ word: string }>(
    sql`select word from product_words where word in ('margherita', 'never', 'tomato', 'basil', 'rocket')`,
    "objects",
  );
  expect(rows.map((row) => row.word).toSorted()).toEqual(["margherita", "rocket"]);
});
