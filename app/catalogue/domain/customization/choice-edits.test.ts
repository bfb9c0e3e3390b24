import { expect, test } from "vitest";
import { testChoice, testGroup, testOption, testText } from "#test/customizations.ts";
import { chooseOption, isFull, shownChoices, unitsIn, unitsOf, writeText } from "./choice-edits.ts";

const combo = testGroup(1, [testOption(11), testOption(12)], { kind: "single", minSelect: 1, maxSelect: 1 });
const side = testGroup(2, [testOption(21, { isDefault: true }), testOption(22)], {
  kind: "single",
  minSelect: 1,
  maxSelect: 1,
  showWhenOptionIds: [12],
});
const extras = testGroup(3, [testOption(31), testOption(32)], { kind: "quantity" });
const words = testGroup(4, [], { kind: "text" });
const groups = [combo, side, extras, words];

test("replaces the option of a single choice", () => {
  const choices = chooseOption(groups, [testChoice(1, 11), testChoice(3, 31)], combo, 12, 1);
  expect(unitsOf(choices, 1, 11)).toBe(0);
  expect(unitsOf(choices, 1, 12)).toBe(1);
  expect(unitsOf(choices, 3, 31)).toBe(1);
});

test("sets units of an option; 0 removes it", () => {
  const two = chooseOption(groups, [testChoice(3, 31), testChoice(3, 32)], extras, 31, 2);
  expect(unitsIn(two, 3)).toBe(3);
  expect(unitsOf(chooseOption(groups, two, extras, 31, 0), 3, 31)).toBe(0);
});

test("a newly shown group starts with its default", () => {
  expect(chooseOption(groups, [], combo, 12, 1)).toContainEqual(testChoice(2, 21));
});

test("restores choices of a group shown again", () => {
  const open = chooseOption(groups, chooseOption(groups, [], combo, 12, 1), side, 22, 1);
  const closed = chooseOption(groups, open, combo, 11, 1);
  expect(shownChoices(groups, closed)).toEqual([testChoice(1, 11)]);
  expect(shownChoices(groups, chooseOption(groups, closed, combo, 12, 1))).toEqual([testChoice(1, 12), testChoice(2, 22)]);
});

test("sorts choices by group and option", () => {
  expect(shownChoices(groups, [testText(4, "Hi"), testChoice(3, 32), testChoice(3, 31), testChoice(1, 11)])).toEqual([
    testChoice(1, 11),
    testChoice(3, 31),
    testChoice(3, 32),
    testText(4, "Hi"),
  ]);
});

test("replaces a text; an empty text is no choice", () => {
  expect(writeText([testText(4, "old"), testChoice(3, 31)], words, "new")).toEqual([testChoice(3, 31), testText(4, "new")]);
  expect(writeText([testText(4, "old")], words, "")).toEqual([]);
});

test("replaces in a group of one and stops at a longer limit", () => {
  const sauce = testGroup(5, [testOption(51), testOption(52)], { kind: "multiple", maxSelect: 1 });
  expect(chooseOption([sauce], [testChoice(5, 51)], sauce, 52, 1)).toEqual([testChoice(5, 52)]);
  expect(isFull(sauce, [testChoice(5, 52)])).toBe(false);
  const toppings = testGroup(6, [testOption(61), testOption(62), testOption(63)], { kind: "multiple", maxSelect: 2 });
  expect(isFull(toppings, [testChoice(6, 61)])).toBe(false);
  expect(isFull(toppings, [testChoice(6, 61), testChoice(6, 63)])).toBe(true);
  expect(isFull({ ...toppings, maxSelect: null }, [testChoice(6, 61), testChoice(6, 63)])).toBe(false);
});
