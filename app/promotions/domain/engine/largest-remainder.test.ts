import fc from "fast-check";
import { expect, test } from "vitest";
import { allocate } from "#app/values/money.ts";
import { splitByWeight } from "./largest-remainder.ts";

function split(amount: number, weights: readonly number[], lines: readonly number[] = weights.map((_, index) => index)): number[] {
  const parts = Float64Array.from(weights, () => -7);
  splitByWeight(amount, lines, Float64Array.from(weights), parts);
  return [...parts];
}

test("gives the same shares as allocate, cent by cent", () => {
  const weights = fc
    .array(fc.oneof(fc.nat(20), fc.nat(100_000)), { minLength: 1, maxLength: 60 })
    .filter((all) => all.some((weight) => weight > 0));
  fc.assert(
    fc.property(weights, fc.nat(3_000_000), (all, amount) => {
      expect(split(amount, all)).toEqual(allocate(amount, all));
    }),
    { numRuns: 1000 },
  );
});

test("stays exact where the products leave the safe integers", () => {
  const weights = [99_999_999, 99_999_998, 3];
  expect(split(199_999_999, weights)).toEqual(allocate(199_999_999, weights));
});

test("touches the lines of the set only", () => {
  expect(split(10, [5, 100, 5], [0, 2])).toEqual([5, -7, 5]);
});

test("nothing is split into nothing, and an amount over no weight is a bug", () => {
  expect(split(0, [0, 0])).toEqual([0, 0]);
  expect(() => split(1, [0, 0])).toThrow(RangeError);
});
