import { expect, test } from "vitest";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { categories, DRINKS, everything, sampleLine } from "#test/promotion-samples.ts";

test.each([
  { rate: 100_000, lines: [sampleLine(1, 1450, 2), sampleLine(3, 475)], amount: 338, shares: { "line-1": 290, "line-3": 48 } },
  { rate: 1_000_000, lines: [sampleLine(1, 999)], amount: 999, shares: { "line-1": 999 } },
  { rate: 500_000, lines: [sampleLine(1, 1)], amount: 1, shares: { "line-1": 1 } },
  {
    rate: 333_333,
    lines: [sampleLine(1, 100), sampleLine(2, 100), sampleLine(3, 100)],
    amount: 100,
    shares: { "line-1": 34, "line-2": 33, "line-3": 33 },
  },
])("takes $rate ppm off the order, rounded once and shared by largest remainder: $amount", ({ rate, lines, amount, shares }) => {
  expect(applyKind("order-percent", { rate }, { lines })).toMatchObject({ amount, shares });
});

test("leaves excluded items out of the percentage and of the shares", () => {
  const target = { ...everything, excludedCategoryIds: [DRINKS] };
  const lines = [sampleLine(1, 1000), sampleLine(3, 300)];
  expect(applyKind("order-percent", { rate: 100_000, target }, { lines })).toMatchObject({
    amount: 100,
    shares: { "line-1": 100, "line-3": 0 },
  });
});

test("explains why an empty cart or one without its items gets no discount", () => {
  expect(applyKind("order-percent", { rate: 100_000 }, { lines: [] }).outcome.notApplied).toMatchObject([
    { reason: "no-eligible-items", message: "Your cart is empty." },
  ]);
  const drinksOnly = { rate: 100_000, target: categories(DRINKS) };
  expect(applyKind("order-percent", drinksOnly, { lines: [sampleLine(1, 1000)] }).outcome.notApplied).toMatchObject([
    { reason: "no-eligible-items" },
  ]);
});

test("reads back in plain words", () => {
  expect(describeKind("order-percent", { rate: 88_750 })).toBe("8.875% off the order");
  expect(describeKind("order-percent", { rate: 100_000, target: { everything: true, excludedCategoryIds: [DRINKS] } })).toBe(
    "10% off the order except drinks",
  );
});

test.each([{ rate: 0 }, { rate: 1_000_001 }, { rate: 10.5 }, { rate: "10" }, {}])("refuses the percentage of %j", (params) => {
  expect(listParamErrors("order-percent", params)).toEqual(["rate"]);
});

test("refuses an unknown parameter and a target that names nothing", () => {
  expect(listParamErrors("order-percent", { rate: 1, price: 5 })).toEqual([""]);
  expect(listParamErrors("order-percent", { rate: 1, target: {} })).toEqual(["target"]);
});
