import { expect, test } from "vitest";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { categories, DRINKS, everything, PIZZAS, products, sampleCode, sampleGift, sampleLine } from "#test/promotion-samples.ts";
import { appliedIds, evaluate, off, percent, stacking } from "#test/promotion-offers.ts";
import { testPromotion } from "#test/promotions.ts";

test("returns zeros when no promotion applies", () => {
  expect(evaluate([])).toEqual({
    lineDiscounts: { "line-1": 0 },
    deliveryDiscount: 0,
    freeItems: [],
    applied: [],
    notApplied: [],
    totalDiscount: 0,
    truncated: false,
  });
});

test("work goes item percent, item amount, units, order percent, order amount, gift, delivery, each on what is left", () => {
  const promotions = [
    testPromotion(1, "delivery-fixed", { amount: 100 }),
    testPromotion(2, "free-item", { productIds: [5] }),
    off(3, 500),
    percent(4, 100_000),
    testPromotion(5, "buy-get", { buyQuantity: 1, buyTarget: categories(DRINKS), getQuantity: 1 }),
    testPromotion(6, "item-fixed", { amount: 100, target: categories(DRINKS) }),
    testPromotion(7, "item-percent", { rate: 500_000, target: categories(PIZZAS) }),
  ];
  const outcome = evaluate(promotions, {
    lines: [sampleLine(1, 2000), sampleLine(3, 600, 2)],
    gifts: [sampleGift(5, 250)],
    fulfillment: "delivery",
    deliveryFee: 400,
  });
  expect(outcome.applied.map(({ promotionId, amount }) => [promotionId, amount])).toEqual([
    [7, 1000],
    [6, 200],
    [5, 500],
    [4, 150],
    [3, 500],
    [2, 250],
    [1, 100],
  ]);
  expect(outcome).toMatchObject({ totalDiscount: 2700, deliveryDiscount: 100 });
});

test("within a class the higher priority works first, then the lower id", () => {
  const promotions = [off(1, 100), off(2, 100), off(3, 100, stacking({ priority: 5 }))];
  expect(appliedIds(evaluate(promotions))).toEqual([3, 1, 2]);
});

test("no unit serves two buy-gets or bundles, but order discounts still reach it", () => {
  const promotions = [
    testPromotion(1, "buy-get", { buyQuantity: 1, buyTarget: products(1), getQuantity: 1, rate: 500_000, maxRepeats: 1 }),
    testPromotion(2, "bundle", { quantity: 2, target: products(1), price: 1500, maxRepeats: 1 }),
    percent(3, 100_000),
  ];
  const amounts = (quantity: number): number[][] =>
    evaluate(promotions, { lines: [sampleLine(1, 1000, quantity)] }).applied.map(({ promotionId, amount }) => [promotionId, amount]);
  expect(amounts(3)).toEqual([
    [1, 500],
    [3, 250],
  ]);
  expect(amounts(4)).toEqual([
    [1, 500],
    [2, 500],
    [3, 300],
  ]);
});

test("items made equally cheap are taken in the order of the cart", () => {
  const promotions = [
    testPromotion(1, "item-price", { price: 500, target: everything }),
    testPromotion(2, "buy-get", { buyQuantity: 1, buyTarget: everything, getQuantity: 1 }),
  ];
  const lines = [sampleLine(1, 900), sampleLine(2, 700)];
  expect(evaluate(promotions, { lines }).lineDiscounts).toEqual({ "line-1": 900, "line-2": 200 });
});

test("the remaining budget caps the discount", () => {
  const limited = off(1, 500, { limits: { totalUses: null, perCustomerUses: null, budget: 10_000 }, spent: 9800 });
  expect(evaluate([limited]).totalDiscount).toBe(200);
  expect(evaluate([{ ...limited, cap: 150 }]).totalDiscount).toBe(150);
});

