import fc from "fast-check";
import { expect, test } from "vitest";
import { unitPrice } from "#app/catalogue/domain/customization/customization-choices.ts";
import { testGroup, testOption } from "#test/customizations.ts";
import {
  isSameTable,
  planVariants,
  tableOfPlan,
  variantGroups,
  variantTableOf,
  type PlannedPrices,
  type Variant,
  type VariantTable,
} from "./variants.ts";

/** CPU-bound: slow on a busy machine. */

/** Planned groups as templates with ids. */
function toTemplates({ groups }: PlannedPrices) {
  const idOf = (group: number, option: number): number => (group + 1) * 1000 + option;
  return groups.map((group, index) =>
    testGroup(
      index + 1,
      group.options.map((option, position) =>
        testOption(idOf(index, position), {
          name: option.name,
          priceDelta: option.priceDelta,
          priceByOption:
            group.dependsOn === null
              ? {}
              : Object.fromEntries(
                  Object.entries(option.priceByName).map(([name, price]) => {
                    const partner = group.dependsOn ?? 0;
                    return [String(idOf(partner, groups[partner]?.options.findIndex((each) => each.name === name) ?? 0)), price];
                  }),
                ),
        }),
      ),
      { title: group.title, kind: "single", minSelect: 1, maxSelect: 1 },
    ),
  );
}

const price = fc.integer({ min: 0, max: 9_999_999 });
const value = fc.stringMatching(/^[A-Za-z/ ]{1,4}$/).filter((text) => text.trim() !== "");

/** Random tables with one to three options and any combinations and prices. */
const anyTable: fc.Arbitrary<VariantTable> = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.array(fc.uniqueArray(value, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    fc.boolean(),
  )
  .chain(([count, lists, isFull]) => {
    const combinations = lists
      .slice(0, count)
      .reduce<string[][]>((all, list) => all.flatMap((chosen) => list.map((each) => [...chosen, each])), [[]]);
    const chosen = isFull ? fc.constant(combinations) : fc.subarray(combinations, { minLength: 1 });
    return chosen.chain((some) =>
      fc.tuple(...some.map(() => price)).map((prices) => ({
        titles: ["Size", "Colour", "Fit"].slice(0, count),
        variants: some.map((values, index): Variant => ({ values, price: prices[index] ?? 0 })),
      })),
    );
  });

/** Realistic tables: additive values, or dependent size and colour with an additive third. */
const pricedTable: fc.Arbitrary<VariantTable> = fc
  .tuple(fc.array(price, { minLength: 9, maxLength: 9 }), fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 2, maxLength: 2 }))
  .map(([pair, fits]) => ({
    titles: ["Size", "Colour", "Fit"],
    variants: ["S", "M", "L"].flatMap((size, i) =>
      ["Red", "Blue", "Sand"].flatMap((colour, j) =>
        ["Slim", "Wide"].map((fit, k) => ({ values: [size, colour, fit], price: (pair[i * 3 + j] ?? 0) + (fits[k] ?? 0) })),
      ),
    ),
  }));

test.each([
  ["any table", anyTable],
  ["a table in which two options price each other", pricedTable],
])("%s: a customer pays for every variant exactly what the file says", (_what, tables) => {
  fc.assert(
    fc.property(tables, (table) => {
      const plan = planVariants(table);
      const templates = toTemplates(plan);
      const sold = variantTableOf(plan.basePrice, templates);
      expect(sold.variants.map((variant) => variant.price).toSorted((a, b) => a - b)).toEqual(
        table.variants.map((variant) => variant.price).toSorted((a, b) => a - b),
      );
      const isOneGroup = plan.groups.length < table.titles.length;
      const asked = table.variants.map((variant) => [isOneGroup ? [variant.values.join(" / ")] : variant.values, variant.price] as const);
      if (isOneGroup && new Set(asked.map(([values]) => values[0])).size < asked.length) return;
      const paid = new Map(sold.variants.map((variant) => [variant.values.join("\u0000"), variant.price]));
      for (const [values, expected] of asked) expect(paid.get(values.join("\u0000"))).toBe(expected);
      expect(isSameTable(sold, tableOfPlan(plan))).toBe(true);
    }),
  );
});

