import fc from "fast-check";
import { expect, test } from "vitest";
import { testChoice as choose, testGroup as group, testOption as option, testText as write } from "#test/customizations.ts";
import { checkChoices, choicesOf, selectedOptions, unitPrice } from "./customization-choices.ts";
import type { Choice, CustomizationTemplate } from "./customization.ts";

const size = group(1, [option(10, { priceDelta: 0 }), option(11, { priceDelta: 250 })], { kind: "single", minSelect: 1, title: "Size" });
const toppings = group(2, [option(20), option(21, { priceByOption: { "11": 175 } }), option(22, { soldOut: true })], {
  maxSelect: 2,
  title: "Toppings",
});
const shots = group(3, [option(30, { priceDelta: 80, name: "Espresso" }), option(31)], {
  kind: "quantity",
  maxSelect: 4,
  maxPerOption: 2,
  title: "Shots",
});
const words = group(4, [], { kind: "text", minSelect: 1, maxLength: 5, title: "Name on the cup", showWhenOptionIds: [11] });
const drink = [size, toppings, shots, words];

function codes(choices: readonly Choice[], groups = drink): string[] {
  const checked = checkChoices(groups, choices);
  return checked.ok ? [] : checked.error.map((problem) => problem.code);
}

test("reports a problem per rule of a group", () => {
  const small = choose(1, 10);
  const large = choose(1, 11);
  const table: [string, readonly Choice[], string[]][] = [
    ["fine", [small], []],
    ["required group left out", [], ["required"]],
    ["two of a single choice", [small, large, write(4, "Ana")], ["too-many"]],
    ["one of a single choice twice", [small, small], ["quantity"]],
    ["more than the maximum", [small, choose(2, 20), choose(2, 21), choose(3, 30, 2), choose(3, 31, 2)], []],
    ["units above the maximum of the group", [small, choose(3, 30, 2), choose(3, 31, 2), choose(3, 30)], ["quantity"]],
    ["units above the maximum of the option, in two entries", [small, choose(3, 30, 2), choose(3, 30)], ["quantity"]],
    ["half a unit", [small, choose(3, 30, 1.5)], ["quantity"]],
    ["minus one", [small, choose(3, 30, -1), choose(3, 30, 2)], ["quantity"]],
    ["sold out", [small, choose(2, 22)], ["sold-out"]],
    ["option of another group", [small, choose(2, 30)], ["unknown-option"]],
    ["group of another product", [small, choose(9, 90)], ["unknown-group"]],
    ["an option where a text belongs", [large, choose(4, 20)], ["unknown-option"]],
    ["text where an option belongs", [small, write(2, "cheese")], ["unknown-option"]],
    ["required text left out", [large], ["required"]],
    ["required text of spaces", [large, write(4, "   ")], ["required"]],
    ["text too long", [large, write(4, "Annabel")], ["text-too-long"]],
    ["text as long as allowed", [large, write(4, " Annie ")], []],
    ["choices of a group that does not show are dropped", [small, write(4, "Annabel")], []],
  ];
  for (const [name, choices, expected] of table) expect(codes(choices), name).toEqual(expected);
});

test("rejects hidden options", () => {
  expect(codes([choose(1, 10)], [group(1, [option(10, { hidden: true }), option(11)])])).toEqual(["not-offered"]);
});

test("reports too many options with both numbers", () => {
  const checked = checkChoices(
    [group(1, [option(10), option(11), option(12)], { maxSelect: 2, title: "Sauces" })],
    [choose(1, 10), choose(1, 11), choose(1, 12)],
  );
  expect(checked).toMatchObject({
    ok: false,
    error: [{ code: "too-many", templateId: 1, message: "Choose at most 2 for “Sauces”; you have 3." }],
  });
});

test("returns checked choices in product order", () => {
  const labelled = { ...toppings, kitchenLabel: "TOP", options: toppings.options.map((each) => ({ ...each, kitchenName: `T${each.id}` })) };
  const choices = [write(4, " Ana "), choose(3, 30), choose(2, 21), choose(3, 30), choose(1, 11)];
  const checked = checkChoices([size, labelled, shots, words], choices);
  expect(checked.ok && checked.value).toEqual([
    {
      templateId: 1,
      optionId: 11,
      group: "Size",
      name: "Option 11",
      kitchenName: "Option 11",
      quantity: 1,
      freeQuantity: 0,
      priceDelta: 250,
    },
    {
      templateId: 2,
      optionId: 21,
      group: "Toppings",
      name: "Option 21",
      kitchenName: "TOP: T21",
      quantity: 1,
      freeQuantity: 0,
      priceDelta: 175,
    },
    {
      templateId: 3,
      optionId: 30,
      group: "Shots",
      name: "Espresso",
      kitchenName: "Espresso",
      quantity: 2,
      freeQuantity: 0,
      priceDelta: 80,
    },
    {
      templateId: 4,
      optionId: null,
      group: "Name on the cup",
      name: "Ana",
      kitchenName: "Ana",
      quantity: 1,
      freeQuantity: 0,
      priceDelta: 0,
    },
  ]);
  expect(unitPrice(400, drink, choices)).toBe(400 + 250 + 175 + 160);
});

