import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { MAX_PRODUCT_PRICE_CENTS } from "#app/catalogue/domain/product.ts";
import {
  actualWeightProblem,
  amountOfWeight,
  formatWeight,
  MAX_WEIGHT,
  soldByWeight,
  WEIGHT_UNITS,
  weighedAmount,
  weightOption,
  type LineWeight,
} from "./sold-by-weight.ts";

const USD = { currency: "USD", locale: "en-US" };

describe("amountOfWeight", () => {
  test.each([
    ["$12.00 / kg, 500 g", 1200, 500, "kg", 600],
    ["$12.00 / kg, 460 g", 1200, 460, "kg", 552],
    ["$1.99 / 100 g, 250 g: 497.5 is rounded up", 199, 250, "100g", 498],
    ["$8.99 / lb, 1.25 lb: 1123.75", 899, 125, "lb", 1124],
    ["¥1980 / kg, 333 g: 659.34", 1980, 333, "kg", 659],
    ["KWD 4.250 / kg, 350 g: 148.75 of 0.010", 425, 350, "kg", 149],
    ["1 cent / kg, 499 g", 1, 499, "kg", 0],
    ["1 cent / kg, 500 g", 1, 500, "kg", 1],
  ] as const)("%s", (_name, price, weight, unit, amount) => {
    expect(amountOfWeight(price, weight, unit)).toBe(amount);
  });

  it("rounds half up exactly, once", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_PRODUCT_PRICE_CENTS }),
        fc.integer({ min: 0, max: MAX_WEIGHT }),
        fc.constantFrom(...WEIGHT_UNITS),
        (price, weight, unit) => {
          const per = unit === "kg" ? 1000n : 100n;
          const exact = (2n * BigInt(price) * BigInt(weight) + per) / (2n * per);
          expect(BigInt(amountOfWeight(price, weight, unit))).toBe(exact);
        },
      ),
    );
  });

  it("never costs more for a smaller weight", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 50_000 }), (price, weight) => {
        expect(amountOfWeight(price, weight, "kg")).toBeLessThanOrEqual(amountOfWeight(price, weight + 1, "kg"));
      }),
    );
  });
});

const SALMON: LineWeight = { unit: "kg", price: 1200, extras: 100, steps: 5, ordered: 500, actual: null, charged: 500 };

it("adds surcharges once per line, never below 0", () => {
  expect(weighedAmount(SALMON)).toBe(700);
  expect(weighedAmount({ ...SALMON, extras: -900 })).toBe(0);
});

test.each([
  [500, "kg", "500 g"],
  [1500, "kg", "1.5 kg"],
  [1000, "100g", "1 kg"],
  [125, "lb", "1.25 lb"],
  [25, "lb", "0.25 lb"],
] as const)("writes %i (%s) as %s", (weight, unit, text) => {
  expect(formatWeight(weight, unit, "en-US")).toBe(text);
});

it("formats the weight in the locale", () => {
  expect(formatWeight(1500, "kg", "de-DE")).toBe("1,5 kg");
});

test.each([
  [{}, "about 500 g at $12.00 / kg", "500 g"],
  [{ actual: 500 }, "500 g at $12.00 / kg", "500 g"],
  [{ actual: 460, charged: 460 }, "460 g (500 g ordered) at $12.00 / kg", "460 g"],
  [{ actual: 520, charged: 500 }, "520 g (500 g ordered, charged as 500 g) at $12.00 / kg", "520 g"],
])("names the weight of a line: %o", (change, name, kitchenName) => {
  expect(weightOption({ ...SALMON, ...change }, USD)).toMatchObject({ name, kitchenName, priceDelta: 0 });
});

test.each([
  [{ weightUnit: null, weightStep: 100, weightMin: null }, null],
  [
    { weightUnit: "kg", weightStep: null, weightMin: null },
    { unit: "kg", step: 100, least: 1 },
  ],
  [
    { weightUnit: "lb", weightStep: 50, weightMin: 120 },
    { unit: "lb", step: 50, least: 3 },
  ],
  [
    { weightUnit: "100g", weightStep: 1, weightMin: 9999 },
    { unit: "100g", step: 1, least: 99 },
  ],
] as const)("reads the columns %o", (stored, sold) => {
  expect(soldByWeight(stored)).toEqual(sold);
});

test.each([
  [250, true],
  [249, false],
  [1000, true],
  [1001, false],
])("takes %i g for an ordered 500 g: %s", (actual, isTaken) => {
  expect(actualWeightProblem(SALMON, actual, "en-US") === null).toBe(isTaken);
});
