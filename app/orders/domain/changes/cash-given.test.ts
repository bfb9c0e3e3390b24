import { expect, test } from "vitest";
import { US_DOLLARS } from "#app/values/money.ts";
import { cashGiven, cashWords, quickCash } from "./cash-given.ts";

const CANADIAN_DOLLARS = { currency: "CAD", locale: "en-CA" };

test.each([
  [2000, { ok: true, value: { given: 2000, change: 660 } }],
  [1340, { ok: true, value: { given: 1340, change: 0 } }],
  [1000, { ok: false, error: "The total is $13.40: $3.40 is missing." }],
])("gives change of %j for a total of $13.40", (given, answer) => {
  expect(cashGiven(given, 1340, US_DOLLARS)).toEqual(answer);
});

test.each([
  [2000, { ok: true, value: { given: 2000, change: 985 } }],
  [1015, { ok: true, value: { given: 1015, change: 0 } }],
  [1010, { ok: false, error: "The total in cash is $10.15: $0.05 is missing." }],
])("rounds a total of 10.17 Canadian dollars to 10.15 when %j is given", (given, answer) => {
  expect(cashGiven(given, 1017, CANADIAN_DOLLARS)).toEqual(answer);
});

test.each([
  ["CAD", 1017, [1015, 1500, 2000, 5000]],
  ["CAD", 2002, [2000, 5000, 10_000]],
  ["USD", 1340, [1340, 1500, 2000, 5000]],
  ["usd", 2000, [2000, 5000, 10_000]],
  ["USD", 6660, [6660, 7000, 8000, 10_000]],
  ["USD", 34_500, [34_500, 35_000, 40_000, 50_000]],
  ["JPY", 2340, [2340, 3000, 5000, 10_000]],
  ["KWD", 325, [325, 500, 1000, 2000]],
  ["VND", 135_000, [135_000, 150_000, 200_000, 500_000]],
])("offers amounts in %s that pay %i", (currency, total, amounts) => {
  expect(quickCash(total, currency)).toEqual(amounts);
});

test("mentions cash only when the event has it", () => {
  expect(cashWords({ given: 2000, change: 660 }, US_DOLLARS)).toBe("given $20.00, change $6.60");
  expect(cashWords({ source: "counter" }, US_DOLLARS)).toBeNull();
});
