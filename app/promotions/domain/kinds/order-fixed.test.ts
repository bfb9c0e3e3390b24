import { expect, test } from "vitest";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { categories, PIZZAS, sampleLine } from "#test/promotion-samples.ts";

test.each([
  {
    name: "is shared by value",
    amount: 400,
    lines: [sampleLine(1, 1000), sampleLine(2, 500), sampleLine(3, 333)],
    shares: { "line-1": 218, "line-2": 109, "line-3": 73 },
  },
  {
    name: "never takes more than the order costs",
    amount: 500,
    lines: [sampleLine(1, 120), sampleLine(3, 80)],
    shares: { "line-1": 120, "line-3": 80 },
  },
  {
    name: "gives an odd cent to the earlier of equal lines",
    amount: 101,
    lines: [sampleLine(1, 200), sampleLine(2, 200)],
    shares: { "line-1": 51, "line-2": 50 },
  },
  {
    name: "gives nothing to a line that costs nothing",
    amount: 100,
    lines: [sampleLine(1, 0), sampleLine(2, 500)],
    shares: { "line-1": 0, "line-2": 100 },
  },
])("an amount off $name", ({ amount, lines, shares }) => {
  expect(applyKind("order-fixed", { amount }, { lines }).shares).toEqual(shares);
});

test("stays within its target and its cap", () => {
  const lines = [sampleLine(1, 300), sampleLine(3, 5000)];
  const params = { amount: 1000, target: categories(PIZZAS) };
  expect(applyKind("order-fixed", params, { lines })).toMatchObject({ amount: 300, shares: { "line-1": 300, "line-3": 0 } });
  expect(applyKind("order-fixed", params, { lines }, { cap: 250 })).toMatchObject({ amount: 250 });
});

test("reads back in plain words", () => {
  expect(describeKind("order-fixed", { amount: 500 })).toBe("$5 off the order");
  expect(describeKind("order-fixed", { amount: 450, target: { categoryIds: [PIZZAS], productIds: [3] } })).toBe(
    "$4.50 off all pizzas and Cola",
  );
});

test.each([{ amount: 0 }, { amount: -5 }, { amount: 1.5 }, { amount: 100_000_000 }, {}])("refuses the amount of %j", (params) => {
  expect(listParamErrors("order-fixed", params)).toEqual(["amount"]);
});
