import { expect, test } from "vitest";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { everything, products, sampleCode, sampleGift, sampleLine } from "#test/promotion-samples.ts";
import { appliedIds, evaluate, off, percent, said, stacking } from "#test/promotion-offers.ts";
import { testPromotion } from "#test/promotions.ts";

test("applies an exclusive promotion alone when that is better", () => {
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
    { promotionId: 1, message: "This offer cannot be combined with others, and your other offers save you as much or more." },
  ]);
});

test("the best of a stacking group applies together with the other offers", () => {
  const group = stacking({ group: "happy hour" });
  const outcome = evaluate([off(1, 300, group), off(2, 400, group), off(3, 100)]);
  expect(appliedIds(outcome)).toEqual([2, 3]);
  expect(outcome.notApplied).toMatchObject([
    { promotionId: 1, reason: "better-combination", message: "Cannot be combined with “Promotion 2”, which is better for this cart." },
  ]);
});

test("names the winner of a tie and says that both save the same", () => {
  const group = stacking({ group: "one" });
  const texts = (...args: Parameters<typeof evaluate>): string[] => said(evaluate(...args));
  const sameAs = "Cannot be combined with “Promotion 1”, which saves you as much";
  expect(texts([off(1, 300, group), off(2, 300, group)])).toEqual([`${sameAs}.`]);
  expect(texts([off(1, 300, group), off(2, 299, group)])).toEqual([
    "Cannot be combined with “Promotion 1”, which is better for this cart.",
  ]);
  // Alone it would save more: beside the third offer nothing is left to save.
  expect(texts([off(1, 300, group), off(2, 900, group), off(3, 2900)])).toEqual([`${sameAs}.`]);
  const once = { totalUses: 1, perCustomerUses: null, budget: null };
  expect(texts([off(1, 300, group), off(2, 301, { limits: once, ...group })])).toEqual([
    "Cannot be combined with “Promotion 1”, which saves you as much but a cent, so this one is kept for another order.",
  ]);
  expect(texts([off(1, 300, group), off(2, 300, { trigger: "coupon", ...group })], { codes: [sampleCode("SAVE", 2)] })).toEqual([
    `${sameAs}, so this one is kept for another order.`,
  ]);
  // One that cannot be combined, against all others together.
  const alone = off(1, 500, stacking({ exclusive: true }));
  expect(texts([alone, off(2, 250), off(3, 250)])).toEqual([`${sameAs}.`, `${sameAs}.`]);
  const gift = (id: number): Promotion => testPromotion(id, "free-item", { productIds: [5] }, group);
  expect(texts([gift(1), gift(2)], { gifts: [sampleGift(5, 200)] })).toEqual([
    "Cannot be combined with “Promotion 1”: only one of the two can apply.",
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

test("a promotion that would save nothing is not used", () => {
  const outcome = evaluate([percent(1, 1_000_000), off(2, 500)]);
  expect(appliedIds(outcome)).toEqual([1]);
  expect(outcome.notApplied).toMatchObject([
    { promotionId: 2, reason: "better-combination", message: "Your other offers cover these items already and save you as much or more." },
  ]);
});

test("losers of a group do not block others, and a typed code never raises the total", () => {
  const group = Array.from({ length: 14 }, (_, index) => off(index + 1, 50 + index, stacking({ group: "one" })));
  const rest = Array.from({ length: 5 }, (_, index) => off(index + 40, 100));
  const before = evaluate([...group, ...rest]).totalDiscount;
  expect(before).toBe(563);
  const coupon = off(60, 70, { trigger: "coupon", ...stacking({ group: "one" }) });
  expect(evaluate([...group, ...rest, coupon], { codes: [sampleCode("MORE", 60)] }).totalDiscount).toBe(570);
});

test("an exclusive gift does not displace a discount", () => {
  const gift = testPromotion(1, "free-item", { productIds: [5] }, { trigger: "coupon", ...stacking({ exclusive: true }) });
  const outcome = evaluate([gift, off(2, 700)], { gifts: [sampleGift(5, 1500)], codes: [sampleCode("GIFT", 1)] });
  expect(outcome.applied.map(({ promotionId }) => promotionId)).toEqual([2]);
});

test("compares the amounts to pay after tax", () => {
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

test.each<[string, Partial<Promotion>, number]>([
  ["single uses", { limits: { totalUses: 1, perCustomerUses: null, budget: null } }, 0],
  ["codes", { trigger: "coupon" }, 0],
  ["uses on delivery", { limits: { totalUses: 1, perCustomerUses: null, budget: null } }, 500],
])("as few %s as can be are spent on the last cents", (_, changes, deliveryFee) => {
  const kind = deliveryFee === 0 ? "order-fixed" : "delivery-fixed";
  const lines = [sampleLine(1, deliveryFee === 0 ? 500 : 9000)];
  const promotions = [250, 250, 500].map((amount, index) => testPromotion(index + 1, kind, { amount }, changes));
  const codes = changes.trigger === "coupon" ? promotions.map(({ id }) => sampleCode(`CODE-${id}`, id)) : [];
  const outcome = evaluate(promotions, { lines, codes, fulfillment: "delivery", deliveryFee });
  expect(outcome).toMatchObject({ totalDiscount: 500, applied: [{ promotionId: 3 }] });
});

test("breaks ties by automatic offer, unlimited code and priority", () => {
  const group = stacking({ group: "one" });
  const byCode = (id: number, changes: Partial<Promotion> = {}): Promotion => off(id, 300, { trigger: "coupon", ...group, ...changes });
  const codes = [sampleCode("FEW", 1, { maxUses: 1 }), sampleCode("OPEN", 2), sampleCode("LATER", 3)];
  const chosen = (...promotions: readonly Promotion[]): number[] => appliedIds(evaluate(promotions, { codes }));
  expect(chosen(byCode(1), byCode(2), off(9, 300, group))).toEqual([9]);
  expect(chosen(byCode(1), byCode(2))).toEqual([2]);
  expect(chosen(byCode(2), byCode(3))).toEqual([2]);
  expect(chosen(byCode(2), byCode(3, stacking({ group: "one", priority: 1 })))).toEqual([3]);
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
