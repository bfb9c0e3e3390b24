import { expect, test } from "vitest";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { categories, everything, PIZZAS, sampleLine } from "#test/promotion-samples.ts";

test("takes the amount off every unit, but no unit below zero", () => {
  const lines = [sampleLine(1, 1150, 3), sampleLine(2, 80, 2), sampleLine(3, 300)];
  expect(applyKind("item-fixed", { amount: 100, target: categories(PIZZAS) }, { lines })).toMatchObject({
    amount: 460,
    shares: { "line-1": 300, "line-2": 160, "line-3": 0 },
  });
});

test("a cap reduces the discounts in proportion", () => {
  const lines = [sampleLine(1, 500, 3), sampleLine(2, 500)];
  expect(applyKind("item-fixed", { amount: 100, target: everything }, { lines }, { cap: 200 }).shares).toEqual({
    "line-1": 150,
    "line-2": 50,
  });
});

test("reads back in plain words", () => {
  expect(describeKind("item-fixed", { amount: 200, target: { categoryIds: [PIZZAS] } })).toBe("$2 off each item from Pizzas");
  expect(describeKind("item-fixed", { amount: 250, target: { productIds: [4] } })).toBe("$2.50 off each Latte");
  expect(describeKind("item-fixed", { amount: 200, target: { everything: true, excludedProductIds: [4] } })).toBe(
    "$2 off every item except Latte",
  );
});

test("refuses a missing amount and target", () => {
  expect(listParamErrors("item-fixed", {})).toEqual(["amount", "target"]);
});