test("no group has negative prices; the base is the cheapest variant", () => {
  fc.assert(
    fc.property(anyTable, (table) => {
      const plan = planVariants(table);
      expect(plan.basePrice).toBe(Math.min(...table.variants.map((variant) => variant.price)));
      for (const option of plan.groups.flatMap((group) => group.options))
        for (const each of [option.priceDelta, ...Object.values(option.priceByName)]) expect(each).toBeGreaterThanOrEqual(0);
    }),
  );
});

const sizes = (prices: readonly number[]): VariantTable => ({
  titles: ["Size"],
  variants: prices.map((each, index) => ({ values: [`S${index}`], price: each })),
});

test("one option becomes price differences", () => {
  expect(planVariants(sizes([6000, 6500, 5500]))).toEqual({
    basePrice: 5500,
    groups: [
      {
        title: "Size",
        dependsOn: null,
        options: [
          ["S0", 500],
          ["S1", 1000],
          ["S2", 0],
        ].map(([name, priceDelta]) => ({ name, priceDelta, priceByName: {} })),
      },
    ],
  });
});

test("two additive options become two groups", () => {
  const table: VariantTable = {
    titles: ["Size", "Colour"],
    variants: [
      ["S", "Red", 1000],
      ["S", "Blue", 1200],
      ["L", "Red", 1500],
      ["L", "Blue", 1700],
    ].map(([a, b, price]) => ({ values: [String(a), String(b)], price: Number(price) })),
  };
  expect(planVariants(table).groups.map((group) => [group.dependsOn, group.options.map((option) => option.priceDelta)])).toEqual([
    [null, [0, 500]],
    [null, [0, 200]],
  ]);
});

test("two dependent options become prices by option", () => {
  const table: VariantTable = {
    titles: ["Size", "Colour"],
    variants: [
      ["S", "Red", 1000],
      ["S", "Blue", 1200],
      ["L", "Red", 1500],
      ["L", "Blue", 2500],
    ].map(([a, b, price]) => ({ values: [String(a), String(b)], price: Number(price) })),
  };
  const plan = planVariants(table);
  expect(plan.groups[1]?.dependsOn).toBe(0);
  expect(
    unitPrice(plan.basePrice, toTemplates(plan), [
      { templateId: 1, optionId: 1001, quantity: 1, text: null },
      { templateId: 2, optionId: 2001, quantity: 1, text: null },
    ]),
  ).toBe(2500);
});

test("a missing combination becomes one group of variants", () => {
  const table: VariantTable = {
    titles: ["Size", "Colour"],
    variants: [
      ["S", "Red"],
      ["S", "Blue"],
      ["L", "Red"],
    ].map((values) => ({ values, price: 1000 })),
  };
  expect(planVariants(table).groups).toEqual([
    {
      title: "Size / Colour",
      dependsOn: null,
      options: ["S / Red", "S / Blue", "L / Red"].map((name) => ({ name, priceDelta: 0, priceByName: {} })),
    },
  ]);
});

test("treats up to three required single choices as variants", () => {
  const single = (id: number, changes = {}) =>
    testGroup(id, [testOption(id * 10), testOption(id * 10 + 1)], { kind: "single", minSelect: 1, ...changes });
  const groups = [
    testGroup(1, [testOption(10)]),
    single(2, { minSelect: 0 }),
    single(3, { showWhenOptionIds: [10] }),
    single(4),
    single(5),
    single(6),
    single(7),
  ];
  expect(variantGroups(groups).map((group) => group.id)).toEqual([4, 5, 6]);
  const many = testGroup(
    8,
    Array.from({ length: 1500 }, (_, index) => testOption(8000 + index)),
    { kind: "single", minSelect: 1 },
  );
  expect(variantGroups([single(4), many, single(5)]).map((group) => group.id)).toEqual([4, 5]);
});
