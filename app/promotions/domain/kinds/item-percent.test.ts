import { expect, test } from "vitest";
import { targetText } from "#app/promotions/domain/wording.ts";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { categories, everything, PIZZAS, products, sampleLine, sampleNames, tagged } from "#test/promotion-samples.ts";

const lines = [sampleLine(1, 1150, 2), sampleLine(2, 995), sampleLine(3, 300, 1, { tags: ["vegan"] })];

test.each([
  { name: "a category", target: categories(PIZZAS), shares: { "line-1": 460, "line-2": 199, "line-3": 0 } },
  { name: "a product", target: products(2), shares: { "line-1": 0, "line-2": 199, "line-3": 0 } },
  { name: "a tag", target: tagged("vegan"), shares: { "line-1": 0, "line-2": 0, "line-3": 60 } },
  {
    name: "everything but a product",
    target: { ...everything, excludedProductIds: [1] },
    shares: { "line-1": 0, "line-2": 199, "line-3": 60 },
  },
  {
    name: "a category but a product",
    target: { ...categories(PIZZAS), excludedProductIds: [2] },
    shares: { "line-1": 460, "line-2": 0, "line-3": 0 },
  },
])("20% off $name", ({ target, shares }) => {
  expect(applyKind("item-percent", { rate: 200_000, target }, { lines }).shares).toEqual(shares);
});

test("rounds half a cent up on each line, not per unit", () => {
  const cents = [sampleLine(1, 25, 2), sampleLine(2, 25), sampleLine(3, 5)];
  expect(applyKind("item-percent", { rate: 100_000, target: everything }, { lines: cents }).shares).toEqual({
    "line-1": 5,
    "line-2": 3,
    "line-3": 1,
  });
});

test("a cap is shared over the lines in proportion to their discounts", () => {
  const outcome = applyKind("item-percent", { rate: 200_000, target: categories(PIZZAS) }, { lines }, { cap: 500 });
  expect(outcome).toMatchObject({ amount: 500, shares: { "line-1": 349, "line-2": 151, "line-3": 0 } });
});

test("reads back in plain words", () => {
  expect(describeKind("item-percent", { rate: 200_000, target: { categoryIds: [PIZZAS] } })).toBe("20% off all pizzas");
  expect(describeKind("item-percent", { rate: 200_000, target: { productIds: [1, 2, 3, 4, 5] } })).toBe(
    "20% off Margherita, Diavola and 3 more",
  );
  expect(describeKind("item-percent", { rate: 200_000, target: { productIds: [99] } })).toBe("20% off selected items");
});

test("needs a target", () => {
  expect(listParamErrors("item-percent", { rate: 200_000 })).toEqual(["target"]);
});

test("writes category names in lower case only in English", () => {
  const names = { ...sampleNames, categories: { [PIZZAS]: "Käse" }, format: { currency: "EUR", locale: "de-DE" } };
  expect(targetText(categories(PIZZAS), names)).toBe("all Käse");
  expect(targetText({ ...everything, excludedCategoryIds: [PIZZAS] }, names)).toBe("every item except Käse");
  expect(targetText(categories(PIZZAS), { ...names, format: { currency: "EUR", locale: "en-IE" } })).toBe("all käse");
});