test("drops hidden groups and merges duplicates", () => {
  const stored = choicesOf(selectedOptions(drink, [choose(3, 30), choose(1, 10), choose(3, 30), write(4, "Ana")]));
  expect(stored).toEqual([choose(1, 10), choose(3, 30, 2)]);
});

test("includes the lowest-priced eligible units", () => {
  const sides = (options: readonly number[], freeCount: number) =>
    group(
      1,
      options.map((priceDelta, index) => option(10 + index, { priceDelta })),
      { kind: "quantity", freeCount },
    );
  const all = (count: number) => Array.from({ length: count }, (_, index) => choose(1, 10 + index));
  expect(unitPrice(1000, [sides([100, 100, 150, 200], 2)], all(4)), "the worked example").toBe(1350);
  expect(unitPrice(1000, [sides([200, 100], 1)], all(2))).toBe(1200);
  expect(unitPrice(1000, [sides([200, 100], 3)], [choose(1, 10, 2), choose(1, 11, 2)]), "by unit, not by option").toBe(1200);
  expect(unitPrice(1000, [sides([200, 100], 9)], all(2))).toBe(1000);
});

test("charges premium options and keeps reductions", () => {
  const premium = group(1, [option(10, { priceDelta: 50, countsTowardFree: false }), option(11, { priceDelta: 200 })], { freeCount: 1 });
  expect(unitPrice(1000, [premium], [choose(1, 10), choose(1, 11)])).toBe(1050);
  const smaller = group(1, [option(10, { priceDelta: -150 }), option(11, { priceDelta: 200 })], { freeCount: 1 });
  expect(unitPrice(1000, [smaller], [choose(1, 10), choose(1, 11)])).toBe(850);
});

test("applies the highest price by chosen option", () => {
  const flags = group(1, [option(10, { priceDelta: 0 }), option(11, { priceDelta: 0 })]);
  const extra = group(2, [option(20, { priceDelta: 100, priceByOption: { "10": 150, "11": 125 } })]);
  expect(unitPrice(0, [flags, extra], [choose(2, 20)])).toBe(100);
  expect(unitPrice(0, [flags, extra], [choose(2, 20), choose(1, 11)])).toBe(125);
  expect(unitPrice(0, [flags, extra], [choose(1, 11), choose(2, 20), choose(1, 10)])).toBe(150);
});

test("never prices an item below zero", () => {
  expect(unitPrice(100, [group(1, [option(10, { priceDelta: -150 })])], [choose(1, 10)])).toBe(0);
});

const anyGroup = (id: number): fc.Arbitrary<CustomizationTemplate> =>
  fc
    .record({
      prices: fc.array(fc.integer({ min: -300, max: 600 }), { minLength: 1, maxLength: 5 }),
      freeCount: fc.nat(4),
      premium: fc.nat(5),
    })
    .map(({ prices, freeCount, premium }) =>
      group(
        id,
        prices.map((priceDelta, index) => option(id * 10 + index, { priceDelta, countsTowardFree: index !== premium })),
        { kind: "quantity", freeCount },
      ),
    );

const anyForm = fc.tuple(anyGroup(1), anyGroup(2)).chain((groups) =>
  fc.record({
    groups: fc.constant(groups),
    base: fc.nat(5000),
    choices: fc.shuffledSubarray(
      groups.flatMap((each) => each.options.flatMap((one) => [choose(each.id, one.id), choose(each.id, one.id, 2)])),
    ),
  }),
);

test("price and selection are independent of order", () => {
  fc.assert(
    fc.property(anyForm, ({ groups, base, choices }) => {
      const selected = selectedOptions(groups, choices);
      expect(selectedOptions(groups, choices.toReversed())).toEqual(selected);
      const sum = base + selected.reduce((total, each) => total + each.priceDelta * (each.quantity - each.freeQuantity), 0);
      expect(unitPrice(base, groups, choices)).toBe(Math.max(0, sum));
      for (const each of groups) {
        const free = selected.filter((one) => one.templateId === each.id).reduce((total, one) => total + one.freeQuantity, 0);
        expect(free).toBeLessThanOrEqual(each.freeCount);
      }
    }),
  );
});

test("a free option uses no included unit", () => {
  const toppings = group(1, [option(10, { priceDelta: 0 }), option(11, { priceDelta: 100 })], { kind: "multiple", freeCount: 1 });
  const both = [10, 11].map((optionId) => ({ templateId: 1, optionId, quantity: 1, text: null }));
  expect(unitPrice(1000, [toppings], both)).toBe(1000);
});

test("more included units never raise the price", () => {
  fc.assert(
    fc.property(anyForm, ({ groups, base, choices }) => {
      const more = groups.map((each) => ({ ...each, freeCount: each.freeCount + 1 }));
      expect(unitPrice(base, more, choices)).toBeLessThanOrEqual(unitPrice(base, groups, choices));
      const all = selectedOptions(
        groups.map((each) => ({ ...each, freeCount: 999 })),
        choices,
      );
      for (const each of all) {
        const isEligible = groups
          .flatMap((one) => one.options)
          .some((one) => one.id === each.optionId && one.countsTowardFree && one.priceDelta > 0);
        expect(each.freeQuantity).toBe(isEligible ? each.quantity : 0);
      }
    }),
  );
});
