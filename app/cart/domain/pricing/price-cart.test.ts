import { openCode as code } from "#app/promotions/domain/coupons.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { testCartInput, testLine, testPricingSettings, testProduct } from "#test/carts.ts";
import { testChoice, testGroup, testOption } from "#test/customizations.ts";
import { testPromotion as promotion } from "#test/promotions.ts";
import { priceCart } from "./price-cart.ts";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { itemsTotal, type PriceCartInput, type PricedCart } from "./priced-cart.ts";

const burger = testProduct(1, {
  name: "Burger",
  price: 1150,
  groups: [testGroup(1, [testOption(10, { name: "Cheese" }), testOption(11, { name: "Bacon", priceDelta: 200 })])],
});
const groceries = { taxClass: "groceries", rate: 50_000, components: [{ label: "Tax (Groceries)", rate: 50_000 }] };
const [gst, pst] = [
  { label: "GST", rate: 50_000 },
  { label: "PST", rate: 70_000 },
];
/** British Columbia: alcohol at 15 %, children's clothes at 5 %. */
const twoTaxes = {
  taxRate: 120_000,
  taxComponents: [gst, pst],
  otherRates: [
    { taxClass: "alcohol", rate: 150_000, components: [gst, { label: "PST", rate: 100_000 }] },
    { taxClass: "clothes", rate: 50_000, components: [gst] },
  ],
};
const twoTaxLines = [
  testLine(testProduct(1, { price: 1003 })),
  testLine(testProduct(2, { price: 450, taxClass: "alcohol" })),
  testLine(testProduct(3, { price: 333, taxClass: "clothes" })),
];
const cheeseAndBacon = [testChoice(1, 10), testChoice(1, 11)];
const tenPercent = promotion(1, "order-percent", { rate: 100_000 });
const box = testProduct(6, {
  price: 1000,
  groups: [
    testGroup(
      2,
      [100, 100, 150, 200].map((priceDelta, index) => testOption(20 + index, { priceDelta })),
      { freeCount: 2 },
    ),
  ],
});

