import fc from "fast-check";
import { expect, test } from "vitest";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { PriceCartInput } from "#app/cart/domain/pricing/priced-cart.ts";
import { testCartInput, testLine, testPricingSettings, testProduct } from "#test/carts.ts";
import { testPromotion } from "#test/promotions.ts";
import type { StaffDiscount } from "./promotion.ts";
import { STAFF_DISCOUNT_ID } from "./staff-discount.ts";

const lines = [testLine(testProduct(1, { price: 1000 })), testLine(testProduct(2, { price: 500 }))];
const settings = testPricingSettings({ taxRate: 130_000, deliveryFee: 400 });
const coldSoup = { reason: "Cold soup" };

const rows: readonly (readonly [
  string,
  StaffDiscount,
  Partial<PriceCartInput>,
  readonly [discount: number, tax: number, final: number],
])[] = [
  ["$3 off 15.00: tax on 12.00", { kind: "amount", amount: 300, ...coldSoup }, {}, [300, 156, 1356]],
  ["10 % of 15.00", { kind: "percent", rate: 100_000, ...coldSoup }, {}, [150, 176, 1526]],
  ["12.5 % of 15.00 = 187.5, rounded once", { kind: "percent", rate: 125_000, ...coldSoup }, {}, [188, 171, 1483]],
  ["more than the items: nothing is left of them", { kind: "amount", amount: 9900, ...coldSoup }, {}, [1500, 0, 0]],
  ["the delivery fee stays, with its tax", { kind: "percent", rate: 1_000_000, ...coldSoup }, { fulfillment: "delivery" }, [1500, 52, 452]],
  [
    "after promotions: 10 % off, then 10 % of 13.50",
    { kind: "percent", rate: 100_000, ...coldSoup },
    { promotions: [testPromotion(1, "order-percent", { rate: 100_000 })] },
    [285, 158, 1373],
  ],
  [
    "never off a free item",
    { kind: "percent", rate: 1_000_000, ...coldSoup },
    {
      promotions: [testPromotion(1, "free-item", { productIds: [9], quantity: 1 })],
      gifts: [{ productId: 9, name: "Cookie", unitPrice: 250, available: true }],
    },
    [1750, 0, 0],
  ],
];

test.each(rows)("applies a discount by staff: %s", (_, discount, changes, [promotionDiscount, tax, finalTotal]) => {
  const priced = priceCart(testCartInput(lines, { settings, ...changes, discount }));
  expect(priced).toMatchObject({ promotionDiscount, tax, finalTotal });
  const given = priced.applied.at(-1);
  expect(given).toMatchObject({
    promotionId: STAFF_DISCOUNT_ID,
    title: "Discount: Cold soup",
    code: null,
    deliveryShare: 0,
    byStaff: discount,
  });
  expect(Object.values(given?.lineShares ?? {}).reduce((sum, share) => sum + share, 0)).toBe(given?.amount);
});

test("is left out where nothing remains to discount", () => {
  const free = [testLine(testProduct(1, { price: 0 }))];
  expect(priceCart(testCartInput(free, { settings, discount: { kind: "amount", amount: 100, ...coldSoup } })).applied).toEqual([]);
});

test("gives the same cents in any order of lines, and never a total below zero", () => {
  const prices = fc.array(fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.constantFrom("standard", "zero")), { minLength: 1, maxLength: 6 });
  const given = fc.oneof(
    fc.record({ kind: fc.constant("amount" as const), amount: fc.integer({ min: 1, max: 8000 }), reason: fc.constant("r") }),
    fc.record({ kind: fc.constant("percent" as const), rate: fc.integer({ min: 1, max: 1_000_000 }), reason: fc.constant("r") }),
  );
  fc.assert(
    fc.property(prices, given, (list, discount) => {
      const cart = list.map(([price, taxClass], index) => testLine(testProduct(index + 1, { price, taxClass })));
      const price = (all: typeof cart) => priceCart(testCartInput(all, { settings, discount }));
      const [one, other] = [price(cart), price(cart.toReversed())];
      expect([other.promotionDiscount, other.tax, other.finalTotal]).toEqual([one.promotionDiscount, one.tax, one.finalTotal]);
      expect(one.finalTotal).toBeGreaterThanOrEqual(0);
      expect(one.promotionDiscount).toBeLessThanOrEqual(one.subTotal);
    }),
  );
});
