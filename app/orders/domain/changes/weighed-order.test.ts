import fc from "fast-check";
import { expect, test } from "vitest";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { testCartInput, testLine, testPricingSettings, testProduct } from "#test/carts.ts";
import { everything } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { repriceChanged } from "./order-edit.ts";
import { planRefund, refundedOfItems } from "./order-refunds.ts";
import type { RepriceInput } from "./reprice-input.ts";
import { bookedItem } from "./weighed-item.ts";

const KILO = { unit: "kg", step: 100, least: 1 } as const;

/** A kilogram each of what costs $20.00 and $10.00 / kg, as it was bought. */
function buy(promotions: readonly Promotion[]): RepriceInput {
  const lines = [2000, 1000].map((price, index) => testLine(testProduct(index + 1, { price, weight: KILO }), { quantity: 10 }));
  const input = testCartInput(lines, { promotions, settings: testPricingSettings({ taxRate: 130_000 }) });
  const cart = priceCart(input);
  return {
    ...input,
    items: cart.lines.map((line) => ({ ...line, options: line.selected })),
    amounts: { ...cart, currency: "usd" },
    applied: cart.applied,
    placedAt: input.now,
    removeItemIds: [],
    products: {},
  };
}

function weigh(order: RepriceInput, dear: number, cheap: number, most?: number | null) {
  const result = repriceChanged({ ...order, weights: { "line-1": dear, "line-2": cheap }, ...(most === undefined ? {} : { most }) });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const fromThirty = testPromotion(
  1,
  "order-fixed",
  { amount: 500, target: everything },
  { condition: { type: "subtotal", target: everything, min: 3000, max: null } },
);

test("a lighter order keeps its offer although one of its lines is heavier", () => {
  const order = buy([fromThirty]);
  expect(order.amounts.promotionDiscount).toBe(500);
  const { amounts, applied } = weigh(order, 900, 1050);
  expect(applied).toMatchObject([{ promotionId: 1 }]);
  expect(amounts.subTotal).toBe(2850);
  expect(amounts.finalTotal).toBeLessThan(order.amounts.finalTotal);
});

test("an order that costs more because of its weight loses no offer", () => {
  const half = testPromotion(2, "item-percent", { rate: 500_000, target: { ...everything, everything: false, productIds: [1] } });
  const order = buy([fromThirty, half]);
  // At list price it is lighter; the line without a discount of its own is heavier.
  const { amounts, applied } = weigh(order, 600, 1700, null);
  expect(amounts.subTotal).toBeLessThan(3000);
  expect(amounts.finalTotal).toBeGreaterThan(order.amounts.finalTotal);
  expect(applied.map(({ promotionId }) => promotionId).toSorted()).toEqual([1, 2]);
});

test("a heavier order earns at most the remaining budget", () => {
  const tenth = testPromotion(3, "order-percent", { rate: 100_000 });
  const order = buy([tenth]);
  const spent = { ...order, promotions: [{ ...tenth, spent: 0, limits: { ...tenth.limits, budget: 300 } }] };
  expect(weigh(order, 1100, 1100, null).amounts.promotionDiscount).toBe(330);
  expect(weigh(spent, 1100, 1100, null).amounts.promotionDiscount).toBe(300);
});

test("never costs more than the payment covers, nor charges more than a line weighs", () => {
  const grams = fc.integer({ min: 500, max: 2000 });
  const offers = fc.subarray([
    fromThirty,
    testPromotion(2, "item-percent", { rate: 500_000, target: { ...everything, everything: false, productIds: [1] } }),
    testPromotion(3, "order-percent", { rate: 100_000 }),
  ]);
  fc.assert(
    fc.property(offers, grams, grams, (promotions, dear, cheap) => {
      const order = buy(promotions);
      const { amounts, items } = weigh(order, dear, cheap);
      expect(amounts.finalTotal).toBeLessThanOrEqual(order.amounts.finalTotal);
      for (const { weight, lineTotal, discount } of items) {
        expect(weight?.charged).toBeLessThanOrEqual(weight?.actual ?? 0);
        expect(discount).toBeLessThanOrEqual(lineTotal);
      }
    }),
    { numRuns: 200 },
  );
});

test("excludes the refund of a lower weight from a later refund of the line", () => {
  const order = buy([]);
  const items = order.items.map((item) => bookedItem(item, item.id === "line-1" ? 750 : undefined, US_DOLLARS));
  expect(items[0]).toMatchObject({ lineTotal: 2000, weight: { actual: 750, charged: 1000, paid: 750 } });
  expect(refundedOfItems(items, false, []), "its refund has failed").toEqual({ "line-1": 0, "line-2": 0 });
  const refunded = refundedOfItems(items, false, [{ itemIds: [], itemQuantities: {}, amount: 565 }]);
  expect(refunded).toEqual({ "line-1": 565, "line-2": 0 });
  const { amounts } = order;
  const plan = planRefund(
    { items, amounts, captured: amounts.finalTotal, refunded: 565, refundedQuantities: {}, refundedOfItems: refunded },
    { kind: "items", items: [{ id: "line-1", quantity: null }] },
    US_DOLLARS,
  );
  expect(plan).toMatchObject({ value: { amount: 2260 - 565 } });
});
