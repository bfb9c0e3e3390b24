import { expect, test } from "vitest";
import { testChoice, testGroup, testOption } from "#test/customizations.ts";
import { choiceFacts } from "./choice-facts.ts";

const milk = testGroup(
  1,
  [testOption(11, { allergens: ["milk"], calories: 90 }), testOption(12, { allergens: ["gluten"], calories: 80 })],
  { kind: "single" },
);
const cup = testGroup(2, [testOption(21, { allergens: ["soy"] })], { showWhenOptionIds: [12] });
const product = { allergens: ["milk"], calories: 100 };

test("adds allergens and calories of choices", () => {
  expect(choiceFacts(product, [milk], [testChoice(1, 12, 2)])).toEqual({ addedAllergens: ["gluten"], calories: 260 });
});

test("does not repeat the product's allergens and ignores hidden groups", () => {
  expect(choiceFacts(product, [milk, cup], [testChoice(1, 11), testChoice(2, 21)])).toEqual({ addedAllergens: [], calories: 190 });
});

test("computes no calories without the product's own", () => {
  expect(choiceFacts({ ...product, calories: null }, [milk], [testChoice(1, 11)]).calories).toBeNull();
});
