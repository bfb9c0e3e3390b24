import { expect, test } from "vitest";
import { listDietaryTags } from "#app/catalogue/data/dietary-tags.server.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { loadListing, readListingAddress } from "./product-listing.server.ts";

const { db } = await createTestDatabase();
const now = new Date("2026-05-04T12:00:00Z");
const food = await insertCategory(db, { name: "Food" });
const deeper = await insertCategory(db, { name: "Deeper", parentId: food });
for (let n = 1; n <= 130; n += 1) {
  await insertProduct(
    db,
    { name: `Dish ${String(n).padStart(3, "0")}`, dietaryTags: n <= 3 ? ["vegan", "spicy"] : n <= 5 ? ["vegan"] : [] },
    [{ id: n === 5 ? deeper : food, position: n }],
  );
}
await insertProduct(db, { name: "Hidden", isHidden: true, dietaryTags: ["hidden"] }, [food]);
const load = (query: string) =>
  loadListing(db, { categoryId: food }, readListingAddress(new Request(`https://shop.example/?${query}`)), now);

test("the second page includes the first one and the number left", async () => {
  const listing = await load("page=2");
  expect(listing.products).toHaveLength(48);
  expect(listing.products[0]?.name).toBe("Dish 001");
  expect(listing).toMatchObject({ total: 130, before: 0, after: 82, nextPage: 3, previousPage: null });
});

test("after five pages a new list starts, so that a page stays bounded", async () => {
  const listing = await load("page=6&sort=name");
  expect(listing.products.map((product) => product.name)).toEqual(Array.from({ length: 10 }, (_, index) => `Dish ${121 + index}`));
  expect(listing).toMatchObject({ before: 120, after: 0, nextPage: null, previousPage: 5 });
});

test("a page beyond the end is empty and links back", async () => {
  const listing = await load("page=900");
  expect(listing.products).toEqual([]);
  expect(listing.nextPage).toBeNull();
  expect(listing.previousPage).not.toBeNull();
});

test("filters by all of several tags", async () => {
  expect((await load("tag=vegan")).total).toBe(5);
  expect((await load("tag=vegan&tag=spicy")).total).toBe(3);
  expect((await load("tag=nothing")).total).toBe(0);
});

test("ignores invalid parameters", () => {
  const read = (query: string) => readListingAddress(new Request(`https://shop.example/?${query}`));
  expect(read("sort=drop&page=0&tag=&tag=a&tag=a&x=1&q=%00")).toEqual({ q: "", sort: null, dietaryTags: ["a"], page: 1 });
  expect(read("tag=%07").dietaryTags).toEqual([]);
  expect(read("page=-3").page).toBe(1);
  expect(read("page=99999").page).toBe(1);
  expect(read("page=2&page=3").page).toBe(1);
});

test("lists the tags of offered products in a category, the most common first", async () => {
  expect(await listDietaryTags(db, food)).toEqual(["vegan", "spicy"]);
  expect(await listDietaryTags(db, deeper)).toEqual(["vegan"]);
  expect(await listDietaryTags(db, 999)).toEqual([]);
});
