import { expect, test } from "vitest";
import { applyKind, describeKind, listParamErrors } from "#test/promotion-kinds.ts";
import { sampleGift, sampleInput, sampleLine } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import { evaluatePromotions } from "#app/promotions/domain/engine/evaluate-promotions.ts";

const lines = [sampleLine(1, 3000)];
const cola = sampleGift(3, 350);
const latte = sampleGift(4, 450);

test("adds the item at list price with its whole value as discount", () => {
  const { amount, shares, outcome } = applyKind("free-item", { productIds: [3], quantity: 2 }, { lines, gifts: [cola] });
  expect(amount).toBe(700);
  expect(shares).toEqual({ "line-1": 0 });
  expect(outcome.freeItems).toEqual([{ promotionId: 1, productId: 3, name: "Cola", quantity: 2, unitPrice: 350, choices: [cola] }]);
  expect(outcome.applied).toMatchObject([{ amount: 700, lineShares: {}, deliveryShare: 0 }]);
});

test("gives the first of several items unless the customer chose another", () => {
  const params = { productIds: [4, 3] };
  const given = (giftChoices?: Record<number, number>): number | undefined =>
    applyKind("free-item", params, { lines, gifts: [cola, latte], giftChoices }).outcome.freeItems[0]?.productId;
  expect(given()).toBe(4);
  expect(given({ 1: 3 })).toBe(3);
  expect(given({ 1: 99 })).toBe(4);
  expect(applyKind("free-item", params, { lines, gifts: [cola, latte], giftChoices: { 1: 3 } }).outcome.freeItems[0]?.choices).toEqual([
    latte,
    cola,
  ]);
});

test("swaps a sold-out choice for the next one and withholds the gift when none is left", () => {
  const params = { productIds: [3, 4] };
  const swapped = applyKind("free-item", params, { lines, gifts: [sampleGift(3, 350, false), latte], giftChoices: { 1: 3 } });
  expect(swapped.outcome.freeItems).toMatchObject([{ productId: 4, choices: [latte] }]);
  for (const gifts of [[sampleGift(3, 350, false), sampleGift(4, 450, false)], []]) {
    const { outcome } = applyKind("free-item", params, { lines, gifts });
    expect(outcome.freeItems).toEqual([]);
    expect(outcome.notApplied).toMatchObject([{ reason: "gift-unavailable", message: "The free item is sold out." }]);
  }
});

test("names an unavailable choice together with its replacement", () => {
  const given = (wanted: number, gifts = [sampleGift(3, 350, false), latte]) =>
    applyKind("free-item", { productIds: [3, 4] }, { lines, gifts, giftChoices: { 1: wanted } }).outcome.freeItems;
  expect(given(3)).toMatchObject([{ name: "Latte", insteadOf: "Cola" }]);
  expect(given(3, [cola, latte])[0]).not.toHaveProperty("insteadOf");
  // What the offer never had was no choice of this offer.
  expect(given(5)[0]).not.toHaveProperty("insteadOf");
});

test("two offers never give the same unit of stock", () => {
  const last = { ...cola, stock: 1 };
  const offers = (second: readonly number[]) =>
    evaluatePromotions(
      sampleInput({
        lines,
        gifts: [last, { ...latte, stock: 5 }],
        promotions: [
          testPromotion(1, "free-item", { productIds: [3], quantity: 1 }),
          testPromotion(2, "free-item", { productIds: second, quantity: 1 }),
        ],
      }),
    );
  expect(offers([3, 4]).freeItems).toMatchObject([
    { promotionId: 1, productId: 3 },
    { promotionId: 2, productId: 4, choices: [{ productId: 4 }] },
  ]);
  const withheld = offers([3]);
  expect(withheld.freeItems).toMatchObject([{ promotionId: 1, productId: 3 }]);
  expect(withheld.notApplied).toMatchObject([
    { promotionId: 2, reason: "gift-unavailable", message: "The last of these go to another of your offers." },
  ]);
  expect(withheld.totalDiscount).toBe(350);
});

test("gives a cheaper gift or none when the value exceeds cap or budget", () => {
  expect(applyKind("free-item", { productIds: [4, 3] }, { lines, gifts: [cola, latte] }, { cap: 400 }).outcome.freeItems).toMatchObject([
    { productId: 3 },
  ]);
  const broke = applyKind(
    "free-item",
    { productIds: [3] },
    { lines, gifts: [cola] },
    { limits: { totalUses: null, perCustomerUses: null, budget: 1000 }, spent: 800 },
  );
  expect(broke.outcome.notApplied).toMatchObject([
    { reason: "gift-unavailable", message: "The free item costs more than this offer may still give away." },
  ]);
});

test("reads back in plain words", () => {
  expect(describeKind("free-item", { productIds: [3, 4] })).toBe("Free Cola or Latte");
  expect(describeKind("free-item", { productIds: [5], quantity: 2 })).toBe("Free 2 × Cookie");
  expect(describeKind("free-item", { productIds: [77, 78] })).toBe("1 free item of your choice");
  expect(listParamErrors("free-item", { productIds: [] })).toEqual(["productIds"]);
});
