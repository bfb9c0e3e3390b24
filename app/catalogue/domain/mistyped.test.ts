import { expect, test } from "vitest";
import { letterDistance, nearSpellings, wordsMeant } from "./mistyped.ts";

test("counts a missing, doubled, wrong or swapped letter as one typo", () => {
  expect(
    ["espreso", "espressso", "expresso", "esprseso", "espresso", "espresoo"].map((typed) => letterDistance(typed, "espresso")),
  ).toEqual([1, 1, 1, 1, 0, 1]);
  expect(letterDistance("", "tea")).toBe(3);
  expect(letterDistance("ab", "ba")).toBe(1);
});

test("allows no typo in short words, one in longer, two in long ones", () => {
  expect(wordsMeant("tae", ["tea"])).toEqual([]);
  expect(wordsMeant("mlik", ["milk", "silk", "milky"])).toEqual(["milk"]);
  expect(wordsMeant("capucino", ["cappuccino", "latte"])).toEqual(["cappuccino"]);
  expect(wordsMeant("lattte", ["flatter", "latte", "latte"])).toEqual(["latte"]);
});

test("generates near spellings", () => {
  expect(nearSpellings("abc")).toEqual(["bc", "ac", "ab", "bac", "acb"]);
});
