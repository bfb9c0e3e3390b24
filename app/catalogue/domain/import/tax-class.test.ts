import { expect, test } from "vitest";
import { namedTaxClass, unknownRateText } from "./tax-class.ts";

const GERMAN = { standard: 19, ermäßigt: 7, zero: 0 };
const TWO_OF_SEVEN = { standard: 7, food: 7, zero: 0 };

test.each([
  ["19", GERMAN, "standard"],
  ["7", GERMAN, "ermäßigt"],
  ["7,0 %", GERMAN, "ermäßigt"],
  ["7.00%", GERMAN, "ermäßigt"],
  ["0", GERMAN, "zero"],
  ["Ermäßigt", GERMAN, "ermäßigt"],
  ["5", GERMAN, undefined],
  ["many", GERMAN, undefined],
  ["7", TWO_OF_SEVEN, undefined],
  ["food", TWO_OF_SEVEN, "food"],
])("the cell %j is, in a shop with %j, the class %s", (cell, rates, taxClass) => {
  expect(namedTaxClass(cell, rates)).toBe(taxClass);
});

test("lists the shop's tax rates", () => {
  expect(unknownRateText("5", GERMAN)).toBe(
    'There is no tax rate "5" here. There are: standard, ermäßigt, zero. A new product gets the standard one, another keeps its own.',
  );
});
