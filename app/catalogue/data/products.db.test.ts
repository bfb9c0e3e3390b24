import { expect, test } from "vitest";
import { insertCategory, insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { findCategory, listCategoryTree } from "./categories.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { findProduct, listPopularProducts, listProducts, listProductsById, type ProductFilter } from "./products.server.ts";
import { loadProductsForSale } from "./products-for-sale.server.ts";
import { listProductNames, searchProductNames } from "./product-lists/product-names.server.ts";
import { listProductAddresses } from "./sitemap.server.ts";
import { listSoldOut } from "./sold-out/sold-out.server.ts";

const { db } = await createTestDatabase();
const now = new Date("2026-05-04T12:00:00Z");
const later = new Date("2026-05-05T08:00:00Z");
const names = async (filter: ProductFilter) => (await listProducts(db, filter, now)).products.map((product) => product.name);

const drinks = await insertCategory(db, { name: "Drinks", position: 2, hue: 30 });
const food = await insertCategory(db, { name: "Food", position: 1, hue: 90 });
const tea = await insertCategory(db, { name: "Tea", parentId: drinks, position: 2, hue: 140 });
const coffee = await insertCategory(db, { name: "Coffee", parentId: drinks, position: 1, hue: 50 });
const secret = await insertCategory(db, { name: "Secret", parentId: drinks, position: 0, isHidden: true });
const latte = await insertProduct(
  db,
  { name: "Latte", priceCents: 450, summary: "Espresso and milk", tags: ["hot", "milky"], position: 9 },
  [{ id: coffee, position: 2 }],
);
const espresso = await insertProduct(db, { name: "Espresso", priceCents: 300, isPopular: true, position: 1 }, [
  { id: coffee, position: 1 },
]);
const sencha = await insertProduct(db, { name: "Sencha", priceCents: 500 }, [tea, coffee]);
const water = await insertProduct(db, { name: "Water", priceCents: 200, isSoldOut: true, soldOutUntil: later }, [drinks]);
const hidden = await insertProduct(db, { name: "Hidden latte", isHidden: true }, [coffee]);
const toast = await insertProduct(db, { name: "100% rye toast", priceCents: 600, position: 3 }, [food]);
await insertProduct(db, { name: "Secret brew", priceCents: 900, position: 20 }, [secret]);

test("lists a category's and its children's visible products once in menu order", async () => {
  expect(await names({ categoryId: drinks })).toEqual(["Water", "Sencha", "Espresso", "Latte"]);
  expect((await listProducts(db, { categoryId: drinks }, now)).total).toBe(4);
  expect(await names({ categoryId: coffee })).toEqual(["Sencha", "Espresso", "Latte"]);
});

test("returns no products for an unknown or hidden category", async () => {
  expect(await listProducts(db, { categoryId: 999 }, now)).toMatchObject({ products: [], total: 0 });
  expect(await listProducts(db, { categoryId: secret }, now)).toMatchObject({ products: [], total: 0 });
});

test("pages do not overlap and count all", async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => listProducts(db, { sort: "name", page, perPage: 2 }, now)));
  expect(pages.flatMap((page) => page.products.map((product) => product.name))).toEqual([
    "100% rye toast",
    "Espresso",
    "Latte",
    "Secret brew",
    "Sencha",
    "Water",
  ]);
  expect(pages.map((page) => page.total)).toEqual([6, 6, 6]);
});

test.each(["menu", "name", "price", "price-desc", "newest"] as const)(
  "pages in the order %s equal the complete list, including those read from the end",
  async (sort) => {
    for (const filter of [{ sort }, { sort, categoryId: drinks }]) {
      const whole = await names({ ...filter, perPage: 100 });
      for (const perPage of [1, 2, 3]) {
        const pages = Array.from({ length: Math.ceil(whole.length / perPage) + 1 }, (_, index) =>
          names({ ...filter, perPage, page: index + 1 }),
        );
        expect((await Promise.all(pages)).flat()).toEqual(whole);
      }
    }
  },
);

