import { expect, test } from "vitest";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { categories, DRINKS, everything, PIZZAS, products, sampleLine } from "#test/promotion-samples.ts";

const lunch = { parts: [categories(PIZZAS), categories(DRINKS)], price: 1000 };

test("forms meals from the most expensive units while they save something", () => {
  const lines = [sampleLine(1, 900, 2), sampleLine(2, 700), sampleLine(3, 300), sampleLine(4, 400)];
  expect(applyKind("meal-deal", lunch, { lines }).amount).toBe(500);
  expect(applyKind("meal-deal", { ...lunch, maxRepeats: 1 }, { lines }).amount).toBe(300);
  expect(applyKind("meal-deal", { ...lunch, price: 2000 }, { lines }).amount).toBe(0);
});

test("a unit that fits two parts fills the one where it saves most", () => {
  const parts = [everything, products(1)];
  expect(applyKind("meal-deal", { parts, price: 100 }, { lines: [sampleLine(1, 900), sampleLine(2, 200)] }).amount).toBe(1000);
  expect(applyKind("meal-deal", { parts, price: 100 }, { lines: [sampleLine(1, 900)] }).amount).toBe(0);
});

test("names all missing items and reads back in plain words", () => {
  const { outcome } = applyKind("meal-deal", lunch, { lines: [sampleLine(9, 100, 1, { categoryIds: [] })] });
  expect(outcome.notApplied).toMatchObject([
    { message: "Add 1 more from Pizzas and 1 more from Drinks.", shortfall: { kind: "items", amount: 2 } },
  ]);
  expect(describeKind("meal-deal", lunch)).toBe("1 from Pizzas and 1 from Drinks for $10");
  expect(listParamErrors("meal-deal", { parts: [everything], price: 100 })).toEqual(["parts"]);
});
