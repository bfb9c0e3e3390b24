import { expect, test } from "vitest";
import { unitPrice } from "#app/catalogue/domain/customization/customization-choices.ts";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { testChoice, testGroup, testOption } from "#test/customizations.ts";
import { categories, DRINKS, everything, PIZZAS, products, sampleCode, sampleGift, sampleLine } from "#test/promotion-samples.ts";
import { appliedIds, evaluate, off, pay, percent, said, stacking } from "#test/promotion-offers.ts";
import { testPromotion } from "#test/promotions.ts";

/** What an earlier engine of ours got wrong, each with the right answer. */

const offer = testPromotion;
const group = (name: string, changes: Partial<Promotion["stacking"]> = {}) => stacking({ group: name, ...changes });
const ONCE = { totalUses: 1, perCustomerUses: null, budget: null };

const bogo = offer(1, "buy-get", { buyQuantity: 1, buyTarget: everything, getQuantity: 1 });
const dearFree = offer(1, "buy-get", {
  buyQuantity: 1,
  buyTarget: products(1),
  getQuantity: 1,
  getTarget: products(1, 3),
});
const cookie = offer(1, "free-item", { productIds: [5] });
const twoPizzasOneDrink = offer(1, "buy-get", {
  buyQuantity: 2,
  buyTarget: categories(PIZZAS),
  getQuantity: 1,
  getTarget: categories(DRINKS),
});
const cappedOnTwo = offer(1, "item-fixed", { amount: 50, target: products(1, 2) }, { cap: 75 });
const tenOnOne = offer(2, "item-percent", { rate: 333_333, target: products(1) });
const bundles = (first: number, second: number): Promotion[] => [
  offer(first, "bundle", { quantity: 2, target: everything, price: 5000 }),
  offer(second, "bundle", { quantity: 3, target: everything, price: 5100 }),
];

interface Case {
  readonly failure: string;
  readonly answer: () => unknown;
  readonly right: unknown;
}

