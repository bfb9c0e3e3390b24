import { expect, test } from "vitest";
import type { SoldByWeight } from "./sold-by-weight.ts";
import { leastWeightProblem, pricedSteps, quantityAgain, quantityNow, unitsBought, withQuantity } from "./steps.ts";

const HUNDREDS: SoldByWeight = { unit: "kg", step: 100, least: 1 };
const QUARTERS: SoldByWeight = { unit: "kg", step: 250, least: 1 };
const POUNDS: SoldByWeight = { unit: "lb", step: 25, least: 1 };

test.each([
  ["keeps 500 g in steps of 250 g", 5, "kg", 500, QUARTERS, 2],
  ["rounds 400 g to the nearest step", 4, "kg", 400, QUARTERS, 2],
  ["rounds 300 g to the nearest step", 3, "kg", 300, QUARTERS, 1],
  ["keeps 500 g at a price per 100 g", 5, "kg", 500, { unit: "100g", step: 50, least: 1 }, 10],
  ["raises it to the least weight", 1, "kg", 100, { ...HUNDREDS, least: 3 }, 3],
  ["takes at most the largest quantity", 99, "kg", 24_750, { ...HUNDREDS, step: 10 }, 99],
  ["turns 500 g into 1 lb", 5, "kg", 500, POUNDS, 4],
  ["turns 1.25 lb into 600 g", 5, "lb", 125, HUNDREDS, 6],
  ["is one piece of what is sold by the piece now", 5, "kg", 500, null, 1],
] as const)("%s", (_name, quantity, unit, weight, now, steps) => {
  expect(quantityNow({ quantity, seenUnitPrice: 1200, seenWeight: { unit, step: weight / quantity } }, now)).toBe(steps);
});

test("turns pieces into as many steps, at least the least weight, and takes a new quantity as it is", () => {
  const least = { ...HUNDREDS, least: 2 };
  expect(quantityNow({ quantity: 7, seenUnitPrice: 900, seenWeight: null }, least)).toBe(7);
  expect(quantityNow({ quantity: 1, seenUnitPrice: 900, seenWeight: null }, least)).toBe(2);
  expect(quantityNow({ quantity: 7, seenUnitPrice: null, seenWeight: null }, least)).toBe(7);
  expect(quantityNow({ quantity: 7, seenUnitPrice: 900, seenWeight: null }, null)).toBe(7);
  expect(quantityAgain({ quantity: 7, weight: null }, least)).toBe(2);
});

test("counts what was bought as its line of the cart is counted", () => {
  const weight = { unit: "kg", price: 1200, extras: 0, ordered: 400, steps: 4, actual: null, charged: 400 } as const;
  const line = { quantity: 4, seenUnitPrice: 1200, seenWeight: { unit: "kg", step: 100 } } as const;
  for (const now of [HUNDREDS, QUARTERS, POUNDS, { ...HUNDREDS, least: 6 }, null])
    expect(unitsBought({ quantity: 1, weight }, now)).toBe(quantityNow(line, now));
  for (const now of [HUNDREDS, { ...HUNDREDS, least: 6 }, null])
    expect(unitsBought({ quantity: 5, weight: null }, now)).toBe(quantityNow({ quantity: 5, seenUnitPrice: 900 }, now));
  expect(withQuantity(line, 3, QUARTERS)).toEqual({ ...line, quantity: 3, seenWeight: { unit: "kg", step: 250 } });
  expect(withQuantity(line, 3, null)).toEqual({ quantity: 3, seenUnitPrice: null, seenWeight: null });
});

test("prices each number of steps up to the most per order", () => {
  expect(pricedSteps({ price: 1200, maxPerOrder: 2 }, QUARTERS, "en-US")).toEqual([
    { text: "0 g", price: 0 },
    { text: "250 g", price: 300 },
    { text: "500 g", price: 600 },
  ]);
});

test.each([
  [{ weightUnit: "kg", weightStep: 100, weightMin: 300, maxPerOrder: 3 }, null],
  [{ weightUnit: null, weightStep: 100, weightMin: 500, maxPerOrder: 1 }, null],
  [{ weightUnit: "kg", weightStep: 100, weightMin: 301, maxPerOrder: 3 }, /at most 3 × 100 g = 300 g of it, so nobody could order 301 g/],
  [{ weightUnit: "lb", weightStep: null, weightMin: 100, maxPerOrder: 2 }, /at most 2 × 0.25 lb = 0.5 lb/],
  [{ weightUnit: "kg", weightStep: 10, weightMin: 1000, maxPerOrder: null }, /at most 99 × 10 g = 990 g/],
] as const)("compares the least weight with the most per order: %o", (stored, problem) => {
  const found = leastWeightProblem(stored, "en-US");
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});
