import { expect, test } from "vitest";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { categories, PIZZAS, sampleLine } from "#test/promotion-samples.ts";

const tiers = [
  { spend: 6000, value: 1200 },
  { spend: 3000, value: 500 },
];

test.each([
  { spent: 2999, amount: 0 },
  { spent: 3000, amount: 500 },
  { spent: 5999, amount: 500 },
  { spent: 6000, amount: 1200 },
  { spent: 90_000, amount: 1200 },
])("the best tier reached counts: $spent cents spent take $amount off", ({ spent, amount }) => {
  expect(applyKind("tiered-spend", { unit: "amount", tiers }, { lines: [sampleLine(1, spent)] }).amount).toBe(amount);
});

test("tiers of percentages", () => {
  const params = {
    unit: "percentage",
    tiers: [
      { spend: 1000, value: 50_000 },
      { spend: 2000, value: 150_000 },
    ],
  };
  expect(applyKind("tiered-spend", params, { lines: [sampleLine(1, 1999)] }).amount).toBe(100);
  expect(applyKind("tiered-spend", params, { lines: [sampleLine(1, 2000)] }).amount).toBe(300);
});

test("only items of its target count and get the discount", () => {
  const params = { unit: "amount", tiers, target: categories(PIZZAS) };
  const lines = [sampleLine(1, 2900), sampleLine(3, 5000)];
  expect(applyKind("tiered-spend", params, { lines }).outcome.notApplied).toMatchObject([
    { reason: "condition", message: "Add $1.00 more from Pizzas.", shortfall: { kind: "cents", amount: 100 } },
  ]);
  expect(applyKind("tiered-spend", params, { lines: [sampleLine(1, 3000), sampleLine(3, 5000)] }).shares).toEqual({
    "line-1": 500,
    "line-3": 0,
  });
});

test("reads back in plain words, in ascending order", () => {
  expect(describeKind("tiered-spend", { unit: "amount", tiers })).toBe("$5 off from $30, $12 off from $60 spent");
  expect(
    describeKind("tiered-spend", { unit: "percentage", tiers: [{ spend: 1000, value: 50_000 }], target: { categoryIds: [PIZZAS] } }),
  ).toBe("5% off from $10 spent from Pizzas");
});

test.each([
  { name: "no tier", params: { unit: "amount", tiers: [] } },
  {
    name: "two tiers at the same spend",
    params: {
      unit: "amount",
      tiers: [
        { spend: 1, value: 1 },
        { spend: 1, value: 2 },
      ],
    },
  },
  {
    name: "a higher tier that gives less",
    params: {
      unit: "amount",
      tiers: [
        { spend: 1, value: 2 },
        { spend: 2, value: 1 },
      ],
    },
  },
  { name: "a percentage above 100", params: { unit: "percentage", tiers: [{ spend: 1, value: 1_000_001 }] } },
])("refuses $name", ({ params }) => {
  expect(listParamErrors("tiered-spend", params)).toEqual(["tiers"]);
});
