import { US_DOLLARS } from "#app/values/money.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { testCartInput, testLine, testOutcome, testPricingSettings, testProduct } from "#test/carts.ts";
import type { CartLine } from "#app/cart/domain/cart.ts";
import { allocate } from "#app/values/money.ts";
import { deliveryFeeOf, priceLines, totalsOf } from "./totals.ts";
import type { PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import type { PriceCartInput, PricedCart } from "./priced-cart.ts";
import type { PricingSettings } from "./pricing-settings.ts";

function settle(input: PriceCartInput, outcome: PromotionOutcome): PricedCart {
  const listed = priceLines(input.lines, US_DOLLARS);
  const items = listed.reduce((sum, line) => sum + line.lineTotal, 0);
  return totalsOf(input, listed, deliveryFeeOf(input.fulfillment, items, listed.length > 0, input.settings), outcome);
}

test("charges delivery by rule on list prices, never for pickup or empty carts", () => {
  const settings = testPricingSettings({ deliveryFee: 400, deliveryFreeAbove: 3000 });
  expect(deliveryFeeOf("delivery", 2999, true, settings)).toBe(400);
  expect(deliveryFeeOf("delivery", 3000, true, settings)).toBe(0);
  expect(deliveryFeeOf("delivery", 9999, true, { ...settings, deliveryFreeAbove: null })).toBe(400);
  expect(deliveryFeeOf("delivery", 0, true, { ...settings, deliveryFreeAbove: 0 })).toBe(0);
  expect(deliveryFeeOf("pickup", 100, true, settings)).toBe(0);
  expect(deliveryFeeOf("delivery", 0, false, settings)).toBe(0);
  expect(deliveryFeeOf("delivery", 100, true, { ...settings, enableDelivery: false })).toBe(0);
});

test("keeps free delivery when a coupon applies", () => {
  const input = testCartInput([testLine(testProduct(1, { price: 3000 }))], {
    fulfillment: "delivery",
    settings: testPricingSettings({ deliveryFee: 400, deliveryFreeAbove: 3000 }),
  });
  expect(settle(input, testOutcome({ lineDiscounts: { "line-1": 1500 } }))).toMatchObject({ deliveryFee: 0, finalTotal: 1500 });
});

test("taxes only taxed lines and the fee, and shares add up", () => {
  const settings = testPricingSettings({ taxRate: 130_000, deliveryFee: 100 });
  const lines = [
    testLine(testProduct(1, { price: 333 })),
    testLine(testProduct(2, { price: 333, taxClass: "zero" })),
    testLine(testProduct(3, { price: 334 })),
  ];
  const cart = settle(testCartInput(lines, { fulfillment: "delivery", settings }), testOutcome());
  // 767 × 13 % = 99.71 → 100; exact shares 43.4, 43.5 and 13.0 of the fee.
  expect(cart.taxLines).toEqual([{ label: "Tax", rate: 130_000, base: 767, amount: 100 }]);
  expect(cart.lines.map((line) => [line.taxRate, line.tax])).toEqual([
    [130_000, 43],
    [0, 0],
    [130_000, 44],
  ]);
});

test("excludes delivery from tax by setting, also with included tax", () => {
  const settings = testPricingSettings({ taxRate: 200_000, deliveryFee: 300, taxOnDelivery: false });
  const lines = [testLine(testProduct(1, { price: 2400 }))];
  expect(settle(testCartInput(lines, { fulfillment: "delivery", settings }), testOutcome())).toMatchObject({ tax: 480, total: 3180 });
  expect(
    settle(testCartInput(lines, { fulfillment: "delivery", settings: { ...settings, pricesIncludeTax: true } }), testOutcome()),
  ).toMatchObject({
    tax: 400,
    taxLines: [{ label: "Tax", rate: 200_000, base: 2000, amount: 400 }],
    total: 2700,
  });
});

test("a delivery discount lowers the taxed fee", () => {
  const settings = testPricingSettings({ taxRate: 100_000, deliveryFee: 500 });
  const cart = settle(
    testCartInput([testLine(testProduct(1))], { fulfillment: "delivery", settings }),
    testOutcome({ deliveryDiscount: 500 }),
  );
  expect(cart).toMatchObject({
    subTotal: 1000,
    deliveryFee: 500,
    deliveryDiscount: 500,
    promotionDiscount: 500,
    tax: 100,
    total: 1600,
    finalTotal: 1100,
  });
});

test("lists a free item at list price without effect on fee, tip and tax", () => {
  const settings = testPricingSettings({ taxRate: 100_000, deliveryFee: 500, deliveryFreeAbove: 1200 });
  const freeItems = [{ promotionId: 5, productId: 9, name: "Cola", quantity: 2, unitPrice: 350, choices: [] }];
  const input = testCartInput([testLine(testProduct(1))], {
    fulfillment: "delivery",
    settings,
    tip: { kind: "percentage", percentage: 10 },
    gifts: [{ productId: 9, name: "Cola", unitPrice: 350, available: true, kitchenName: "COLA 33", imageUrl: "/cola.webp" }],
  });
  const cart = settle(input, testOutcome({ freeItems }));
  expect(cart).toMatchObject({
    subTotal: 1700,
    promotionDiscount: 700,
    deliveryFee: 500,
    tax: 150,
    tipBase: 1000,
    tip: 100,
    itemCount: 3,
    finalTotal: 1750,
  });
  expect(cart.lines[1]).toMatchObject({
    id: "free-5-9",
    kitchenName: "COLA 33",
    imageUrl: "/cola.webp",
    lineTotal: 700,
    discount: 700,
    tax: 0,
    isFreeItem: true,
    promotionId: 5,
  });
});

test("includes tax in the posttax tip base unless prices include it", () => {
  const lines = [testLine(testProduct(1, { price: 2000 }))];
  const settings = testPricingSettings({ taxRate: 130_000, tipBase: "posttax" });
  const tip = { kind: "percentage", percentage: 15 } as const;
  expect(settle(testCartInput(lines, { settings, tip }), testOutcome())).toMatchObject({ tipBase: 2260, tip: 339 });
  expect(settle(testCartInput(lines, { settings: { ...settings, pricesIncludeTax: true }, tip }), testOutcome())).toMatchObject({
    tipBase: 2000,
    tip: 300,
  });
});

test("gives no tip when disabled or on an empty cart", () => {
  const tip = { kind: "percentage", percentage: 15 } as const;
  const lines = [testLine(testProduct(1))];
  expect(settle(testCartInput(lines, { tip, settings: testPricingSettings({ allowTip: false }) }), testOutcome())).toMatchObject({
    tip: 0,
    tipPercentage: null,
  });
  expect(settle(testCartInput([], { tip: { kind: "fixed", amount: 500 } }), testOutcome())).toMatchObject({ tip: 0, finalTotal: 0 });
});

test("throws when the outcome does not fit the lines", () => {
  const input = testCartInput([testLine(testProduct(1))]);
  expect(() => settle(input, testOutcome({ lineDiscounts: { "line-1": 1001 } }))).toThrow(RangeError);
  expect(() => settle(input, testOutcome({ lineDiscounts: { "line-1": -1 } }))).toThrow(RangeError);
  expect(() => settle(input, testOutcome({ lineDiscounts: { other: 1 } }))).toThrow(RangeError);
  expect(() => settle(input, testOutcome({ deliveryDiscount: 1 }))).toThrow(RangeError);
  expect(() => settle(input, { ...testOutcome({ lineDiscounts: { "line-1": 100 } }), totalDiscount: 101 })).toThrow(RangeError);
  expect(() => priceLines([testLine(testProduct(1), { quantity: 0 })], US_DOLLARS)).toThrow(RangeError);
  expect(() => priceLines([testLine(testProduct(1, { price: 9.5 }))], US_DOLLARS)).toThrow(RangeError);
});

test("hashes differ by cart, total and options, not by order", () => {
  const a = testLine(testProduct(1));
  const b = testLine(testProduct(2, { price: 500 }));
  const codes = ["AAA", "BBB"].map((code) => ({ code, state: { kind: "unknown", mistyped: false } }) as const);
  const base = testCartInput([a, b], { codes });
  const hash = (input: PriceCartInput, outcome = testOutcome()) => settle(input, outcome).hash;
  const same = hash(base);
  expect(hash({ ...base, lines: [b, a], codes: codes.toReversed() })).toBe(same);
  expect(hash({ ...base, now: new Date("2026-03-05T17:00:00Z"), lines: [{ ...a, id: "renamed", seenUnitPrice: 900 }, b] })).toBe(same);
  const others = [
    hash({ ...base, lines: [{ ...a, quantity: 2 }, b] }),
    hash({ ...base, lines: [{ ...a, note: "no salt" }, b] }),
    hash({ ...base, lines: [a] }),
    hash({ ...base, codes: codes.slice(1) }),
    hash({ ...base, fulfillment: "delivery" }),
    hash({ ...base, requestedFor: new Date("2026-03-04T18:00:00Z") }),
    hash({ ...base, tip: { kind: "fixed", amount: 100 } }),
    hash({ ...base, postalCode: "M5V" }),
    hash({ ...base, settings: testPricingSettings({ taxRate: 10_000 }) }),
    hash(base, testOutcome({ lineDiscounts: { "line-1": 5 } })),
  ];
  expect(new Set([same, ...others]).size).toBe(others.length + 1);
});

const anyLine = (id: number): fc.Arbitrary<CartLine> =>
  fc
    .record({
      price: fc.nat(20_000),
      quantity: fc.integer({ min: 1, max: 20 }),
      taxClass: fc.constantFrom("standard" as const, "zero" as const),
    })
    .map(({ price, quantity, taxClass }) => testLine(testProduct(id, { price, taxClass }), { quantity }));

const anySettings: fc.Arbitrary<PricingSettings> = fc
  .record({
    taxRate: fc.constantFrom(0, 50_000, 88_750, 130_000, 200_000),
    pricesIncludeTax: fc.boolean(),
    taxOnDelivery: fc.boolean(),
    tipBase: fc.constantFrom("pretax" as const, "posttax" as const),
    deliveryFee: fc.nat(1500),
    deliveryFreeAbove: fc.option(fc.nat(20_000)),
  })
  .map((changes) => testPricingSettings(changes));

/** Random carts with random valid discounts and gifts. */
const anySettled = fc
  .record({
    lines: fc.integer({ min: 1, max: 6 }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyLine(index + 1)))),
    settings: anySettings,
    fulfillment: fc.constantFrom("pickup" as const, "delivery" as const),
    fractions: fc.array(fc.nat(100), { minLength: 7, maxLength: 7 }),
    gift: fc.nat(2),
    tip: fc.oneof(
      fc.constant({ kind: "none" as const }),
      fc.nat(100).map((percentage) => ({ kind: "percentage" as const, percentage })),
      fc.nat(100_000).map((amount) => ({ kind: "fixed" as const, amount })),
    ),
  })
  .map(({ lines, settings, fulfillment, fractions, gift, tip }) => {
    const input = testCartInput(lines, { settings, fulfillment, tip });
    const listed = priceLines(lines, US_DOLLARS);
    const items = listed.reduce((sum, line) => sum + line.lineTotal, 0);
    const fee = deliveryFeeOf(fulfillment, items, true, settings);
    const outcome = testOutcome({
      lineDiscounts: Object.fromEntries(
        listed.map((line, index) => [line.id, Math.floor((line.lineTotal * (fractions[index] ?? 0)) / 100)]),
      ),
      deliveryDiscount: Math.floor((fee * (fractions[6] ?? 0)) / 100),
      freeItems: gift === 0 ? [] : [{ promotionId: 1, productId: 99, name: "Gift", quantity: gift, unitPrice: 350, choices: [] }],
    });
    return { input, outcome, cart: totalsOf(input, listed, fee, outcome), items, fee };
  });

