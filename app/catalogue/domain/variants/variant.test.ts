import fc from "fast-check";
import { expect, test } from "vitest";
import { isOrderable } from "#app/catalogue/domain/customization/customization.ts";
import { testGroup, testOption } from "#test/customizations.ts";
import { BLANK_TEXTS, combinationsOf, countCombinations, isCombinationOf, variantFacts } from "./variant-record.ts";
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

test("offers an option only if a combination with it has stock", () => {
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

const place = testGroup(4, [testOption(41, { name: "Here" }), testOption(42, { name: "Away" })], { kind: "single", minSelect: 1 });

test("offers an option of three questions only if a combination with it has stock", () => {
  const triples = [11, 12].flatMap((a) => [21, 22].flatMap((b) => [41, 42].map((c) => [a, b, c])));
  const stocks = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(stocks, (left) => {
      const marked = withSoldOutVariants(
        [size, colour, place],
        triples.map((ids, index) => variant(ids, left[index])),
      );
      for (const option of marked.flatMap(({ options }) => options))
        expect(option.soldOut).toBe(!triples.some((ids, index) => ids.includes(option.id) && left[index] === 1));
    }),
  );
});

test("combines counts of different questions", () => {
  // Large needs Here, which is left in no colour.
  const variants = [variant([12, 42]), variant([21, 41]), variant([22, 41])];
  expect(soldOut([...withSoldOutVariants([size, colour, place], variants)])).toEqual(["Large", "Here"]);
});

test("an optional extra without stock in any size is sold out, but the sizes are not", () => {
  const variants = [variant([11, 31]), variant([12, 31])];
  expect(soldOut([...withSoldOutVariants(GROUPS, variants)])).toEqual(["Sauce"]);
});

test("stops searching combinations of many questions, and offers them", () => {
  const many = Array.from({ length: 9 }, (_, at) =>
    testGroup(
      100 + at,
      Array.from({ length: 8 }, (_each, index) => testOption(1000 + at * 10 + index)),
      { kind: "single", minSelect: 1 },
    ),
  );
  const [first, last] = [many[0]!, many[8]!];
  const hard = [...many.slice(1, 8).map(({ options }) => variant([options[0]!.id])), ...pairs(first, last), ...pairs(many[7]!, last)];
  expect(withSoldOutVariants(many, hard).length).toBe(9);
});

test("counts combinations of 120 options without building them", () => {
  const big = [1, 2, 3].map((at) =>
    testGroup(
      at,
      Array.from({ length: 120 }, (_, index) => testOption(at * 1000 + index)),
    ),
  );
  expect(countCombinations(big)).toBe(1_728_000);
  expect([countCombinations([]), countCombinations([size, colour])]).toEqual([0, combinationsOf([size, colour]).length]);
  expect([isCombinationOf([size, colour], [12, 21]), isCombinationOf([size, colour], [12])]).toEqual([true, false]);
  expect(isCombinationOf([size], [12, 21])).toBe(false);
  expect(isCombinationOf([size, colour], [11, 12])).toBe(false);
});

const pairs = (a: typeof size, b: typeof size) => a.options.flatMap(({ id }) => b.options.map((other) => variant([id, other.id])));

test("lists a variant's values, or says that it is not counted", () => {
  expect(variantFacts({ ...BLANK_TEXTS, stock: "3", lowStock: "1", sku: "TEA-S", barcode: "4006381333931" })).toBe(
    "3, low at 1, TEA-S, 4006381333931",
  );
  expect(variantFacts({ ...BLANK_TEXTS, sku: "TEA-S" })).toBe("not counted, TEA-S");
  expect(variantFacts({ ...BLANK_TEXTS, stock: "3", vendor: "Leaf & Co", weightGrams: "250", costCents: "4,20" })).toBe(
    "3, Leaf & Co, 250 g, cost 4,20",
  );
});
