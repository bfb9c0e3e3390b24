import { expect, test } from "vitest";
import type { Promotion, PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import {
  categories,
  DRINKS,
  everything,
  PIZZAS,
  products,
  sampleCode,
  sampleGift,
  sampleInput,
  sampleLine,
} from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import { evaluatePromotions } from "./evaluate-promotions.ts";

const stacking = (changes: Partial<Promotion["stacking"]>): Pick<Promotion, "stacking"> => ({
  stacking: { group: null, exclusive: false, priority: 0, ...changes },
});
const off = (id: number, amount: number, changes: Partial<Promotion> = {}): Promotion =>
  testPromotion(id, "order-fixed", { amount }, changes);
const percent = (id: number, rate: number, changes: Partial<Promotion> = {}): Promotion =>
  testPromotion(id, "order-percent", { rate }, changes);

function evaluate(promotions: readonly Promotion[], changes: Parameters<typeof sampleInput>[0] = {}): PromotionOutcome {
  return evaluatePromotions(sampleInput({ lines: [sampleLine(1, 3000)], promotions, ...changes }));
}

const appliedIds = (outcome: PromotionOutcome): number[] => outcome.applied.map(({ promotionId }) => promotionId);

test("nothing to apply is an outcome of zeros", () => {
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

test("an exclusive promotion stands alone, when that is better", () => {
  const alone = off(1, 900, stacking({ exclusive: true }));
  const better = evaluate([alone, off(2, 500), off(3, 300)]);
  expect(better).toMatchObject({ totalDiscount: 900, applied: [{ promotionId: 1 }] });
  expect(better.notApplied.map(({ reason, message }) => [reason, message])).toEqual([
    ["better-combination", "Cannot be combined with “Promotion 1”, which is better for this cart."],
    ["better-combination", "Cannot be combined with “Promotion 1”, which is better for this cart."],
  ]);
  const worse = evaluate([alone, off(2, 500), off(3, 500)]);
  expect(worse).toMatchObject({ totalDiscount: 1000, applied: [{ promotionId: 2 }, { promotionId: 3 }] });
  expect(worse.notApplied).toMatchObject([
    { promotionId: 1, message: "This offer stands alone, and your other offers save you as much or more." },
  ]);
});

test("of a stacking group the best applies, together with the rest", () => {
  const group = stacking({ group: "happy hour" });
  const outcome = evaluate([off(1, 300, group), off(2, 400, group), off(3, 100)]);
  expect(appliedIds(outcome)).toEqual([2, 3]);
  expect(outcome.notApplied).toMatchObject([
    { promotionId: 1, reason: "better-combination", message: "Cannot be combined with “Promotion 2”, which is better for this cart." },
  ]);
});

test("the best of a group depends on the rest of the cart's offers, not on what each saves alone", () => {
  const group = stacking({ group: "a" });
  // 60% alone is best (1800), but half price on pizzas and $12 off go further with the group's $10 off delivery.
  const promotions = [
    testPromotion(1, "item-percent", { rate: 900_000, target: everything }),
    testPromotion(2, "item-percent", { rate: 600_000, target: everything }, group),
    testPromotion(3, "delivery-fixed", { amount: 1000 }, group),
  ];
  const outcome = evaluate(promotions, { fulfillment: "delivery", deliveryFee: 1000 });
  expect(appliedIds(outcome)).toEqual([1, 3]);
  expect(outcome.totalDiscount).toBe(3700);
});

test.each([
  {
    name: "the higher priority wins",
    promotions: [off(1, 500, stacking({ exclusive: true })), off(2, 500, stacking({ exclusive: true, priority: 1 }))],
    ids: [2],
  },
  { name: "then fewer promotions", promotions: [off(1, 250), off(2, 250), off(3, 500, stacking({ exclusive: true }))], ids: [3] },
  { name: "then the lower id", promotions: [off(8, 500, stacking({ group: "a" })), off(5, 500, stacking({ group: "a" }))], ids: [5] },
  {
    name: "priority counts more than fewer promotions",
    promotions: [off(1, 250, stacking({ priority: 1 })), off(2, 250), off(3, 500, stacking({ exclusive: true }))],
    ids: [1, 2],
  },
  {
    name: "priorities are compared from the highest down",
    promotions: [
      off(1, 250, stacking({ priority: 2, group: "a" })),
      off(2, 250, stacking({ priority: 1, group: "b" })),
      off(3, 250, stacking({ priority: 2, group: "b" })),
      off(4, 250, stacking({ priority: 0, group: "a" })),
    ],
    ids: [1, 3],
  },
])("at equal savings $name", ({ promotions, ids }) => {
  expect(appliedIds(evaluate(promotions)).sort()).toEqual(ids);
  expect(appliedIds(evaluate(promotions.toReversed())).sort()).toEqual(ids);
});

test("a promotion that would add nothing is not used up", () => {
  const outcome = evaluate([percent(1, 1_000_000), off(2, 500)]);
  expect(appliedIds(outcome)).toEqual([1]);
  expect(outcome.notApplied).toMatchObject([
    { promotionId: 2, reason: "better-combination", message: "Your other offers cover these items already and save you as much or more." },
  ]);
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

test("what is left of the budget caps the discount", () => {
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

test("the explanation names the cap and what it cut", () => {
  expect(evaluate([percent(1, 500_000, { cap: 1000 })]).applied[0]?.explanation).toBe(
    "50% off the order, at most $10: you save $10.00 instead of $15.00.",
  );
});

test("what touches nothing of the others simply applies, however many there are", () => {
  const thirteen = Array.from({ length: 13 }, (_, index) =>
    testPromotion(index + 1, "item-fixed", { amount: 100, target: products(index + 1) }),
  );
  const lines = thirteen.map(({ id }) => sampleLine(id, 500));
  expect(evaluate(thirteen, { lines })).toMatchObject({ truncated: false, totalDiscount: 1300 });
  const more = Array.from({ length: 30 }, (_, index) => off(index + 20, 10));
  expect(evaluate([...thirteen, ...more], { lines })).toMatchObject({ truncated: false, totalDiscount: 1600 });
});

test("losers of a group fill no places, and a typed code makes nothing dearer", () => {
  const group = Array.from({ length: 14 }, (_, index) => off(index + 1, 50 + index, stacking({ group: "one" })));
  const rest = Array.from({ length: 5 }, (_, index) => off(index + 40, 100));
  const before = evaluate([...group, ...rest]).totalDiscount;
  expect(before).toBe(563);
  const coupon = off(60, 70, { trigger: "coupon", ...stacking({ group: "one" }) });
  expect(evaluate([...group, ...rest, coupon], { codes: [sampleCode("MORE", 60)] }).totalDiscount).toBe(570);
});

test("a gift is no money saved: an exclusive gift does not push a discount out", () => {
  const gift = testPromotion(1, "free-item", { productIds: [5] }, { trigger: "coupon", ...stacking({ exclusive: true }) });
  const outcome = evaluate([gift, off(2, 700)], { gifts: [sampleGift(5, 1500)], codes: [sampleCode("GIFT", 1)] });
  expect(outcome.applied.map(({ promotionId }) => promotionId)).toEqual([2]);
});

test("what is compared is what is paid after tax", () => {
  const lines = [sampleLine(1, 1000, 1, { taxRate: 130_000 }), sampleLine(3, 1000)];
  const taxed = testPromotion(1, "item-fixed", { amount: 300, target: products(1) }, stacking({ group: "one" }));
  const untaxed = testPromotion(2, "item-fixed", { amount: 320, target: products(3) }, stacking({ group: "one" }));
  const tax = { included: false, deliveryRate: 0 };
  expect(appliedIds(evaluate([taxed, untaxed], { lines, tax }))).toEqual([1]);
  expect(appliedIds(evaluate([taxed, untaxed], { lines, tax: { ...tax, included: true } }))).toEqual([2]);
});

test("a limited use is not spent on a tie or for a cent", () => {
  const once = { totalUses: 1, perCustomerUses: null, budget: null };
  const limited = (amount: number): Promotion => off(1, amount, { limits: once, ...stacking({ group: "one", priority: 9 }) });
  const open = off(2, 300, stacking({ group: "one" }));
  expect(appliedIds(evaluate([limited(300), open]))).toEqual([2]);
  expect(appliedIds(evaluate([limited(301), open]))).toEqual([2]);
  expect(appliedIds(evaluate([limited(302), open]))).toEqual([1]);
  // Beside one that takes the whole cart anyway it would be wasted.
  const outcome = evaluate([off(1, 500, { limits: once, ...stacking({ priority: 9 }) }), off(2, 9000)]);
  expect(appliedIds(outcome)).toEqual([2]);
  expect(outcome.notApplied[0]?.message).toBe("It would save you nothing here, so it is kept for another order.");
});

test("the priority decides between a percentage and an amount", () => {
  const both = (priority: number): Promotion[] => [percent(1, 100_000), off(2, 500, stacking({ priority }))];
  expect(evaluate(both(0)).applied.map(({ amount }) => amount)).toEqual([300, 500]);
  expect(evaluate(both(1)).applied.map(({ amount }) => amount)).toEqual([500, 250]);
});

test("of two bundles on one target the better combination wins, whatever their ids", () => {
  const lines = [sampleLine(1, 3000, 2), sampleLine(2, 1000, 2)];
  const bundle = (id: number, quantity: number, price: number): Promotion =>
    testPromotion(id, "bundle", { quantity, target: everything, price });
  const pay = (promotions: Promotion[]): number => 8000 - evaluate(promotions, { lines }).totalDiscount;
  expect(pay([bundle(1, 2, 5000), bundle(2, 3, 5100)])).toBe(pay([bundle(2, 2, 5000), bundle(1, 3, 5100)]));
});

test("at most so many units: the dearest or the cheapest, also of one line", () => {
  const half = (params: object): Promotion => testPromotion(1, "item-percent", { rate: 500_000, target: everything, ...params });
  const lines = [sampleLine(1, 1000, 3), sampleLine(3, 400, 3)];
  expect(evaluate([half({ maxUnits: 2 })], { lines }).lineDiscounts).toEqual({ "line-1": 1000, "line-3": 0 });
  expect(evaluate([half({ maxUnits: 4 })], { lines }).lineDiscounts).toEqual({ "line-1": 1500, "line-3": 200 });
  expect(evaluate([half({ maxUnits: 4, unitsFirst: "cheapest" })], { lines }).lineDiscounts).toEqual({ "line-1": 500, "line-3": 600 });
});

test("a rule for some units that is not chosen moves no cent of the others", () => {
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

test("exclusions: what is reduced already, and tags", () => {
  const lines = [sampleLine(1, 1000, 1, { isReduced: true }), sampleLine(3, 400), sampleLine(4, 500, 1, { tags: ["alcohol"] })];
  const target = { ...everything, excludesReduced: true, excludedTags: ["alcohol"] };
  const outcome = evaluate([testPromotion(1, "item-percent", { rate: 500_000, target })], { lines });
  expect(outcome.lineDiscounts).toEqual({ "line-1": 0, "line-3": 200, "line-4": 0 });
  expect(outcome.applied[0]?.explanation).toContain("every item except alcohol items and reduced items");
});

test("a cart of nothing but what is given away stays empty", () => {
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