test("parts add up to totals for any discount", () => {
  fc.assert(
    fc.property(anySettled, ({ cart, outcome, fee }) => {
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      expect(sum(cart.lines.map((line) => line.lineTotal))).toBe(cart.subTotal);
      expect(sum(cart.lines.map((line) => line.discount)) + cart.deliveryDiscount).toBe(cart.promotionDiscount);
      expect(cart.promotionDiscount).toBe(outcome.totalDiscount);
      expect(sum(cart.taxLines.map((line) => line.amount))).toBe(cart.tax);
      const onDelivery = cart.tax - sum(cart.lines.map((line) => line.tax));
      expect(onDelivery).toBeGreaterThanOrEqual(0);
      if (fee === cart.deliveryDiscount) expect(onDelivery).toBe(0);
      expect(cart.total).toBe(cart.subTotal + cart.deliveryFee + (cart.taxIncluded ? 0 : cart.tax) + cart.tip);
      expect(cart.finalTotal).toBe(cart.total - cart.promotionDiscount);
    }),
  );
});

test("keeps the discount within items plus fee, and the charge above the tip", () => {
  fc.assert(
    fc.property(anySettled, ({ cart, items }) => {
      expect(cart.promotionDiscount).toBeGreaterThanOrEqual(0);
      expect(cart.promotionDiscount).toBeLessThanOrEqual(cart.subTotal + cart.deliveryFee);
      expect(cart.finalTotal).toBeGreaterThanOrEqual(cart.tip);
      expect(cart.tip).toBeLessThanOrEqual(Math.max(1000, cart.tipBase));
      expect(cart.tipBase).toBe(items + (cart.tipBase === items ? 0 : cart.tax));
      for (const line of cart.lines) {
        expect(line.tax).toBeGreaterThanOrEqual(0);
        if (line.taxRate === 0) expect(line.tax).toBe(0);
      }
    }),
  );
});

test("rounds tax once, within half a cent", () => {
  fc.assert(
    fc.property(anySettled, ({ cart, input, fee }) => {
      const rate = input.settings.taxRate;
      const net =
        cart.lines.reduce((sum, line) => (line.taxRate > 0 ? sum + line.lineTotal - line.discount : sum), 0) +
        (input.settings.taxOnDelivery ? fee - cart.deliveryDiscount : 0);
      const exact = cart.taxIncluded ? (net * rate) / (1_000_000 + rate) : (net * rate) / 1_000_000;
      expect(Math.abs(cart.tax - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
    }),
  );
});

test("keeps the total when a discount moves between equally taxed lines", () => {
  const lines = [testLine(testProduct(1, { price: 1111 })), testLine(testProduct(2, { price: 2222 }))];
  const input = testCartInput(lines, { settings: testPricingSettings({ taxRate: 88_750 }) });
  const totals = [
    [1, 1],
    [1, 2],
    [1, 0],
    [0, 1],
  ].map((weights) => {
    const [first = 0, second = 0] = allocate(500, weights);
    return settle(input, testOutcome({ lineDiscounts: { "line-1": first, "line-2": second } })).finalTotal;
  });
  expect(new Set(totals).size).toBe(1);
});
