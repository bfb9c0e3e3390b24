import { expect, test } from "vitest";
import { counted, pluralForm } from "./plural.ts";

test.each([
  [0, "0 orders"],
  [1, "1 order"],
  [2, "2 orders"],
  [1_001, "1,001 orders"],
])("%d: %s", (count, text) => {
  expect(counted(count, "order", "orders", { locale: "en-US" })).toBe(text);
});

test("does not group the number without a locale", () => {
  expect(counted(100_000, "code", "codes")).toBe("100000 codes");
});

test("returns the word form alone", () => {
  expect([pluralForm(1, "code exists", "codes exist"), pluralForm(3, "code exists", "codes exist")]).toEqual([
    "code exists",
    "codes exist",
  ]);
});
