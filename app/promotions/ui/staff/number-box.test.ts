import { expect, test } from "vitest";
import { US_DOLLARS } from "#app/values/money.ts";
import { parseNumber, shownNumber } from "./number-box.tsx";

const EUROS = { currency: "EUR", locale: "de-DE" };

test.each([
  ["1.234 €", EUROS, 123_400],
  ["1.234", EUROS, null],
  ["1.234,50", EUROS, 123_450],
  ["12.50", EUROS, 1250],
  ["12,50 €", EUROS, 1250],
  ["$1,234.50", US_DOLLARS, 123_450],
  ["12,50", US_DOLLARS, 1250],
  ["-3", US_DOLLARS, -300],
  ["99999999", US_DOLLARS, 9_999_999_900],
  ["", US_DOLLARS, null],
  ["much", US_DOLLARS, null],
])("the amount %j of a shop in %j is %s cents", (text, format, cents) => {
  expect(parseNumber(text, 100, format)).toBe(cents);
});

test.each([
  ["8.875", 10_000, 88_750],
  ["8,875", 10_000, 88_750],
  ["3", 1, 3],
  [" ", 1, null],
  ["x", 1, null],
])("the number %j in parts of %i is %s", (text, scale, value) => {
  expect(parseNumber(text, scale, null)).toBe(value);
});

test.each([
  [105_000, 10_000, EUROS, "10,5"],
  [105_000, 10_000, US_DOLLARS, "10.5"],
  [3, 1, EUROS, "3"],
  [1250, null, EUROS, "12,50"],
  [null, 1, EUROS, ""],
  ["abc", null, EUROS, "abc"],
])("%s in parts of %s is shown in %j as %j", (value, scale, format, shown) => {
  expect(shownNumber(value, scale, format)).toBe(shown);
});
