import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { testCartInput, testLine, testOutcome, testPricingSettings, testProduct } from "#test/carts.ts";
import { testChoice, testGroup, testOption } from "#test/customizations.ts";
import { deliveryFeeOf, priceLines, totalsOf } from "./pricing/totals.ts";
import type { PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import type { PriceCartInput } from "./pricing/priced-cart.ts";

function problems(input: PriceCartInput, outcome: PromotionOutcome = testOutcome()): string[] {
  const listed = priceLines(input.lines, US_DOLLARS);
  const fee = deliveryFeeOf(
    input.fulfillment,
    listed.reduce((sum, line) => sum + line.lineTotal, 0),
    listed.length > 0,
    input.settings,
  );
  return totalsOf(input, listed, fee, outcome).problems.map(
    (problem) => `${problem.code} ${problem.cartItemId ?? "-"} ${problem.blocks ? "" : "(points out) "}${problem.message}`,
  );
}

test("reports no problems for a valid cart and only emptiness for an empty one", () => {
  expect(problems(testCartInput([testLine(testProduct(1))]))).toEqual([]);
  expect(
    problems(
      testCartInput([], {
        fulfillment: "delivery",
        settings: testPricingSettings({ enableDelivery: false, pickupMinOrder: 500, deliveryMinOrder: 500 }),
      }),
    ),
  ).toEqual(["empty - Your cart is empty. Add something to order."]);
});

test("reports the worst problem of each line with a solution", () => {
  const required = testGroup(1, [testOption(10, { name: "Small" })], { kind: "single", minSelect: 1, title: "Size" });
  const impossible = testGroup(2, [testOption(20, { soldOut: true })], { minSelect: 1 });
  const input = testCartInput([
    testLine(testProduct(1, { name: "Soup", isOffered: false, isSoldOut: true })),
    testLine(testProduct(2, { name: "Stew", isSoldOut: true })),
    testLine(testProduct(3, { name: "Tea", stock: 0 })),
    testLine(testProduct(4, { name: "Meal", groups: [impossible] })),
    testLine(testProduct(5, { name: "Latte", groups: [required] })),
    testLine(testProduct(6, { name: "Pie" }), { seenUnitPrice: 900 }),
    testLine(testProduct(7, { name: "Bun", groups: [required] }), { choices: [testChoice(1, 10)], seenUnitPrice: 1100 }),
  ]);
  expect(problems(input)).toEqual([
    "not_offered line-1 Soup is no longer offered. Remove it to continue.",
    "sold_out line-2 Stew is sold out. Remove it to continue.",
    "sold_out line-3 Tea is sold out. Remove it to continue.",
    "sold_out line-4 Meal isn't available right now. Remove it to continue.",
    "choices line-5 Latte: Choose 1 for “Size”.",
    "price_changed line-6 (points out) Pie now costs $10.00 instead of $9.00.",
  ]);
});

test("counts stock over all lines of a product, purchases before gifts", () => {
  const pie = testProduct(1, { name: "Pie", stock: 5 });
  const lines = [testLine(pie, { id: "a", quantity: 3 }), testLine(pie, { id: "b", quantity: 3 }), testLine(pie, { id: "c", quantity: 1 })];
  expect(problems(testCartInput(lines.slice(0, 1)))).toEqual([]);
  expect(problems(testCartInput(lines))).toEqual([
    "stock b Only 5 of Pie are left. Lower the quantity to 2.",
    "stock c Only 5 of Pie are left. Remove this line to continue.",
  ]);
  const gift = testOutcome({ freeItems: [{ promotionId: 1, productId: 1, name: "Pie", quantity: 3, unitPrice: 1000, choices: [] }] });
  expect(problems(testCartInput(lines.slice(0, 1)), gift)).toEqual([]);
});

test("counts the largest quantity over all lines, and names the smaller of stock and limit", () => {
  const pie = testProduct(1, { name: "Pie", maxPerOrder: 4 });
  const lines = (product: typeof pie) => [testLine(product, { id: "a", quantity: 3 }), testLine(product, { id: "b", quantity: 2 })];
  expect(problems(testCartInput(lines(pie)))).toEqual(["max_per_order b An order can have at most 4 of Pie. Lower the quantity to 1."]);
  expect(problems(testCartInput(lines({ ...pie, stock: 4 })))).toEqual([
    "max_per_order b An order can have at most 4 of Pie. Lower the quantity to 1.",
  ]);
  expect(problems(testCartInput(lines({ ...pie, stock: 3 })))).toEqual(["stock b Only 3 of Pie are left. Remove this line to continue."]);
  expect(problems(testCartInput(lines({ ...pie, maxPerOrder: 5 })))).toEqual([]);
  expect(priceLines(lines(pie), US_DOLLARS).map(({ maxQuantity }) => maxQuantity)).toEqual([2, 1]);
  expect(priceLines(lines({ ...pie, maxPerOrder: null }), US_DOLLARS).map(({ maxQuantity }) => maxQuantity)).toEqual([99, 99]);
});

test("refuses delivery of what can only be picked up", () => {
  const lines = [testLine(testProduct(1, { name: "Cake", isPickupOnly: true })), testLine(testProduct(2))];
  expect(problems(testCartInput(lines))).toEqual([]);
  expect(problems(testCartInput(lines, { fulfillment: "delivery" }))).toEqual([
    "pickup_only line-1 Cake can only be picked up. Choose pickup, or remove it.",
  ]);
});

test("compares the minimum before discounts and without free items", () => {
  const settings = testPricingSettings({ deliveryMinOrder: 1420, pickupMinOrder: 1000 });
  const lines = [testLine(testProduct(1))];
  expect(problems(testCartInput(lines, { settings }))).toEqual([]);
  expect(
    problems(testCartInput(lines, { settings }), testOutcome({ lineDiscounts: { "line-1": 900 } })),
    "the coupon does not break the minimum",
  ).toEqual([]);
  const gift = testOutcome({ freeItems: [{ promotionId: 1, productId: 9, name: "Cake", quantity: 1, unitPrice: 5000, choices: [] }] });
  expect(problems(testCartInput(lines, { settings, fulfillment: "delivery" }), gift)).toEqual([
    "min_order - Add $4.20 to reach the minimum of $14.20 for delivery.",
  ]);
});

test("requires enabled delivery and an address in the area", () => {
  const lines = [testLine(testProduct(1))];
  const delivery = (postalCode: string | null, changes = {}) =>
    problems(
      testCartInput(lines, {
        fulfillment: "delivery",
        postalCode,
        settings: testPricingSettings({ deliveryPostalPrefixes: ["M5V", "M6"], ...changes }),
      }),
    );
  expect(delivery("m5v 1a1")).toEqual([]);
  expect(delivery(null), "not known yet").toEqual([]);
  expect(delivery("k1a 0b1")).toEqual(["out_of_area - We don't deliver to K1A 0B1. Choose pickup or another address."]);
  expect(delivery("k1a 0b1", { deliveryPostalPrefixes: [] })).toEqual([]);
  expect(delivery("k1a 0b1", { enableDelivery: false })).toEqual([
    "delivery_off - We aren't delivering right now. Choose pickup to continue.",
  ]);
});

test("rejects totals of 1 to 49 cents and above the maximum", () => {
  const costing = (price: number, quantity = 1) => problems(testCartInput([testLine(testProduct(1, { price }), { quantity })]));
  expect(costing(0)).toEqual([]);
  expect(costing(1)).toEqual(["too_small - Cards can be charged from $0.50; your total is $0.01. Add something to continue."]);
  expect(costing(49)).toHaveLength(1);
  expect(costing(50)).toEqual([]);
  expect(costing(99_999_999)).toEqual([]);
  const tooLarge = ["too_large - One order can be at most $999,999.99. Split it into several, or call us."];
  expect(costing(50_000_000, 2)).toEqual(tooLarge);
  // Stored with the order before its discounts.
  const discounted = testOutcome({ lineDiscounts: { "line-1": 20_000_000 } });
  expect(problems(testCartInput([testLine(testProduct(1, { price: 55_000_000 }), { quantity: 2 })]), discounted)).toEqual(tooLarge);
});

const KG = { unit: "kg", step: 100, least: 1 } as const;
const seen = (weight: number) => ({ seenUnitPrice: 1000, seenQuantity: weight / 100, seenWeight: { unit: "kg", step: 100 } }) as const;

test.each([
  ["the same weight in other steps", { weight: { ...KG, step: 250 } }, { quantity: 2, ...seen(500) }, []],
  [
    "a weight that the new steps do not have",
    { weight: { ...KG, step: 250 } },
    { quantity: 2, ...seen(400) },
    ["weight_changed line-1 (points out) Salmon is now 500 g instead of 400 g, because its steps changed."],
  ],
  [
    "another price of the unit",
    { weight: KG, price: 1100 },
    { quantity: 5, ...seen(500) },
    ["price_changed line-1 (points out) Salmon now costs $11.00 / kg instead of $10.00 / kg."],
  ],
  [
    "another surcharge of its options",
    { weight: KG, groups: [testGroup(4, [testOption(1, { priceDelta: 150 })])] },
    { quantity: 5, seenUnitPrice: 1000, seenWeight: { unit: "kg", step: 100, extras: 100 }, choices: [testChoice(4, 1)] },
    ["price_changed line-1 (points out) The options of Salmon now cost $1.50 instead of $1.00."],
  ],
  [
    "another unit",
    { weight: { ...KG, unit: "100g" }, price: 110 },
    { quantity: 5, ...seen(500) },
    ["price_changed line-1 (points out) Salmon now costs $1.10 / 100 g instead of $10.00 / kg."],
  ],
  [
    "pieces that are sold by weight now",
    { weight: KG },
    { quantity: 1, seenUnitPrice: 800 },
    ["weight_changed line-1 (points out) Salmon is sold by weight: 100 g at $10.00 / kg. Check the weight."],
  ],
  [
    "a weight that is sold by the piece now",
    {},
    { quantity: 1, ...seen(500) },
    ["weight_changed line-1 (points out) Salmon is now sold by the piece: 1 for $10.00, not 500 g. Check the quantity."],
  ],
] as const)("points out %s", (_, product, line, notices) => {
  const found = problems(testCartInput([testLine(testProduct(1, { name: "Salmon", ...product }), line)]));
  expect(found.filter((text) => !text.startsWith("weighed"))).toEqual(notices);
});