const ours: readonly Case[] = [
  {
    failure: "one more unit made a cart dearer by more than its price",
    answer: () => [
      [1, 2, 3].map((units) => pay([dearFree], [sampleLine(1, 10_000, 2), sampleLine(3, 100, units)])),
      [pay([bogo], [sampleLine(1, 1000, 2)]), pay([bogo], [sampleLine(1, 1000, 2), sampleLine(3, 100)])],
    ],
    right: [
      [10_100, 10_200, 10_300],
      [1000, 1100],
    ],
  },
  {
    failure: "of thirteen that touch nothing of each other the last was left out, and losers of a group filled the places",
    answer: () => {
      const each = Array.from({ length: 13 }, (_, index) => offer(index + 1, "item-fixed", { amount: 100, target: products(index + 1) }));
      const losers = Array.from({ length: 14 }, (_, index) => off(index + 20, 10 + index, group("one")));
      return evaluate([...each, ...losers], { lines: each.map(({ id }) => sampleLine(id, 500)) }).totalDiscount;
    },
    right: 1323,
  },
  {
    failure: "a typed code made the order dearer",
    answer: () => {
      const group1 = Array.from({ length: 14 }, (_, index) => off(index + 1, 100 + index, group("one")));
      const rest = Array.from({ length: 8 }, (_, index) => percent(index + 40, 10_000));
      const lines = [sampleLine(1, 10_000)];
      const typed = { codes: [sampleCode("MORE", 60)] };
      const code = percent(60, 10_000, { trigger: "coupon", ...group("one") });
      return pay([...group1, ...rest, code], lines, typed) <= pay([...group1, ...rest], lines);
    },
    right: true,
  },
  {
    failure: "a gift counted as money at its list price",
    answer: () =>
      appliedIds(
        evaluate([{ ...cookie, trigger: "coupon", stacking: { group: null, exclusive: true, priority: 0 } }, off(2, 700)], {
          lines: [sampleLine(1, 3000)],
          gifts: [sampleGift(5, 1500)],
          codes: [sampleCode("GIFT", 1)],
        }),
      ),
    right: [2],
  },
  {
    failure: "combinations were compared before tax",
    answer: () => {
      const lines = [sampleLine(1, 1000, 1, { taxRate: 130_000 }), sampleLine(3, 1000)];
      const taxed = offer(1, "item-fixed", { amount: 300, target: products(1) }, group("one"));
      const untaxed = offer(2, "item-fixed", { amount: 320, target: products(3) }, group("one"));
      return appliedIds(evaluate([taxed, untaxed], { lines, tax: { included: false, deliveryRate: 0 } }));
    },
    right: [1],
  },
  {
    failure: "what is missing was said wrong, or not at all",
    answer: () => [
      said(evaluate([twoPizzasOneDrink], { lines: [sampleLine(77, 100, 1, { categoryIds: [] })] })),
      said(evaluate([offer(1, "item-percent", { rate: 100_000, target: categories(PIZZAS) })], { lines: [sampleLine(3, 100)] })),
    ],
    right: [["Add 2 more from Pizzas and 1 more from Drinks."], ["Add 1 from Pizzas."]],
  },
  {
    failure: "sets, bundles and tiers never told of the next step",
    answer: () => {
      const pizzas = [sampleLine(1, 1000, 3)];
      const kinds: [string, object][] = [
        ["buy-get", { buyQuantity: 1, buyTarget: categories(PIZZAS), getQuantity: 1 }],
        ["bundle", { quantity: 2, target: categories(PIZZAS), price: 1500 }],
        [
          "tiered-spend",
          {
            unit: "amount",
            tiers: [
              { spend: 3000, value: 500 },
              { spend: 3100, value: 1200 },
            ],
          },
        ],
      ];
      return kinds.map(([kind, params]) => evaluate([offer(1, kind, params)], { lines: pizzas }).applied[0]?.nextStep);
    },
    right: ["Add 1 more from Pizzas: 1 more free.", "Add 1 more from Pizzas: another 2 for $15.", "Add $1.00 more: $12 off."],
  },
  {
    failure: "what a cap or a budget cut was not said, and a cap below the gift read “used up”",
    answer: () => {
      const lines = [sampleLine(1, 3000)];
      const budget = { totalUses: null, perCustomerUses: null, budget: 10_000 };
      return [
        evaluate([percent(1, 500_000, { cap: 1000 })], { lines }).applied[0]?.explanation,
        evaluate([percent(1, 500_000, { limits: budget, spent: 9600 })], { lines }).applied[0]?.explanation,
        said(evaluate([{ ...cookie, cap: 100 }], { lines, gifts: [sampleGift(5, 250)] })),
      ];
    },
    right: [
      "50% off the order, at most $10: you save $10.00 instead of $15.00.",
      "50% off the order: you save $4.00 instead of $15.00, because little is left of what this offer may give away.",
      ["The free item costs more than this offer may still give away."],
    ],
  },
  {
    failure: "a code with one use was spent on a tie or for a cent",
    answer: () =>
      [300, 301, 302].map((amount) =>
        appliedIds(
          evaluate([off(1, amount, { limits: ONCE, ...group("one", { priority: 9 }) }), off(2, 300, group("one"))], {
            lines: [sampleLine(1, 5000)],
          }),
        ),
      ),
    right: [[2], [2], [1]],
  },
  {
    failure: "a gift landed in an empty cart",
    answer: () => evaluate([cookie], { lines: [], gifts: [sampleGift(5, 250)] }).freeItems,
    right: [],
  },
  {
    failure: "the order of the lines moved a cent",
    answer: () => {
      const lines = [sampleLine(1, 500), sampleLine(2, 500)];
      return pay([cappedOnTwo, tenOnOne], lines) === pay([cappedOnTwo, tenOnOne], lines.toReversed());
    },
    right: true,
  },
  {
    failure: "an option at no price used up an included unit",
    answer: () => {
      const toppings = testGroup(1, [testOption(1), testOption(2, { priceDelta: 0 })], { freeCount: 1 });
      const choose = (...options: readonly number[]) =>
        unitPrice(
          1000,
          [toppings],
          options.map((id) => testChoice(1, id)),
        );
      return [choose(1), choose(1, 2), choose(2, 1)];
    },
    right: [1000, 1000, 1000],
  },
  {
    failure: "the priority did not decide between a percentage and an amount",
    answer: () =>
      [0, 1].map((priority) => pay([percent(1, 100_000), off(2, 500, group("", { group: null, priority }))], [sampleLine(1, 3000)])),
    right: [2200, 2250],
  },
  {
    failure: "two bundles on one target depended on their ids",
    answer: () => [bundles(1, 2), bundles(2, 1)].map((set) => pay(set, [sampleLine(1, 3000, 2), sampleLine(2, 1000, 2)])),
    right: [6100, 6100],
  },
];

test.each(ours)("$failure", ({ answer, right }) => {
  expect(answer()).toEqual(right);
});