/** The worked examples of docs/rules/prices-and-tax.md and more, in cents. */
const examples: readonly (readonly [string, PriceCartInput, Partial<PricedCart>])[] = [
  [
    "pickup, choices, 10 % off, tip 15 %",
    testCartInput([testLine(burger, { quantity: 2, choices: cheeseAndBacon }), testLine(testProduct(2, { name: "Fries", price: 475 }))], {
      promotions: [tenPercent],
      tip: { kind: "percentage", percentage: 15 },
      settings: testPricingSettings({ taxRate: 130_000 }),
    }),
    { subTotal: 3375, promotionDiscount: 338, deliveryFee: 0, tax: 395, tip: 506, total: 4276, finalTotal: 3938 },
  ],
  [
    "delivery taxed at 8.875 %, $5 coupon, tip $6",
    testCartInput([testLine(testProduct(1, { price: 2060 }), { quantity: 2 })], {
      promotions: [promotion(2, "order-fixed", { amount: 500 }, { trigger: "coupon" })],
      codes: [code("FIVE", 2)],
      fulfillment: "delivery",
      tip: { kind: "fixed", amount: 600 },
      settings: testPricingSettings({ taxRate: 88_750, deliveryFee: 400 }),
    }),
    { subTotal: 4120, promotionDiscount: 500, deliveryFee: 400, tax: 357, tip: 600, total: 5477, finalTotal: 4977, couponCodes: ["FIVE"] },
  ],
  [
    "prices include 20 %, 10 % off, fee $3, tip $2",
    testCartInput([testLine(testProduct(1, { price: 1200 }), { quantity: 2 })], {
      promotions: [tenPercent],
      fulfillment: "delivery",
      tip: { kind: "fixed", amount: 200 },
      settings: testPricingSettings({ taxRate: 200_000, pricesIncludeTax: true, deliveryFee: 300 }),
    }),
    { subTotal: 2400, promotionDiscount: 240, deliveryFee: 300, tax: 410, tip: 200, total: 2900, finalTotal: 2660, taxIncluded: true },
  ],
  [
    "mixed rates, $4 off",
    testCartInput(
      [testLine(testProduct(1)), testLine(testProduct(2, { price: 500 })), testLine(testProduct(3, { price: 333, taxClass: "zero" }))],
      {
        promotions: [promotion(3, "order-fixed", { amount: 400 })],
        settings: testPricingSettings({ taxRate: 130_000 }),
      },
    ),
    { subTotal: 1833, promotionDiscount: 400, deliveryFee: 0, tax: 152, tip: 0, total: 1985, finalTotal: 1585 },
  ],
  [
    "a reduced rate is rounded by itself; a class that the settings name no more is taxed at the usual rate",
    testCartInput(
      [
        testLine(testProduct(1)),
        testLine(testProduct(2, { price: 450, taxClass: "groceries" })),
        testLine(testProduct(3, { price: 333, taxClass: "gone" })),
      ],
      { settings: testPricingSettings({ taxRate: 130_000, otherRates: [groceries] }) },
    ),
    {
      subTotal: 1783,
      promotionDiscount: 0,
      deliveryFee: 0,
      tax: 196,
      taxLines: [
        { label: "Tax", rate: 130_000, base: 1333, amount: 173 },
        { label: "Tax (Groceries)", rate: 50_000, base: 450, amount: 23 },
      ],
      tip: 0,
      total: 1979,
      finalTotal: 1979,
    },
  ],
  [
    "a tax of several rates is one line and rounded once: 5 % of 2186 and 7 % of 1403",
    testCartInput(twoTaxLines, { fulfillment: "delivery", settings: testPricingSettings({ ...twoTaxes, deliveryFee: 400 }) }),
    {
      subTotal: 1786,
      deliveryFee: 400,
      tax: 252,
      taxLines: [
        { ...gst, base: 2186, amount: 109 },
        { label: "PST", rate: 100_000, base: 450, amount: 45 },
        { ...pst, base: 1403, amount: 98 },
      ],
      taxTable: {
        delivery: 120_000,
        rates: [
          { rate: 120_000, components: twoTaxes.taxComponents },
          { rate: 150_000, components: twoTaxes.otherRates[0]?.components ?? [] },
          { rate: 50_000, components: [gst] },
        ],
      },
      finalTotal: 2438,
    },
  ],
  [
    "included taxes of one rate share its base: 1003 × 5/112, 450 × 5/115, 333 × 5/105",
    testCartInput(twoTaxLines, { settings: testPricingSettings({ ...twoTaxes, pricesIncludeTax: true }) }),
    {
      subTotal: 1786,
      tax: 183,
      taxLines: [
        { ...gst, base: 391 + 895 + 317, amount: 20 + 45 + 16 },
        { label: "PST", rate: 100_000, base: 391, amount: 39 },
        { ...pst, base: 895, amount: 63 },
      ],
      total: 1786,
      finalTotal: 1786,
    },
  ],
  [
    "the first without the fries",
    testCartInput([testLine(burger, { quantity: 2, choices: cheeseAndBacon })], {
      promotions: [tenPercent],
      tip: { kind: "percentage", percentage: 15 },
      settings: testPricingSettings({ taxRate: 130_000 }),
    }),
    { subTotal: 2900, promotionDiscount: 290, deliveryFee: 0, tax: 339, tip: 435, total: 3674, finalTotal: 3384 },
  ],
  [
    "four sides, two included",
    testCartInput([testLine(box, { choices: [20, 21, 22, 23].map((id) => testChoice(2, id)) })], {
      settings: testPricingSettings({ taxRate: 130_000 }),
    }),
    { subTotal: 1350, promotionDiscount: 0, deliveryFee: 0, tax: 176, tip: 0, total: 1526, finalTotal: 1526 },
  ],
  [
    "free drink, tip 18 %",
    testCartInput([testLine(testProduct(1, { price: 3000 }))], {
      promotions: [promotion(4, "free-item", { productIds: [9], quantity: 1 })],
      gifts: [{ productId: 9, name: "Cola", unitPrice: 350, available: true }],
      tip: { kind: "percentage", percentage: 18 },
      settings: testPricingSettings({ taxRate: 130_000 }),
    }),
    { subTotal: 3350, promotionDiscount: 350, deliveryFee: 0, tax: 390, tip: 540, total: 4280, finalTotal: 3930, itemCount: 2 },
  ],
];

test.each(examples)("%s", (_, input, expected) => {
  const cart = priceCart(input);
  expect(cart).toMatchObject(expected);
  expect(cart.problems).toEqual([]);
});

test("splits discounts at mixed rates and taxes only taxed lines", () => {
  const [, input] = examples[3] ?? [];
  const lines = input === undefined ? [] : priceCart(input).lines;
  expect(lines.map((line) => line.discount)).toEqual([218, 109, 73]);
  expect(lines.map((line) => line.tax)).toEqual([101, 51, 0]);
});

test("shows names, choices and prices as stored in the order", () => {
  const [, input] = examples[0] ?? [];
  const [line] = input === undefined ? [] : priceCart(input).lines;
  expect(line).toMatchObject({
    id: "line-1",
    name: "Burger",
    kitchenName: "Burger",
    basePrice: 1150,
    unitPrice: 1450,
    lineTotal: 2900,
    discount: 290,
    taxRate: 130_000,
    isFreeItem: false,
  });
  expect(line?.selected.map((option) => option.name)).toEqual(["Cheese", "Bacon"]);
});

