import { expect, test } from "vitest";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { testCartInput, testLine, testPricingSettings, testProduct } from "#test/carts.ts";
import { testPromotion } from "#test/promotions.ts";
import { repriceChanged } from "./order-edit.ts";

/** Items of 40.00 and a fee of 5.00; `offer` as it is by now, null: withdrawn. */
function atFee(deliveryFee: number, bought: Promotion, offer: Promotion | null) {
  const input = testCartInput([testLine(testProduct(1, { price: 4000 }))], {
    promotions: [bought],
    fulfillment: "delivery",
    settings: testPricingSettings({ taxRate: 0, deliveryFee: 500 }),
  });
  const cart = priceCart(input);
  const repriced = repriceChanged({
    items: cart.lines.map((line) => ({ ...line, options: line.selected })),
    amounts: { ...cart, currency: "usd" },
    applied: cart.applied,
    fulfillment: "delivery",
    requestedFor: null,
    placedAt: input.now,
    removeItemIds: [],
    deliveryFee,
    most: null,
    products: { 1: testProduct(1, { price: 4000 }) },
    promotions: offer === null ? [] : [offer],
    customer: input.customer,
    settings: input.settings,
  });
  if (!repriced.ok) throw new Error(repriced.error.message);
  const { amounts, applied } = repriced.value;
  const { deliveryDiscount, finalTotal } = amounts;
  return {
    before: cart.finalTotal,
    deliveryDiscount,
    finalTotal,
    applied: applied.map(({ amount, deliveryShare }) => [amount, deliveryShare]),
  };
}

const tenth = testPromotion(1, "order-percent", { rate: 100_000 });
const freeDelivery = testPromotion(1, "delivery-percent", { rate: 1_000_000 });

test("another address alone takes no discount away", () => {
  expect(atFee(300, tenth, null)).toEqual({ before: 4100, deliveryDiscount: 0, finalTotal: 3900, applied: [[400, 0]] });
  expect(atFee(800, tenth, null)).toMatchObject({ before: 4100, finalTotal: 4400 });
});

test("another address takes a better offer of today", () => {
  expect(atFee(300, tenth, testPromotion(1, "order-percent", { rate: 200_000 }))).toMatchObject({ finalTotal: 3500 });
});

test("a discount on delivery is at most the new fee", () => {
  expect(atFee(300, freeDelivery, null)).toEqual({ before: 4000, deliveryDiscount: 300, finalTotal: 4000, applied: [[300, 300]] });
  expect(atFee(800, freeDelivery, freeDelivery)).toMatchObject({ deliveryDiscount: 800, finalTotal: 4000 });
  expect(atFee(800, freeDelivery, null)).toMatchObject({ deliveryDiscount: 500, finalTotal: 4300 });
});
