import { expect, test } from "vitest";
import { applyOverrides, choicesFingerprint, deadEndOptionIds, defaultChoices, isOrderable, visibleGroups } from "./customization.ts";
import type { CustomizationTemplate } from "./customization.ts";
import { testChoice as choose, testGroup as group, testOption as option, testText } from "#test/customizations.ts";

const ids = (groups: readonly CustomizationTemplate[]) => groups.map((each) => each.id);

test("inherits an absent or null override", () => {
  const template = group(1, [option(10)], { minSelect: 1, maxSelect: 2, freeCount: 1 });
  expect(applyOverrides(template, null)).toEqual(template);
  expect(applyOverrides(template, { title: null, minSelect: null, maxSelect: null, freeCount: null, options: {} })).toEqual(template);
  expect(applyOverrides(template, { options: { "10": { priceDelta: null, hidden: null, isDefault: null, soldOut: null } } })).toEqual(
    template,
  );
});

test("treats 0 and false as override values", () => {
  const template = group(1, [option(10, { soldOut: true, isDefault: true, hidden: true })], { minSelect: 1, freeCount: 2 });
  const own = applyOverrides(template, {
    minSelect: 0,
    freeCount: 0,
    options: { "10": { priceDelta: 0, soldOut: false, isDefault: false, hidden: false } },
  });
  expect(own).toMatchObject({ minSelect: 0, freeCount: 0 });
  expect(own.options[0]).toMatchObject({ priceDelta: 0, soldOut: false, isDefault: false, hidden: false });
});

test("an own option price replaces prices by option", () => {
  const template = group(1, [option(10, { priceByOption: { "20": 300 } }), option(11, { priceByOption: { "20": 300 } })]);
  const own = applyOverrides(template, { options: { "10": { priceDelta: 0 }, "11": { hidden: true } } });
  expect(own.options.map((each) => each.priceByOption)).toEqual([{}, { "20": 300 }]);
});

test("shows a conditional group through several steps", () => {
  const sauce = group(3, [option(30)], { showWhenOptionIds: [20] });
  const side = group(2, [option(20), option(21)], { showWhenOptionIds: [10] });
  const meal = group(1, [option(10), option(11)]);
  const groups = [sauce, side, meal];
  expect(ids(visibleGroups(groups, []))).toEqual([1]);
  expect(ids(visibleGroups(groups, [choose(1, 10)]))).toEqual([2, 1]);
  expect(ids(visibleGroups(groups, [choose(1, 10), choose(2, 20)]))).toEqual([3, 2, 1]);
  expect(ids(visibleGroups(groups, [choose(1, 11), choose(2, 20)])), "a leftover of a closed group opens nothing").toEqual([1]);
});

test("hides groups that only trigger each other", () => {
  expect(
    visibleGroups(
      [group(1, [option(10)], { showWhenOptionIds: [20] }), group(2, [option(20)], { showWhenOptionIds: [10] })],
      [choose(1, 10), choose(2, 20)],
    ),
  ).toEqual([]);
  const groups = [group(1, [option(10, { hidden: true })]), group(2, [option(20)], { showWhenOptionIds: [10] })];
  expect(ids(visibleGroups(groups, [choose(1, 10)]))).toEqual([1]);
});

test("applies available defaults up to the limit", () => {
  const groups = [
    group(1, [option(10, { isDefault: true, soldOut: true }), option(11, { isDefault: true }), option(12, { isDefault: true })], {
      kind: "single",
      minSelect: 1,
    }),
    group(2, [option(20, { isDefault: true, defaultQuantity: 3 }), option(21, { isDefault: true, defaultQuantity: 2 })], {
      kind: "quantity",
      maxSelect: 4,
      maxPerOption: 3,
    }),
    group(3, [option(30, { isDefault: true })], { showWhenOptionIds: [12] }),
    group(4, [option(40, { isDefault: true })], { showWhenOptionIds: [11] }),
  ];
  expect(defaultChoices(groups)).toEqual([choose(1, 11), choose(2, 20, 3), choose(2, 21, 1), choose(4, 40)]);
});

test("a product is unavailable while a required group cannot be filled", () => {
  const soldOut = option(11, { soldOut: true });
  const table: [string, CustomizationTemplate, boolean][] = [
    ["enough options", group(1, [option(10), soldOut], { minSelect: 1 }), true],
    ["too few options on sale", group(1, [option(10), soldOut, option(12, { hidden: true })], { minSelect: 2 }), false],
    ["units of one option are enough", group(1, [option(10), soldOut], { kind: "quantity", minSelect: 4 }), true],
    ["units limited per option", group(1, [option(10), soldOut], { kind: "quantity", minSelect: 4, maxPerOption: 3 }), false],
    ["maximum below the minimum", group(1, [option(10), option(12)], { minSelect: 2, maxSelect: 1 }), false],
    ["optional group all sold out", group(1, [soldOut]), true],
    ["required text", group(1, [], { kind: "text", minSelect: 1 }), true],
  ];
  for (const [name, each, expected] of table) expect(isOrderable([each]), name).toBe(expected);
});

test("marks options with unfillable follow-ups, also nested", () => {
  const meal = group(1, [option(10), option(11)], { kind: "single", minSelect: 1 });
  const drink = group(2, [option(20)], { minSelect: 1, showWhenOptionIds: [10] });
  const ice = group(3, [option(30, { soldOut: true })], { minSelect: 1, showWhenOptionIds: [20] });
  expect([...deadEndOptionIds([meal, drink, ice])].sort()).toEqual([10, 20]);
  expect(isOrderable([meal, drink, ice]), "without the combo it can still be had").toBe(true);
  expect(isOrderable([{ ...meal, options: [option(10)] }, drink, ice])).toBe(false);
});

test("fingerprints are equal for equal lines only", () => {
  const base = choicesFingerprint(1, [choose(1, 10), choose(2, 20, 2)], "no salt");
  expect(base).toMatch(/^[0-9a-f]{32}$/);
  expect(choicesFingerprint(1, [choose(2, 20), choose(1, 10), choose(2, 20)], " no salt ")).toBe(base);
  const others = [
    choicesFingerprint(2, [choose(1, 10), choose(2, 20, 2)], "no salt"),
    choicesFingerprint(1, [choose(1, 10), choose(2, 20, 3)], "no salt"),
    choicesFingerprint(1, [choose(1, 10), choose(2, 20, 2)], "no sal"),
    choicesFingerprint(1, [choose(1, 11), choose(2, 20, 2)], "no salt"),
    choicesFingerprint(1, [choose(1, 10), choose(2, 20, 2), testText(3, "Ana")], "no salt"),
  ];
  expect(new Set([base, ...others]).size).toBe(others.length + 1);
});
