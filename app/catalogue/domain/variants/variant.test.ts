import fc from "fast-check";
import { expect, test } from "vitest";
import { isOrderable } from "#app/catalogue/domain/customization/customization.ts";
import { testGroup, testOption } from "#test/customizations.ts";
import { unitsOfChoices, unitsOfLine, variantName, withSoldOutVariants } from "./variant.ts";

const size = testGroup(1, [testOption(11, { name: "Small" }), testOption(12, { name: "Large" })], { kind: "single", minSelect: 1 });
const colour = testGroup(2, [testOption(21, { name: "Red" }), testOption(22, { name: "Blue" })], { kind: "single", minSelect: 1 });
const extras = testGroup(3, [testOption(31, { name: "Sauce" })], { kind: "quantity" });
const GROUPS = [size, colour, extras];
const variant = (optionIds: readonly number[], stock = 0) => ({ id: optionIds[0]! * 100, optionIds, stock });
const soldOut = (groups: typeof GROUPS) =>
  groups.flatMap(({ options }) => options.filter((option) => option.soldOut).map(({ name }) => name));

test("takes from every variant whose options are all chosen", () => {
  const variants = [variant([12]), variant([12, 21]), variant([11]), variant([22])];
  const selected = [
    { optionId: 12, quantity: 1 },
    { optionId: 21, quantity: 1 },
    { optionId: null, quantity: 1 },
  ];
  expect(unitsOfLine(variants, selected, 3).map(({ units }) => units)).toEqual([3, 3]);
});

test("takes each unit of an option that is chosen several times", () => {
  expect(unitsOfChoices([variant([31])], [{ optionId: 31, quantity: 2 }])).toEqual([{ id: 3100, units: 2 }]);
});

test("names a variant in the order of the groups", () => {
  expect(variantName([colour, size], [12, 21])).toBe("Red, Large");
});

test("marks the option of an empty variant as sold out", () => {
  expect(soldOut([...withSoldOutVariants(GROUPS, [variant([12]), variant([11], 3)])])).toEqual(["Large"]);
  expect(withSoldOutVariants(GROUPS, [variant([12], 1)])).toBe(GROUPS);
});

test("marks an option as sold out when none of its required combinations is left", () => {
  const variants = [variant([12, 21]), variant([12, 22]), variant([11, 21], 2), variant([11, 22])];
  expect(soldOut([...withSoldOutVariants(GROUPS, variants)])).toEqual(["Large", "Blue"]);
});

test("a product is sold out when every choice of a required counted group is", () => {
  expect(isOrderable(withSoldOutVariants(GROUPS, [variant([11]), variant([12])]))).toBe(false);
  const all = [11, 12].flatMap((a) => [21, 22].map((b) => variant([a, b])));
  expect(isOrderable(withSoldOutVariants(GROUPS, all))).toBe(false);
  expect(isOrderable(withSoldOutVariants(GROUPS, all.slice(1)))).toBe(true);
});

test("an option is offered exactly if a combination with it is left", () => {
  const stocks = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(stocks, (left) => {
      const pairs = [11, 12].flatMap((a) => [21, 22].map((b) => [a, b]));
      const marked = withSoldOutVariants(
        GROUPS,
        pairs.map((ids, index) => variant(ids, left[index])),
      );
      for (const option of marked.slice(0, 2).flatMap(({ options }) => options))
        expect(option.soldOut).toBe(!pairs.some((ids, index) => ids.includes(option.id) && left[index] === 1));
    }),
  );
});
