import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { tipCap, tipOf, tipProblem } from "./tip.ts";

test("rounds percentages half up and accepts decimals", () => {
  expect(tipOf({ kind: "percentage", percentage: 15 }, 3375), "506.25").toBe(506);
  expect(tipOf({ kind: "percentage", percentage: 10 }, 1005), "100.5").toBe(101);
  expect(tipOf({ kind: "percentage", percentage: 12.5 }, 1000)).toBe(125);
  expect(tipOf({ kind: "percentage", percentage: 0 }, 1000)).toBe(0);
  expect(tipOf({ kind: "none" }, 1000)).toBe(0);
});

test("limits a tip to the larger of $10 and its base", () => {
  expect(tipCap(400)).toBe(1000);
  expect(tipCap(4000)).toBe(4000);
  expect(tipOf({ kind: "fixed", amount: 1000 }, 400)).toBe(1000);
  expect(tipOf({ kind: "fixed", amount: 1001 }, 400)).toBe(1000);
  expect(tipOf({ kind: "fixed", amount: 50_000 }, 4000)).toBe(4000);
  expect(tipOf({ kind: "percentage", percentage: 250 }, 4000)).toBe(4000);
});

test("rejects tips where disabled or too high, never a zero tip", () => {
  const on = { allowTip: true, format: US_DOLLARS };
  const off = { allowTip: false, format: US_DOLLARS };
  expect(tipProblem({ kind: "none", isChosen: true }, 4000, off)).toBeNull();
  expect(tipProblem({ kind: "fixed", amount: 100 }, 4000, off)).toEqual({ field: "tip", message: "This shop takes no tips." });
  expect(tipProblem({ kind: "percentage", percentage: 15 }, 4000, off)).toEqual({
    field: "tipPercentage",
    message: "This shop takes no tips.",
  });
  expect(tipProblem({ kind: "fixed", amount: 4000 }, 4000, on)).toBeNull();
  expect(tipProblem({ kind: "fixed", amount: 4001 }, 4000, on)).toEqual({
    field: "tip",
    message: "A tip for this order is at most $40.00.",
  });
  expect(tipProblem({ kind: "percentage", percentage: 100 }, 4000, on)).toBeNull();
});