test("free delivery and a code stack on a cart, and every share is named", () => {
  const outcome = evaluate([off(1, 500, { trigger: "coupon" }), testPromotion(2, "delivery-percent", { rate: 1_000_000 })], {
    codes: [sampleCode("five", 1)],
    fulfillment: "delivery",
    deliveryFee: 400,
    lines: [sampleLine(1, 1000), sampleLine(2, 3000)],
  });
  expect(outcome.applied).toEqual([
    {
      promotionId: 1,
      title: "Promotion 1",
      code: "five",
      kind: "order-fixed",
      amount: 500,
      explanation: "$5 off the order: you save $5.00.",
      lineShares: { "line-1": 125, "line-2": 375 },
      deliveryShare: 0,
    },
    {
      promotionId: 2,
      title: "Promotion 2",
      code: null,
      kind: "delivery-percent",
      amount: 400,
      explanation: "Free delivery: you save $4.00.",
      lineShares: {},
      deliveryShare: 400,
    },
  ]);
});

test("the explanation names the cap and the discount without it", () => {
  expect(evaluate([percent(1, 500_000, { cap: 1000 })]).applied[0]?.explanation).toBe(
    "50% off the order, at most $10: you save $10.00 instead of $15.00.",
  );
});

test("promotions without conflicts all apply, however many there are", () => {
  const thirteen = Array.from({ length: 13 }, (_, index) =>
    testPromotion(index + 1, "item-fixed", { amount: 100, target: products(index + 1) }),
  );
  const lines = thirteen.map(({ id }) => sampleLine(id, 500));
  expect(evaluate(thirteen, { lines })).toMatchObject({ truncated: false, totalDiscount: 1300 });
  const more = Array.from({ length: 30 }, (_, index) => off(index + 20, 10));
  expect(evaluate([...thirteen, ...more], { lines })).toMatchObject({ truncated: false, totalDiscount: 1600 });
});

test("limits the discounted units to the most expensive or the cheapest, also of one line", () => {
  const half = (params: object): Promotion => testPromotion(1, "item-percent", { rate: 500_000, target: everything, ...params });
  const lines = [sampleLine(1, 1000, 3), sampleLine(3, 400, 3)];
  expect(evaluate([half({ maxUnits: 2 })], { lines }).lineDiscounts).toEqual({ "line-1": 1000, "line-3": 0 });
  expect(evaluate([half({ maxUnits: 4 })], { lines }).lineDiscounts).toEqual({ "line-1": 1500, "line-3": 200 });
  expect(evaluate([half({ maxUnits: 4, unitsFirst: "cheapest" })], { lines }).lineDiscounts).toEqual({ "line-1": 500, "line-3": 600 });
});

test("a rule for some units that is not chosen changes no other discount", () => {
  const others = [
    testPromotion(1, "buy-get", { buyQuantity: 1, buyTarget: everything, getQuantity: 1, rate: 380_338 }),
    testPromotion(3, "item-percent", { rate: 413_278, target: everything }),
    testPromotion(4, "item-percent", { rate: 118_128, target: everything }),
  ];
  const tiny = testPromotion(2, "item-percent", { rate: 1, target: everything, maxUnits: 1 }, { trigger: "coupon" });
  const lines = [sampleLine(1, 1721, 2)];
  const typed = evaluate([...others, tiny], { lines, codes: [sampleCode("TINY", 2)] });
  expect(typed.totalDiscount).toBe(evaluate(others, { lines }).totalDiscount);
  expect(typed.notApplied).toMatchObject([{ code: "TINY", promotionId: 2 }]);
});

test("excludes reduced items and tags", () => {
  const lines = [sampleLine(1, 1000, 1, { isReduced: true }), sampleLine(3, 400), sampleLine(4, 500, 1, { tags: ["alcohol"] })];
  const target = { ...everything, excludesReduced: true, excludedTags: ["alcohol"] };
  const outcome = evaluate([testPromotion(1, "item-percent", { rate: 500_000, target })], { lines });
  expect(outcome.lineDiscounts).toEqual({ "line-1": 0, "line-3": 200, "line-4": 0 });
  expect(outcome.applied[0]?.explanation).toContain("every item except alcohol items and reduced items");
});

test("gives no gift to an empty cart", () => {
  const outcome = evaluate([testPromotion(1, "free-item", { productIds: [5] })], { lines: [], gifts: [sampleGift(5, 300)] });
  expect(outcome.freeItems).toEqual([]);
});

