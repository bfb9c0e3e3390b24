import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { testPromotion } from "#test/promotions.ts";
import type { Promotion } from "./promotion.ts";
import { listConflicts, listWarnings, pricesOf } from "./warnings.ts";
import { findDeepestDiscount } from "./deepest-discount.ts";

const NOW = new Date("2026-03-04T17:00:00Z");
const everything = { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
const pizzas = { ...everything, everything: false, categoryIds: [7] };
const drinks = { ...everything, everything: false, categoryIds: [8] };
const MENU = [
  { id: 1, name: "Cola", price: 300, categoryIds: [8], tags: [] },
  { id: 2, name: "Margherita", price: 1500, categoryIds: [7], tags: [] },
  { id: 3, name: "Quattro", price: 2000, categoryIds: [7], tags: [] },
];
const limits = (budget: number) => ({ limits: { totalUses: null, perCustomerUses: null, budget } });
const bundle = testPromotion(2, "bundle", { quantity: 2, target: pizzas, price: 2500 }, { name: "Two pizzas" });
const deal = { parts: [pizzas, drinks], price: 1600 };
const set = "“Two pizzas” makes sets of the same items: each item serves one of the two, whichever costs the customer less.";

test.each<[string, Promotion, readonly Promotion[], readonly string[]]>([
  ["nothing", testPromotion(1, "item-percent", { rate: 100_000, target: pizzas }), [bundle], []],
  [
    "a gift above its cap",
    testPromotion(1, "free-item", { productIds: [2], quantity: 1 }, { cap: 1000 }),
    [],
    ["cap: The free item is worth more than the $10.00 it may take off, so it is never given."],
  ],
  [
    "a bundle at its parts' price",
    testPromotion(1, "bundle", { quantity: 2, target: pizzas, price: 4000 }),
    [],
    ["action: Even the most expensive items cost no more separately, so it never gives a discount."],
  ],
  [
    "a meal deal above its parts' price",
    testPromotion(1, "meal-deal", { ...deal, price: 2400 }),
    [],
    ["action: Even the most expensive parts cost no more separately, so it never gives a discount."],
  ],
  ["two bundles on one target", testPromotion(1, "bundle", { quantity: 3, target: pizzas, price: 3000 }), [bundle], [`action: ${set}`]],
  ["a meal deal beside a bundle of its part", testPromotion(1, "meal-deal", deal), [bundle], [`action: ${set}`]],
  [
    "a condition that the offer's target makes pointless",
    testPromotion(1, "bundle", { quantity: 2, target: pizzas, price: 2500 }, { condition: { type: "quantity", target: pizzas, min: 2 } }),
    [],
    ["condition: One condition repeats what the offer requires anyway. You can remove it."],
  ],
  [
    "a budget below one use",
    testPromotion(1, "order-fixed", { amount: 500 }, limits(400)),
    [],
    ["budget: The budget of $4 does not last for one use of $5."],
  ],
  [
    "a budget below the gift",
    testPromotion(1, "free-item", { productIds: [2, 3], quantity: 1 }, limits(1000)),
    [],
    ["budget: The budget of $10 does not last for one use of $15."],
  ],
  [
    "sets of the cheapest of all",
    testPromotion(1, "buy-get", {
      buyQuantity: 1,
      buyTarget: drinks,
      getQuantity: 1,
      getTarget: null,
      rate: 1_000_000,
      choose: "cheapest",
      sameProduct: false,
    }),
    [bundle],
    ["action: With “of all”, one more item in the cart can make the order cost more. “The cheapest of each set” never does."],
  ],
])("%s", (_, rule, others, warnings) => {
  expect(listWarnings(rule, others, pricesOf(MENU), US_DOLLARS).map(({ field, text }) => `${field}: ${text}`)).toEqual(warnings);
});

test("conflicts name the group and exclusive promotions", () => {
  const group = { stacking: { group: "lunch", exclusive: false, priority: 0 } };
  const alone = { stacking: { group: null, exclusive: true, priority: 0 } };
  const rule = testPromotion(1, "order-fixed", { amount: 500 }, group);
  expect(
    listConflicts(rule, [
      testPromotion(2, "order-fixed", { amount: 300 }, { ...group, name: "Lunch" }),
      testPromotion(3, "order-fixed", { amount: 300 }, { ...alone, name: "Big" }),
    ]),
  ).toEqual([
    "Same group as “Lunch”: the better one of a cart wins. Where both save the same, this one does.",
    "“Big” cannot be combined with other offers: a cart gets either that or this.",
  ]);
  expect(listConflicts(testPromotion(1, "order-fixed", { amount: 500 }, alone), [bundle])).toHaveLength(1);
});

test.each<[string, Partial<Promotion>, Partial<Promotion>, "this one does" | "“Lunch” does"]>([
  ["the higher priority", {}, { stacking: { group: "lunch", exclusive: false, priority: 1 } }, "“Lunch” does"],
  ["no limit of uses", { limits: { totalUses: 9, perCustomerUses: null, budget: null } }, {}, "“Lunch” does"],
  ["no code", {}, { trigger: "coupon" }, "this one does"],
  ["the elder", { id: 9 }, {}, "“Lunch” does"],
  ["what is stored before what is not", { id: 0 }, {}, "“Lunch” does"],
])("of two that save the same %s wins, and staff are told which it is", (_, own, other, winner) => {
  const group = { stacking: { group: "lunch", exclusive: false, priority: 0 } };
  const rule = testPromotion(1, "order-fixed", { amount: 500 }, { ...group, ...own });
  const lunch = testPromotion(2, "order-fixed", { amount: 500 }, { ...group, name: "Lunch", ...other });
  expect(listConflicts(rule, [lunch])).toEqual([
    `Same group as “Lunch”: the better one of a cart wins. Where both save the same, ${winner}.`,
  ]);
});

test("names the item with the largest discount when all running offers apply", () => {
  const half = testPromotion(1, "item-percent", { rate: 500_000, target: drinks });
  const off = testPromotion(
    2,
    "order-fixed",
    { amount: 300 },
    { title: "$3 off", trigger: "coupon", condition: { type: "subtotal", target: everything, min: 900, max: null } },
  );
  expect(findDeepestDiscount(half, [], MENU, NOW, US_DOLLARS)).toBe("Cola can fall from $3.00 to $1.50, 50% off, by this alone.");
  // Three colas reach the spend: 4.50 less 3.00.
  expect(findDeepestDiscount(half, [off], MENU, NOW, US_DOLLARS)).toBe(
    "Cola can fall from $3.00 to $0.50, 83% off, together with “$3 off”.",
  );
  expect(findDeepestDiscount(testPromotion(1, "item-percent", { rate: 400_000, target: pizzas }), [], MENU, NOW, US_DOLLARS)).toBeNull();
  // What only one of a group may do is no danger.
  const grouped = { stacking: { group: "a", exclusive: false, priority: 0 } };
  expect(findDeepestDiscount({ ...half, ...grouped }, [{ ...off, ...grouped }], MENU, NOW, US_DOLLARS)).toContain("by this alone");
});

test("names items sold by weight that an offer for pieces excludes", () => {
  const menu = [4, 5, 6, 7].map((id) => ({ id, name: `Fish ${id}`, price: 900, categoryIds: [7], tags: [], isWeighed: true }));
  const warned = (params: object) =>
    listWarnings(
      testPromotion(1, "item-percent", { rate: 100_000, target: pizzas, ...params }),
      [],
      pricesOf([...MENU, ...menu]),
      US_DOLLARS,
    );
  expect(warned({})).toEqual([]);
  expect(warned({ maxUnits: 2 })).toMatchObject([
    { field: "action", text: expect.stringMatching(/^It leaves out what is sold by weight: Fish 4, Fish 5, Fish 6 and 1 more\./) },
  ]);
});