test("sorts by price in both directions", async () => {
  expect(await names({ categoryId: drinks, sort: "price" })).toEqual(["Water", "Espresso", "Latte", "Sencha"]);
  expect(await names({ categoryId: drinks, sort: "price-desc" })).toEqual(["Sencha", "Latte", "Espresso", "Water"]);
});

test("finds every word in name, summary or tags, best name first", async () => {
  expect(await names({ q: "espresso" })).toEqual(["Espresso", "Latte"]);
  expect(await names({ q: "MILK latte" })).toEqual(["Latte"]);
  expect(await names({ q: "milky" })).toEqual(["Latte"]);
  expect(await names({ q: "tea pot" })).toEqual([]);
});

test("ignores accents, and typos when nothing matches", async () => {
  expect(await names({ q: "éspressö" })).toEqual(["Espresso", "Latte"]);
  expect(await names({ q: "espreso" })).toEqual(["Espresso", "Latte"]);
  expect(await names({ q: "lattte mlik" })).toEqual(["Latte"]);
  expect(await names({ q: "latet zzzz" })).toEqual([]);
  expect(await names({ q: "milky lattte" })).toEqual(["Latte"]);
  expect(await names({ q: "zzzzzz" })).toEqual([]);
});

test("matches one or two letters at the start of a word", async () => {
  expect(await names({ q: "la" })).toEqual(["Latte"]);
  expect(await names({ q: "tt" })).toEqual([]);
});

test("escapes pattern characters", async () => {
  expect(await names({ q: "100%" })).toEqual(["100% rye toast"]);
  expect(await names({ q: "_" })).toEqual([]);
  expect(await names({ q: "\\" })).toEqual([]);
  expect(await names({ q: "%" })).toEqual([]);
  expect(await names({ q: "\u0000rye\u0000100%" })).toEqual(["100% rye toast"]);
});

test("counts offered products in the tree without hidden ones", async () => {
  const tree = await listCategoryTree(db);
  expect(tree.map((node) => [node.name, node.productCount, node.children.map((child) => [child.name, child.productCount])])).toEqual([
    ["Food", 1, []],
    [
      "Drinks",
      5,
      [
        ["Coffee", 3],
        ["Tea", 1],
      ],
    ],
  ]);
  expect(
    (await listCategoryTree(db, { includeHidden: true })).find((node) => node.id === drinks)?.children.map((child) => child.name),
  ).toEqual(["Secret", "Coffee", "Tea"]);
});

test("returns ancestors, siblings and children of a category", async () => {
  const place = await findCategory(db, coffee);
  expect(place?.ancestors.map((each) => each.id)).toEqual([drinks]);
  expect(place?.siblings.map((each) => each.id)).toEqual([coffee, tea]);
  expect((await findCategory(db, drinks))?.children.map((each) => each.name)).toEqual(["Coffee", "Tea"]);
  expect(await findCategory(db, secret)).toBeUndefined();
  expect((await findCategory(db, secret, { includeHidden: true }))?.category.name).toBe("Secret");
});

test("a sold-out mark ends at its time", async () => {
  const isSoldOut = async (at: Date) => (await listProductsById(db, [water], at))[0]?.isSoldOut;
  expect([await isSoldOut(now), await isSoldOut(later)]).toEqual([true, false]);
});

