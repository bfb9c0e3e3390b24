import { expect, test } from "vitest";
import { summarizeRatings } from "./review.ts";

test("computes average and distribution", () => {
  expect(
    summarizeRatings(
      new Map([
        [5, 2],
        [4, 1],
        [1, 1],
      ]),
    ),
  ).toEqual({ count: 4, average: 3.8, spread: [1, 0, 0, 1, 2] });
});

test("returns no average without reviews", () => {
  expect(summarizeRatings(new Map())).toEqual({ count: 0, average: null, spread: [0, 0, 0, 0, 0] });
});
