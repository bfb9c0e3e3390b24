import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { testChoice, testGroup, testOption } from "#test/customizations.ts";
import { optionPrice, optionPriceText } from "./option-price.ts";

const size = testGroup(1, [testOption(11, { priceDelta: 0 }), testOption(12, { priceDelta: 600 })], {
  kind: "single",
  minSelect: 1,
  maxSelect: 1,
});
const topping = testOption(21, { priceDelta: 175, priceByOption: { "12": 250 } });
const toppings = testGroup(2, [topping], { kind: "quantity" });
const dips = testGroup(3, [testOption(31), testOption(32), testOption(33, { priceDelta: 175, countsTowardFree: false })], {
  kind: "multiple",
  freeCount: 1,
});
const groups = [size, toppings, dips];
const text = (
  choices: Parameters<typeof optionPrice>[1],
  group: Parameters<typeof optionPrice>[2],
  option: Parameters<typeof optionPrice>[3],
  units = 0,
) => optionPriceText(optionPrice(groups, choices, group, option), units, US_DOLLARS);

test("an option's price follows the chosen size", () => {
  expect(text([testChoice(1, 11)], toppings, topping)).toBe("+$1.75");
  expect(text([testChoice(1, 12)], toppings, topping)).toBe("+$2.50");
});

test("shows a remaining free unit, then the price", () => {
  const [first, second, premium] = dips.options;
  expect(text([], dips, first!)).toBe("free");
  expect(text([testChoice(3, 31)], dips, first!, 1)).toBe("free");
  expect(text([testChoice(3, 31)], dips, second!)).toBe("+$1.00");
  expect(text([], dips, premium!)).toBe("+$1.75");
});

test("shows how many units are free", () => {
  const group = testGroup(4, [testOption(41)], { kind: "quantity", freeCount: 1 });
  const choices = [testChoice(4, 41, 3)];
  expect(optionPriceText(optionPrice([group], choices, group, group.options[0]!), 3, US_DOLLARS)).toBe("+$1.00, 1 free");
});

test("shows nothing for zero and a minus for reductions", () => {
  expect(optionPriceText({ delta: 0, freeUnits: 0 }, 1, US_DOLLARS)).toBe("");
  expect(optionPriceText({ delta: -150, freeUnits: 0 }, 0, US_DOLLARS)).toBe("−$1.50");
});
