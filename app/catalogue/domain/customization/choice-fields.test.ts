import * as fc from "fast-check";
import { expect, test } from "vitest";
import { testChoice, testGroup, testOption, testText } from "#test/customizations.ts";
import {
  choiceFields,
  choiceValue,
  isChoiceField,
  openingChoices,
  radioField,
  readChoiceFields,
  textField,
  unitsField,
  withDefaultsOf,
} from "./choice-fields.ts";

const size = testGroup(1, [testOption(11, { isDefault: true }), testOption(12), testOption(13, { soldOut: true })], {
  kind: "single",
  minSelect: 1,
  maxSelect: 1,
});
const extras = testGroup(2, [testOption(21), testOption(22)], { kind: "quantity", maxSelect: 4, maxPerOption: 3 });
const combo = testGroup(3, [testOption(31, { isDefault: true }), testOption(32)], { kind: "single", minSelect: 1, maxSelect: 1 });
const drink = testGroup(4, [testOption(41, { isDefault: true }), testOption(42)], {
  kind: "single",
  minSelect: 1,
  maxSelect: 1,
  showWhenOptionIds: [32],
});
const words = testGroup(5, [], { kind: "text", maxLength: 40 });
const groups = [size, extras, combo, drink, words];

test("parses all field kinds like repeated choice fields", () => {
  const fields: [string, string][] = [
    [radioField(1), choiceValue(1, 12)],
    ["choice", choiceValue(7, 71)],
    [unitsField(2, 21), "3"],
    [textField(5), "Happy birthday"],
  ];
  expect(readChoiceFields(fields)).toEqual([testChoice(1, 12), testChoice(7, 71), testChoice(2, 21, 3), testText(5, "Happy birthday")]);
});

test("ignores empty fields, zero units and other fields", () => {
  expect(
    readChoiceFields([
      ["choice", ""],
      ["units:2:21", "0"],
      ["text:5", "   "],
      ["quantity", "2"],
      ["note", "1:2:3"],
    ]),
  ).toEqual([]);
  expect(isChoiceField("note")).toBe(false);
});

test("drops invalid characters of a text", () => {
  expect(openingChoices([words], [["text:5", "a\u0000b\u202e"]])).toEqual([testText(5, "ab")]);
});

test("choices survive a URL", () => {
  const choice = fc.oneof(
    fc.record({
      templateId: fc.integer({ min: 1, max: 999 }),
      optionId: fc.integer({ min: 1, max: 999 }),
      quantity: fc.integer({ min: 1, max: 99 }),
      text: fc.constant(null),
    }),
    fc.record({
      templateId: fc.integer({ min: 1, max: 999 }),
      optionId: fc.constant(null),
      quantity: fc.constant(1),
      text: fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => text.trim() !== "" && !text.includes("\u0000")),
    }),
  );
  fc.assert(
    fc.property(fc.array(choice), (choices) => {
      const query = new URLSearchParams(choiceFields(choices).map(([name, value]) => [name, value]));
      expect(readChoiceFields(new URLSearchParams(query.toString()))).toEqual(choices);
    }),
  );
});

test("applies defaults on a fresh page only", () => {
  expect(openingChoices(groups, [])).toEqual([testChoice(1, 11), testChoice(3, 31)]);
  expect(openingChoices([extras], choiceFields([]))).toEqual([]);
});

test("keeps available choices of a URL and adds missing defaults", () => {
  const address = choiceFields([
    testChoice(1, 13),
    testChoice(2, 21, 9),
    testChoice(2, 22, 2),
    testChoice(2, 99),
    testChoice(8, 81),
    testText(5, "Hi"),
  ]);
  expect(openingChoices(groups, address)).toEqual([
    testChoice(2, 21, 3),
    testChoice(2, 22, 1),
    testText(5, "Hi"),
    testChoice(1, 11),
    testChoice(3, 31),
  ]);
});

test("adds the default of a group shown by the URL", () => {
  expect(openingChoices(groups, choiceFields([testChoice(3, 32)]))).toContainEqual(testChoice(4, 41));
});

test("ignores hostile numbers in a URL", () => {
  const address: [string, string][] = [
    ["choice", "2:21:-1"],
    ["choice", "2:22:1e3"],
    ["units:2:22", "NaN"],
    ["choice", "x:y:z"],
    ["units:2", "4"],
  ];
  expect(openingChoices([extras], address)).toEqual([]);
});

test("adds defaults only on request", () => {
  expect(withDefaultsOf(groups, [testChoice(3, 32)], (group) => group.id === 4)).toEqual([testChoice(3, 32), testChoice(4, 41)]);
  expect(withDefaultsOf(groups, [testChoice(3, 31)], (group) => group.id === 4)).toEqual([testChoice(3, 31)]);
});
