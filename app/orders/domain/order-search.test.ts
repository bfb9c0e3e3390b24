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
  // Every trigram is common: use the whole text.
  ["example.com", ["example.com"]],
  // The rest has no three consecutive characters, which the index needs.
  ["anna z@example", ["anna z@example"]],
  ["unknown", ["unknown"]],
])("queries the index for %j as %j", (text, parts) => {
  expect(rareParts(text, lines)).toEqual(parts);
});

test("searches the whole text without reference orders", () => {
  expect(rareParts("anna@example.com", [])).toEqual(["anna@example.com"]);
});

test("does not split surrogate pairs", () => {
  expect(rareParts("anna 𝒜𝒷𝒸", lines)).toEqual(["a 𝒜𝒷𝒸"]);
});

test("every part occurs in the text", () => {
  for (const text of ["anna b17", "zoe@example.com mira", "a-101 anna", "4165551001"])
    for (const part of rareParts(text, lines)) expect(text).toContain(part);
});
