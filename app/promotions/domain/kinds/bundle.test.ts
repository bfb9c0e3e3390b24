import { expect, test } from "vitest";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { categories, everything, PIZZAS, products, sampleLine } from "#test/promotion-samples.ts";

const threeForTen = { quantity: 3, target: everything, price: 1000 };

test.each([
  { name: "one bundle", lines: [sampleLine(1, 400, 3)], amount: 200 },
  { name: "as often as whole bundles fit", lines: [sampleLine(1, 400, 8)], amount: 400 },
  { name: "the dearest units first", lines: [sampleLine(1, 300, 2), sampleLine(2, 500, 3)], amount: 500 },
  { name: "across lines", lines: [sampleLine(1, 300), sampleLine(2, 500), sampleLine(3, 450)], amount: 250 },
  { name: "no bundle that would not be cheaper", lines: [sampleLine(1, 500, 3), sampleLine(2, 300, 3)], amount: 500 },
  { name: "nothing for items that cost less together", lines: [sampleLine(1, 300, 3)], amount: 0 },
  { name: "no bundle filled up with items that cost nothing", lines: [sampleLine(1, 900, 2), sampleLine(2, 0, 1)], amount: 0 },
])("any 3 for $10: $name", ({ lines, amount }) => {
  expect(applyKind("bundle", threeForTen, { lines }).amount).toBe(amount);
});

test("distributes the discount over the lines by their bundled value", () => {
  const lines = [sampleLine(1, 600, 2), sampleLine(2, 300, 2)];
  // 600 + 600 + 300 for 1000: of 500 saved, 400 on the first line and 100 on the second.
  expect(applyKind("bundle", threeForTen, { lines }).shares).toEqual({ "line-1": 400, "line-2": 100 });
});

test("a bundle that would save nothing leaves its units alone", () => {
  const lines = [sampleLine(1, 600, 2), sampleLine(2, 500), sampleLine(3, 500)];
  const twoForTen = { quantity: 2, target: everything, price: 1000 };
  expect(applyKind("bundle", twoForTen, { lines }).shares).toEqual({ "line-1": 200, "line-2": 0, "line-3": 0 });
});

test("stays within its repeats, its target and its cap", () => {
  const lines = [sampleLine(1, 500, 6), sampleLine(3, 900, 6)];
  expect(applyKind("bundle", { ...threeForTen, maxRepeats: 1 }, { lines }).amount).toBe(1700);
  expect(applyKind("bundle", { ...threeForTen, target: categories(PIZZAS) }, { lines }).amount).toBe(1000);
  expect(applyKind("bundle", threeForTen, { lines }, { cap: 99 }).amount).toBe(99);
});

test("says how many are missing, or that it would save nothing", () => {
  const short = applyKind("bundle", { ...threeForTen, target: products(4) }, { lines: [sampleLine(4, 500, 2)] });
  expect(short.outcome.notApplied).toMatchObject([
    { reason: "condition", message: "Add 1 more Latte.", shortfall: { kind: "items", amount: 1 } },
  ]);
  const cheap = applyKind("bundle", threeForTen, { lines: [sampleLine(1, 100, 3)] });
  expect(cheap.outcome.notApplied).toMatchObject([{ reason: "no-eligible-items", shortfall: null }]);
});

test("reads back in plain words and needs at least two items", () => {
  expect(describeKind("bundle", { quantity: 3, target: { categoryIds: [PIZZAS] }, price: 1000, maxRepeats: 2 })).toBe(
    "Any 3 from Pizzas for $10, at most 2 times per order",
  );
  expect(listParamErrors("bundle", { ...threeForTen, quantity: 1 })).toEqual(["quantity"]);
});
