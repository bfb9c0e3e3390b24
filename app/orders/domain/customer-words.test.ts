import { TORONTO } from "#test/clocks.ts";
import { expect, test } from "vitest";
import { allAllergies, repeatOrderWords, ordersSince } from "./customer-words.ts";

test.each([
  [0, null],
  [1, null],
  [2, "2nd order"],
  [3, "3rd order"],
  [11, "11th order"],
  [12, "12th order"],
  [21, "21st order"],
  [103, "103rd order"],
])("names the position %i", (position, words) => {
  expect(repeatOrderWords(position)).toBe(words);
});

test.each([
  [0, null, "0 orders"],
  [1, "2026-05-01T03:00:00Z", "1 order since April 2026"],
  [12, "2026-05-01T04:00:00Z", "12 orders since May 2026"],
])("counts %i orders since the month on the shop's clock", (total, at, words) => {
  expect(ordersSince(total, at === null ? null : new Date(at), TORONTO)).toBe(words);
});

test.each([
  ["", "", ""],
  ["Nuts", "", "Nuts"],
  ["", "Sesame", "Sesame"],
  ["Nuts", "Sesame", "Nuts · Sesame"],
  ["No PEANUTS please", "peanuts", "No PEANUTS please"],
])("joins the order's allergies %j with the customer's %j", (ofOrder, ofCustomer, words) => {
  expect(allAllergies(ofOrder, ofCustomer)).toBe(words);
});
