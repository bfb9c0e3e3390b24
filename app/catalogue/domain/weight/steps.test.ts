import { expect, test } from "vitest";
import type { SoldByWeight } from "./sold-by-weight.ts";
import { leastWeightProblem, pricedSteps, quantityAgain, quantityNow, unitsLeft, withQuantity } from "./steps.ts";

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

test("converts pieces to as many steps (at least the minimum), and keeps a new quantity", () => {
  const least = { ...HUNDREDS, least: 2 };
  expect(quantityNow({ quantity: 7, seenUnitPrice: 900, seenWeight: null }, least)).toBe(7);
  expect(quantityNow({ quantity: 1, seenUnitPrice: 900, seenWeight: null }, least)).toBe(2);
  expect(quantityNow({ quantity: 7, seenUnitPrice: null, seenWeight: null }, least)).toBe(7);
  expect(quantityNow({ quantity: 7, seenUnitPrice: 900, seenWeight: null }, null)).toBe(7);
  expect(quantityAgain({ quantity: 7, weight: null }, least)).toBe(2);
});

const bought = (ordered: number, step = 100, unit: "kg" | "lb" = "kg") =>
  ({ quantity: 1, weight: { unit, price: 1200, extras: 0, ordered, steps: ordered / step, actual: null, charged: ordered } }) as const;
const line = (weight: number, step = 100, unit: "kg" | "lb" = "kg") =>
  ({ quantity: weight / step, seenUnitPrice: 1200, seenWeight: { unit, step } }) as const;

test("leaves no units of a fully bought line, however the product is sold now", () => {
  for (const now of [HUNDREDS, QUARTERS, POUNDS, { ...HUNDREDS, least: 6 }, null]) expect(unitsLeft(line(400), [bought(400)], now)).toBe(0);
  for (const now of [HUNDREDS, { ...HUNDREDS, least: 6 }, null])
    expect(unitsLeft({ quantity: 5, seenUnitPrice: 900 }, [{ quantity: 5, weight: null }], now)).toBe(0);
});

test.each([
  ["what was added to it since", line(700), [bought(400)], HUNDREDS, 3],
  ["what was added to it since, in other steps", line(750, 250), [bought(300)], { ...HUNDREDS, step: 200 }, 2],
  ["a new quantity of today", { quantity: 7, seenUnitPrice: null }, [bought(400)], HUNDREDS, 3],
  ["no more than was chosen, of two orders", line(700), [bought(400), bought(200)], HUNDREDS, 1],
  ["nothing that only two changes of steps add to it", line(500, 250), [bought(400)], HUNDREDS, 0],
  ["nothing that only a change of the unit adds to it", line(100, 25, "lb"), [bought(500)], POUNDS, 0],
  ["nothing below the least weight", line(600), [bought(500)], { ...HUNDREDS, least: 2 }, 0],
  ["the least weight", line(700), [bought(500)], { ...HUNDREDS, least: 2 }, 2],
  ["nothing of less than was bought", line(300), [bought(500)], HUNDREDS, 0],
  ["pieces of what was sold by weight", { quantity: 3, seenUnitPrice: 900 }, [bought(500)], null, 2],
] as const)("leaves %s", (_name, seen, orders, now, left) => {
  expect(unitsLeft(seen, orders, now)).toBe(left);
});

test("a line with a new quantity uses today's steps", () => {
  expect(withQuantity(line(400), 3, QUARTERS)).toEqual({ ...line(400), quantity: 3, seenWeight: { unit: "kg", step: 250 } });
  expect(withQuantity(line(400), 3, null)).toEqual({ quantity: 3, seenUnitPrice: null, seenWeight: null });
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