test("loads breadcrumbs and groups with overrides", async () => {
  const milk = await insertTemplate(db, { title: "Milk", minSelect: 1 }, [{ name: "Whole" }, { name: "Oat", priceDeltaCents: 60 }]);
  await linkTemplate(db, latte, milk.id, { title: "Which milk?", options: { [String(milk.optionIds[1])]: { priceDelta: 0 } } });
  const product = await findProduct(db, latte, now);
  expect(product?.trail.map((each) => each.name)).toEqual(["Drinks", "Coffee"]);
  expect(product?.hue).toBe(50);
  expect(product?.groups.map((group) => [group.title, group.options.map((option) => option.priceDelta)])).toEqual([
    ["Which milk?", [0, 0]],
  ]);
  expect(product).toMatchObject({ hasRequiredChoices: true, isFrom: false, startingPrice: 450 });
  expect(await findProduct(db, hidden, now)).toBeUndefined();
  expect((await findProduct(db, hidden, now, { includeHidden: true }))?.name).toBe("Hidden latte");
});

test("a card says 'from' for priced choices and sold out without available ones", async () => {
  const size = await insertTemplate(db, { title: "Size", minSelect: 1 }, [
    { name: "Large", priceDeltaCents: 300 },
    { name: "Small", priceDeltaCents: 100 },
  ]);
  const soup = await insertProduct(db, { name: "Soup", priceCents: 700 }, [food]);
  await linkTemplate(db, soup, size.id);
  expect((await listProductsById(db, [soup], now))[0]).toMatchObject({
    price: 800,
    isFrom: true,
    hasRequiredChoices: true,
    isSoldOut: false,
  });
  const gone = await insertProduct(db, { name: "Gone soup" });
  await linkTemplate(db, gone, size.id, { options: Object.fromEntries(size.optionIds.map((id) => [String(id), { soldOut: true }])) });
  expect((await listProductsById(db, [gone], now))[0]?.isSoldOut).toBe(true);
});

test("loads cart products with categories and current marks in a transaction", async () => {
  const found = await inTransaction(db, (tx) => loadProductsForSale(tx, [sencha, water, hidden, 12_345, sencha], now));
  expect([...found.keys()].toSorted((a, b) => a - b)).toEqual([sencha, water, hidden]);
  expect(found.get(sencha)?.categoryIds).toEqual([drinks, tea, coffee]);
  expect(found.get(sencha)).toMatchObject({ price: 500, isOffered: true, isSoldOut: false, imageUrl: null, groups: [] });
  expect(found.get(water)?.isSoldOut).toBe(true);
  expect(found.get(hidden)?.isOffered).toBe(false);
});

test("lists popular products by staff's choice, sales, then menu", async () => {
  const popular = async (bestsellers: readonly number[]) =>
    (await listPopularProducts(db, 3, bestsellers, now)).map((product) => product.id);
  expect(await popular([sencha, hidden, 12_345, espresso, toast])).toEqual([espresso, sencha, toast]);
  expect((await popular([]))[0]).toBe(espresso);
  expect(await popular([])).toHaveLength(3);
});

test("keeps the order of requested ids", async () => {
  expect((await listProductsById(db, [toast, hidden, espresso], now)).map((product) => product.id)).toEqual([toast, espresso]);
});

test("hides a product in the bin everywhere and keeps its row", async () => {
  const kept = await insertProduct(db, { name: "Zebra cake" }, []);
  const binned = await insertProduct(db, { name: "Zebra pie", deletedAt: now, isSoldOut: true, dietaryTags: ["striped"] }, []);
  expect((await listProducts(db, { q: "zebra" }, now)).products.map((each) => each.id)).toEqual([kept]);
  expect(await listProductsById(db, [binned, kept], now)).toMatchObject([{ id: kept }]);
  expect(await findProduct(db, binned, now, { includeHidden: true })).toBeUndefined();
  expect((await loadProductsForSale(db, [binned], now)).get(binned)).toMatchObject({ isOffered: false });
  expect((await listProductAddresses(db, { limit: 1000, offset: 0 })).map((each) => each.id)).not.toContain(binned);
  expect((await searchProductNames(db, "zebra", 9)).map((each) => each.id)).toEqual([kept]);
  expect(await listProductNames(db, [binned])).toEqual([]);
  expect((await listSoldOut(db)).products.map((each) => each.id)).not.toContain(binned);
});
