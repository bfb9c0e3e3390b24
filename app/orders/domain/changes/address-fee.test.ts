import { expect, test } from "vitest";
import { priceCart } from "#app/cart/domain/pricing/price-cart.ts";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { testCartInput, testLine, testPricingSettings, testProduct } from "#test/carts.ts";
import { testPromotion } from "#test/promotions.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { feeAt, feeChangeWords, feeNote, notCoveredWords, waived } from "./address-fee.ts";
import type { PaidFrom } from "./order-change.ts";
import { repriceChanged } from "./order-edit.ts";

const WAYS: readonly PaidFrom[] = ["handover", "hold", "counter", "card", "refund"];
const DEARER = feeAt(300, { before: 300, asked: 500 });
const CHEAPER = feeAt(500, { before: 500, asked: 300 });

test("a waived fee stays as it was, and only an unpaid order pays a lower one", () => {
  expect(WAYS.map((from) => waived(from, DEARER).after)).toEqual([300, 300, 300, 300, 300]);
  expect(WAYS.map((from) => waived(from, CHEAPER).after)).toEqual([300, 300, 500, 500, 500]);
});

test("the fee stays as it was bought if both areas ask the same today", () => {
  expect(feeAt(400, { before: 300, asked: 300 })).toEqual({ before: 400, asked: 400, after: 400, isChoice: false });
});

test("says why a higher fee is waived", () => {
  const held = notCoveredWords({ from: "hold", most: 2000 }, US_DOLLARS);
  expect(feeNote(DEARER, held, US_DOLLARS)).toBe(
    "Delivery to this address costs $5.00 instead of $3.00. The difference is waived. The card is authorized for $20.00 only.",
  );
  expect(notCoveredWords({ from: "refund", most: 2000 }, US_DOLLARS)).toContain("payment link cannot charge a delivery fee without items");
  expect(feeNote(CHEAPER, "", US_DOLLARS)).toContain("stays at $5.00");
});

test.each([
  ["charged", { ...DEARER, after: 500 }, "delivery fee $3.00 → $5.00"],
  ["waived", DEARER, "delivery fee $3.00 instead of $5.00"],
  ["lower", { ...CHEAPER, after: 300 }, "delivery fee $5.00 → $3.00"],
  ["lower, but paid already", CHEAPER, null],
])("history and email name a fee that is %s", (_case, fee, words) => {
  expect(feeChangeWords(fee, US_DOLLARS)).toBe(words);
});

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

test("a new address alone removes no discount", () => {
  expect(atFee(300, tenth, null)).toEqual({ before: 4100, deliveryDiscount: 0, finalTotal: 3900, applied: [[400, 0]] });
  expect(atFee(800, tenth, null)).toMatchObject({ before: 4100, finalTotal: 4400 });
});

test("a new address applies a better current offer", () => {
  expect(atFee(300, tenth, testPromotion(1, "order-percent", { rate: 200_000 }))).toMatchObject({ finalTotal: 3500 });
});

test("a discount on delivery is at most the new fee", () => {
  expect(atFee(300, freeDelivery, null)).toEqual({ before: 4000, deliveryDiscount: 300, finalTotal: 4000, applied: [[300, 300]] });
  expect(atFee(800, freeDelivery, freeDelivery)).toMatchObject({ deliveryDiscount: 800, finalTotal: 4000 });
  expect(atFee(800, freeDelivery, null)).toMatchObject({ deliveryDiscount: 500, finalTotal: 4300 });
});
