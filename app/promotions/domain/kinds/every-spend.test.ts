import { expect, test } from "vitest";
import { applyKind, describeKind } from "#test/promotion-kinds.ts";
import { sampleLine } from "#test/promotion-samples.ts";

const fiver = { spend: 2500, amount: 500 };

test("takes an amount off for every amount spent, up to its limit", () => {
  expect(applyKind("every-spend", fiver, { lines: [sampleLine(1, 7600)] }).amount).toBe(1500);
  expect(applyKind("every-spend", { ...fiver, maxRepeats: 2 }, { lines: [sampleLine(1, 7600)] }).amount).toBe(1000);
});

test("names the amount missing to the first and to the next multiple", () => {
  expect(applyKind("every-spend", fiver, { lines: [sampleLine(1, 2000)] }).outcome.notApplied).toMatchObject([
    { message: "Add $5.00 more.", shortfall: { kind: "cents", amount: 500 } },
  ]);
  expect(applyKind("every-spend", fiver, { lines: [sampleLine(1, 2600)] }).outcome.applied[0]?.nextStep).toBe(
    "Add $24.00 more: another $5 off.",
  );
  expect(describeKind("every-spend", fiver)).toBe("$5 off for every $25 spent");
});

test("tiers by quantity: the best one reached", () => {
  const tiers = [
    { quantity: 12, value: 150_000 },
    { quantity: 6, value: 100_000 },
  ];
  const bottles = { unit: "percentage", tiers };
  expect(applyKind("tiered-quantity", bottles, { lines: [sampleLine(3, 1000, 6)] }).amount).toBe(600);
  expect(applyKind("tiered-quantity", bottles, { lines: [sampleLine(3, 1000, 11)] }).outcome.applied[0]?.nextStep).toBe(
    "Add 1 more item: 15% off.",
  );
  expect(describeKind("tiered-quantity", bottles)).toBe("10% off from 6, 15% off from 12 items");
});
