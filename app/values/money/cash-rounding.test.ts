import { expect, test } from "vitest";
import { inCash, smallestCoin } from "./cash-rounding.ts";

test.each([
  ["cad", 1010, 1010],
  ["CAD", 1012, 1010],
  ["CAD", 1013, 1015],
  ["CAD", 1017, 1015],
  ["CAD", 1018, 1020],
  ["CAD", 2, 0],
  ["NZD", 1014, 1010],
  ["NZD", 1015, 1020],
  ["DKK", 1024, 1000],
  ["DKK", 1025, 1050],
  ["SEK", 1049, 1000],
  ["SEK", 1050, 1100],
  ["HUF", 123_200, 123_000],
  ["HUF", 123_300, 123_500],
  ["USD", 1017, 1017],
  ["EUR", 1017, 1017],
  ["JPY", 1017, 1017],
])("in %s, %i is paid in cash as %i", (currency, amount, cash) => {
  expect(inCash(amount, currency)).toBe(cash);
});

test("names the smallest coin only where cash is rounded", () => {
  expect([smallestCoin("cad"), smallestCoin("SEK"), smallestCoin("usd")]).toEqual([5, 100, null]);
});
