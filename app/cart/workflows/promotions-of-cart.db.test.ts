import { expect, test } from "vitest";
import { getCart } from "#app/cart/workflows/change-cart.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { cartWith } from "#test/checkouts.ts";
import { everything, categories, tagged } from "#test/promotion-samples.ts";
import { openTestShop } from "#test/shop.ts";

const shop = await openTestShop();
const { db } = shop.services;

const food = await insertCategory(db, { name: "Food" });
const pizzas = await insertCategory(db, { name: "Pizzas", parentId: food });
const vegan = await insertCategory(db, { name: "Vegan pizzas", parentId: pizzas });
const drinks = await insertCategory(db, { name: "Drinks" });

test.each<[string, Target, boolean]>([
  ["its own category", categories(vegan), true],
  ["the category above", categories(pizzas), true],
  ["the one at the top", categories(food), true],
  ["another one", categories(drinks), false],
  ["its tag", tagged("hot"), true],
  ["everything but what is below a category", { ...everything, excludedCategoryIds: [food] }, false],
  ["everything but its tag", { ...everything, excludedTags: ["hot"] }, false],
  ["everything but what is reduced", { ...everything, excludesReduced: true }, false],
  ["everything but another category", { ...everything, excludedCategoryIds: [drinks] }, true],
])("a promotion on %s matches a catalogue product: %s", async (name, target, isReached) => {
  const productId = await insertProduct(db, { compareAtCents: 1500, tags: ["hot"] }, [vegan]);
  await db.delete(promotions);
  await db.insert(promotions).values({
    name,
    title: name,
    trigger: "automatic",
    status: "active",
    condition: { type: "all", of: [] },
    actionKind: "order-fixed",
    actionParams: { amount: 300, target },
  });
  const { priced } = await getCart(shop.services, await cartWith(shop, productId));
  expect(priced.applied.map(({ title }) => title)).toEqual(isReached ? [name] : []);
});
