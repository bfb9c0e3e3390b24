import { beforeEach, expect, test } from "vitest";
import { listProducts, type ProductFilter } from "#app/catalogue/data/products.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { categories, everything, products } from "#test/promotion-samples.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { loadShownPrices, withSales } from "#app/promotions/workflows/sale-prices.server.ts";

const { db } = await createTestDatabase();
const food = await insertCategory(db, { name: "Food" });
const pizzas = await insertCategory(db, { name: "Pizzas", parentId: food });
const drinks = await insertCategory(db, { name: "Drinks" });
/** Wednesday, 2:00 and 3:30 PM in Toronto. */
const before = new Date("2026-03-04T19:00:00Z");
const happy = new Date("2026-03-04T20:30:00Z");
const HAPPY_HOUR = [{ weekdays: [1, 2, 3, 4], from: "15:00", to: "17:00" }];

for (let n = 1; n <= 40; n += 1) {
  const [place = food, tags] = [[food, pizzas, drinks][n % 3], n % 5 === 0 ? ["new"] : []];
  await insertProduct(db, { name: `Dish ${n}`, priceCents: 300 + ((n * 37) % 50) * 20, tags, compareAtCents: n % 4 === 0 ? 9900 : null }, [
    place,
  ]);
}
await insertProduct(db, { name: "Hidden dish", priceCents: 100, isHidden: true }, [pizzas]);

beforeEach(() => db.delete(promotions));

async function offer(actionKind: string, actionParams: object, changes: Partial<typeof promotions.$inferInsert> = {}): Promise<void> {
  const values = { name: "Offer", title: "Offer", status: "active", trigger: "automatic", condition: { type: "all", of: [] } } as const;
  await db.insert(promotions).values({ ...values, actionKind, actionParams, ...changes });
}

/** All pages of a list by price, as prices that are shown, with the ids as they come. */
async function walk(filter: ProductFilter, at: Date, perPage = 11) {
  const shownPrices = await loadShownPrices(db, at);
  const cards = [];
  for (let page = 1; ; page += 1) {
    const found = await listProducts(db, { ...filter, shownPrices, page, perPage }, at);
    cards.push(...(await withSales(db, found.products, at)));
    if (found.products.length < perPage) return cards.map(({ id, price }) => ({ id, price }));
  }
}

const LISTS: readonly ProductFilter[] = [{}, { categoryId: food }, { categoryId: pizzas }, { q: "dish" }];

async function expectOrdered(at: Date): Promise<void> {
  for (const filter of LISTS) {
    const all = new Map((await walk({ ...filter, sort: "name" }, at)).map(({ id, price }) => [id, price]));
    for (const [sort, sign] of [
      ["price", 1],
      ["price-desc", -1],
    ] as const) {
      const expected = [...all].map(([id, price]) => ({ id, price })).toSorted((a, b) => sign * (a.price - b.price) || a.id - b.id);
      expect(await walk({ ...filter, sort }, at), JSON.stringify({ filter, sort })).toEqual(expected);
    }
  }
}

test("sorts by the shown price on every page, in both directions, over time", async () => {
  await offer("item-percent", { rate: 500_000, target: categories(pizzas) }, { schedule: HAPPY_HOUR });
  await offer("item-price", { price: 350, target: { ...everything, tags: ["new"], everything: false } }, { schedule: HAPPY_HOUR });
  expect(await loadShownPrices(db, before)).toBeNull();
  await expectOrdered(before);
  const shown = await loadShownPrices(db, happy);
  expect(shown?.ids.length).toBeGreaterThan(15);
  await expectOrdered(happy);
});

test("a discount on everything keeps the sort order, one on most does not", async () => {
  await offer("item-percent", { rate: 200_000, target: everything });
  expect(await loadShownPrices(db, before)).toBeNull();
  await offer("item-fixed", { amount: 300, target: { ...everything, excludesReduced: true } });
  await offer(
    "item-fixed",
    { amount: 500, target: everything },
    { condition: { type: "subtotal", target: everything, min: 800, max: null } },
  );
  expect((await loadShownPrices(db, before))?.ids).toHaveLength(40);
  await expectOrdered(before);
});

test("a changed offer changes the sort order", async () => {
  const [first, second] = (await walk({ sort: "price" }, before)).slice(-2);
  await offer("item-price", { price: 1, target: products(second!.id) });
  expect((await walk({ sort: "price" }, before))[0]).toEqual({ id: second!.id, price: 1 });
  await db.update(promotions).set({ actionParams: { price: 1, target: products(first!.id) } });
  expect((await walk({ sort: "price" }, before))[0]).toEqual({ id: first!.id, price: 1 });
});
