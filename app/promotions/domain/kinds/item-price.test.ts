import { expect, test } from "vitest";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { everything, products, sampleLine } from "#test/promotion-samples.ts";

test("brings every unit down to the price and leaves cheaper ones alone", () => {
  const lines = [sampleLine(1, 1150, 2), sampleLine(2, 500), sampleLine(3, 501)];
  expect(applyKind("item-price", { price: 500, target: everything }, { lines })).toMatchObject({
    amount: 1301,
    shares: { "line-1": 1300, "line-2": 0, "line-3": 1 },
  });
});

test("a price of zero makes the item free", () => {
  expect(applyKind("item-price", { price: 0, target: products(1) }, { lines: [sampleLine(1, 700, 2)] }).amount).toBe(1400);
});

test("says when the items cost no more already", () => {
  const { outcome } = applyKind("item-price", { price: 900, target: products(1) }, { lines: [sampleLine(1, 700)] });
  expect(outcome.notApplied).toMatchObject([
    { reason: "no-eligible-items", message: "These items cost no more than the offer's price already." },
  ]);
  const without = applyKind("item-price", { price: 900, target: products(4) }, { lines: [sampleLine(1, 700)] });
  expect(without.outcome.notApplied).toMatchObject([{ reason: "no-eligible-items", message: "Add 1 Latte." }]);
});

test("reads back in plain words and refuses a negative price", () => {
  expect(describeKind("item-price", { price: 250, target: { productIds: [4] } })).toBe("Latte for $2.50 each");
  expect(listParamErrors("item-price", { price: -1, target: { everything: true } })).toEqual(["price"]);
});