test("the next step names everything that is missing, and the next tier", () => {
  const pizzasAndDrink = testPromotion(1, "buy-get", {
    buyQuantity: 2,
    buyTarget: categories(PIZZAS),
    getQuantity: 1,
    getTarget: categories(DRINKS),
  });
  expect(evaluate([pizzasAndDrink], { lines: [sampleLine(77, 100, 1, { categoryIds: [] })] }).notApplied[0]?.message).toBe(
    "Add 2 more from Pizzas and 1 more from Drinks.",
  );
  const none = testPromotion(1, "item-percent", { rate: 100_000, target: categories(PIZZAS) });
  expect(evaluate([none], { lines: [sampleLine(3, 100)] }).notApplied[0]?.message).toBe("Add 1 from Pizzas.");
  const tiers = [
    { spend: 3000, value: 500 },
    { spend: 6000, value: 1200 },
  ];
  const tiered = testPromotion(1, "tiered-spend", { unit: "amount", tiers });
  expect(evaluate([tiered], { lines: [sampleLine(1, 5900)] }).applied[0]?.nextStep).toBe("Add $1.00 more: $12 off.");
  const tacos = testPromotion(1, "bundle", { quantity: 3, target: categories(PIZZAS), price: 1000 });
  const applied = evaluate([tacos], { lines: [sampleLine(1, 500, 7)] }).applied[0];
  expect(applied).toMatchObject({ nextStep: "Add 2 more from Pizzas: another 3 for $10." });
  expect(applied?.explanation).toContain("Applied 2 times.");
});

test("codes come first among what does not apply, in alphabetical order, then automatic promotions by id", () => {
  const late = { condition: { type: "fulfillment", is: "delivery" } } as const;
  const outcome = evaluate([off(1, 100, late), off(2, 100, { ...late, trigger: "coupon" })], {
    codes: [{ code: "Z", state: { kind: "unknown", mistyped: false } }, sampleCode("B", 2)],
  });
  expect(outcome.notApplied.map(({ code, promotionId }) => [code, promotionId])).toEqual([
    ["B", 2],
    ["Z", null],
    [null, 1],
  ]);
});

test("uses the best combination found when there are too many to try all", () => {
  const lines = Array.from({ length: 12 }, (_, index) => sampleLine(index + 1, 400 + ((index * 337) % 1500), 1 + (index % 4)));
  const offers = Array.from({ length: 24 }, (_, index) => {
    const target = products(...[1, 4, 6].map((step) => 1 + ((index * step) % 12)));
    return index % 2 === 0
      ? testPromotion(index + 1, "bundle", { quantity: 2 + (index % 3), target, price: 900 + index * 20, maxRepeats: 2 })
      : testPromotion(index + 1, "buy-get", {
          buyQuantity: 1 + (index % 3),
          buyTarget: target,
          getQuantity: 1,
          rate: 400_000 + index * 20_000,
        });
  });
  const outcome = evaluate(offers, { lines });
  expect(outcome.truncated).toBe(true);
  const alone = offers.map((offer) => evaluate([offer], { lines }).totalDiscount);
  expect(outcome.totalDiscount).toBeGreaterThan(Math.max(...alone));
  for (const { explanation } of outcome.applied)
    expect(explanation).toContain("More offers fit this cart than can all be compared; this is the best found.");
  expect(evaluate(offers.toReversed(), { lines: lines.toReversed() }).totalDiscount).toBe(outcome.totalDiscount);
});

test("evaluating one cart does not affect the next", () => {
  const offers = [
    testPromotion(1, "item-percent", { rate: 150_000, target: everything }),
    testPromotion(2, "buy-get", { buyQuantity: 2, buyTarget: everything, getQuantity: 1 }),
    testPromotion(3, "bundle", { quantity: 3, target: categories(PIZZAS), price: 1100 }),
    percent(4, 100_000),
  ];
  const carts = [1, 31, 33, 300].map((count) =>
    Array.from({ length: count }, (_, index) => sampleLine((index % 4) + 1, 300 + ((index * 173) % 900), 2, { id: `line-${index}` })),
  );
  const first = carts.map((lines) => evaluate(offers, { lines }));
  expect(carts.toReversed().map((lines) => evaluate(offers, { lines }))).toEqual(first.toReversed());
  expect(carts.map((lines) => evaluate(offers, { lines }))).toEqual(first);
});
