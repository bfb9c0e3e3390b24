import { expect, test } from "vitest";
import { rareParts } from "./order-search.ts";

const lines = Array.from(
  { length: 300 },
  (_, index) => `a-${100 + index} anna b${index} anna${index * 37}@example.com 416555${1000 + index}`,
);

test.each([
  ["anna444@example.com", ["na444@e"]],
  ["anna b17", ["b17"]],
  ["zoe@example.com", ["zoe@e"]],
  ["zoe@example.com mira", ["zoe@e", "m mira"]],
  // Everything in it is common: the whole text says as much as can be said.
  ["example.com", ["example.com"]],
  // What is left has no three letters or digits in a row, which the index would not know.
  ["anna z@example", ["anna z@example"]],
  ["unknown", ["unknown"]],
])("of %j the index is asked for %j", (text, parts) => {
  expect(rareParts(text, lines)).toEqual(parts);
});

test("without orders to compare with, the whole text is asked for", () => {
  expect(rareParts("anna@example.com", [])).toEqual(["anna@example.com"]);
});

test("letters outside of the first plane are not cut in two", () => {
  expect(rareParts("anna 𝒜𝒷𝒸", lines)).toEqual(["a 𝒜𝒷𝒸"]);
});

test("every part stands in the text", () => {
  for (const text of ["anna b17", "zoe@example.com mira", "a-101 anna", "4165551001"])
    for (const part of rareParts(text, lines)) expect(text).toContain(part);
});