test("keeps a code without effect with its reason", () => {
  const cart = priceCart(
    testCartInput([testLine(testProduct(1))], { codes: [{ code: "NOPE", state: { kind: "unknown", mistyped: false } }] }),
  );
  expect(cart.couponCodes).toEqual(["NOPE"]);
  expect(cart.notApplied).toMatchObject([{ code: "NOPE", reason: "unknown-code" }]);
  expect(cart).toMatchObject({ promotionDiscount: 0, finalTotal: 1000 });
});

test("removes the fee for earned free delivery without changing the tip base", () => {
  const cart = priceCart(
    testCartInput([testLine(testProduct(1))], {
      promotions: [promotion(1, "delivery-percent", { rate: 1_000_000 })],
      fulfillment: "delivery",
      tip: { kind: "percentage", percentage: 10 },
      settings: testPricingSettings({ taxRate: 100_000, deliveryFee: 500 }),
    }),
  );
  expect(cart).toMatchObject({ deliveryFee: 500, deliveryDiscount: 500, promotionDiscount: 500, tax: 100, tip: 100, finalTotal: 1200 });
});

const anyPromotion = (id: number): fc.Arbitrary<Promotion> =>
  fc.oneof(
    fc.integer({ min: 1, max: 1_000_000 }).map((rate) => promotion(id, "order-percent", { rate })),
    fc.integer({ min: 1, max: 5000 }).map((amount) => promotion(id, "order-fixed", { amount })),
    fc.integer({ min: 1, max: 1_000_000 }).map((rate) => promotion(id, "item-percent", { rate, target: { productIds: [1] } })),
    fc.integer({ min: 1, max: 1_000_000 }).map((rate) => promotion(id, "delivery-percent", { rate })),
    fc.integer({ min: 1, max: 2 }).map((quantity) => promotion(id, "free-item", { productIds: [9], quantity })),
  );

/** Random carts with up to four lines, four promotions, codes and settings. */
const anyInput: fc.Arbitrary<PriceCartInput> = fc
  .record({
    items: fc.array(fc.record({ price: fc.nat(4000), quantity: fc.integer({ min: 1, max: 9 }), zero: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
    }),
    promotions: fc
      .integer({ min: 0, max: 4 })
      .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyPromotion(index + 1)))),
    behindCode: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    taxRate: fc.constantFrom(0, 88_750, 130_000),
    pricesIncludeTax: fc.boolean(),
    deliveryFee: fc.nat(900),
    fulfillment: fc.constantFrom("pickup" as const, "delivery" as const),
    percentage: fc.nat(30),
  })
  .map(({ items, promotions, behindCode, taxRate, pricesIncludeTax, deliveryFee, fulfillment, percentage }) =>
    testCartInput(
      items.map(({ price, quantity, zero }, index) =>
        testLine(testProduct(index + 1, { price, taxClass: zero ? "zero" : "standard" }), { quantity }),
      ),
      {
        promotions: promotions.map((each, index) => (behindCode[index] === true ? { ...each, trigger: "coupon" as const } : each)),
        codes: promotions.flatMap((each, index) => (behindCode[index] === true ? [code(`CODE${each.id}`, each.id)] : [])),
        gifts: [{ productId: 9, name: "Cola", unitPrice: 350, available: true }],
        fulfillment,
        tip: { kind: "percentage", percentage },
        settings: testPricingSettings({ taxRate, pricesIncludeTax, deliveryFee }),
      },
    ),
  );

test("adds up shares and keeps discounts within the order", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const cart = priceCart(input);
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      expect(sum(cart.lines.map((line) => line.discount)) + cart.deliveryDiscount).toBe(cart.promotionDiscount);
      expect(sum(cart.applied.map((each) => each.amount))).toBe(cart.promotionDiscount);
      expect(sum(cart.taxLines.map((line) => line.amount))).toBe(cart.tax);
      expect(cart.promotionDiscount).toBeGreaterThanOrEqual(0);
      expect(cart.promotionDiscount).toBeLessThanOrEqual(cart.subTotal + cart.deliveryFee);
      expect(cart.finalTotal).toBe(cart.total - cart.promotionDiscount);
      expect(cart.finalTotal).toBeGreaterThanOrEqual(cart.tip);
      const addedTax = cart.taxIncluded ? 0 : cart.tax;
      expect(itemsTotal(cart) + cart.deliveryFee - cart.deliveryDiscount + addedTax + cart.tip).toBe(cart.finalTotal);
    }),
  );
});

test("is independent of code and promotion order and hashes equal carts equally", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const cart = priceCart(input);
      const other = priceCart({ ...input, codes: input.codes.toReversed(), promotions: input.promotions.toReversed() });
      expect({ ...other, couponCodes: other.couponCodes.toSorted() }).toEqual({ ...cart, couponCodes: cart.couponCodes.toSorted() });
      expect(priceCart(structuredClone(input))).toEqual(cart);
    }),
  );
});
