import { expect, test } from "vitest";
import { letterDistance, nearSpellings, wordsMeant } from "./mistyped.ts";

test("a letter missing, doubled, another, or two changed about are one mistake each", () => {
  expect(
    ["espreso", "espressso", "expresso", "esprseso", "espresso", "espresoo"].map((typed) => letterDistance(typed, "espresso")),
  ).toEqual([1, 1, 1, 1, 0, 1]);
  expect(letterDistance("", "tea")).toBe(3);
  expect(letterDistance("ab", "ba")).toBe(1);
});

test("short words are taken as they are typed, longer ones forgive one mistake, long ones two", () => {
  expect(wordsMeant("tae", ["tea"])).toEqual([]);
  expect(wordsMeant("mlik", ["milk", "silk", "milky"])).toEqual(["milk"]);
  expect(wordsMeant("capucino", ["cappuccino", "latte"])).toEqual(["cappuccino"]);
  expect(wordsMeant("lattte", ["flatter", "latte", "latte"])).toEqual(["latte"]);
});

test("near spellings lack a letter or have two changed about", () => {
  expect(nearSpellings("abc")).toEqual(["bc", "ac", "ab", "bac", "acb"]);
});
