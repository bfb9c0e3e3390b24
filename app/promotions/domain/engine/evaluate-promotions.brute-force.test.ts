import fc from "fast-check";
import { expect, test } from "vitest";
import type { PromotionInput } from "#app/promotions/domain/promotion.ts";
import { categories, everything, products, sampleCode, sampleGift, sampleInput, sampleLine } from "#test/promotion-samples.ts";
import { bruteForce, codesOf, costOf, giftsOf, isLawful, limitedOf, price } from "#test/plain-promotion-engine.ts";
import { SEED } from "#test/promotion-offers.ts";
import { testPromotion } from "#test/promotions.ts";
import { gatherFacts } from "./cart-facts.ts";
import { evaluatePromotions } from "./evaluate-promotions.ts";

const target = fc.oneof(
  fc.constant(everything),
  fc.subarray([10, 20, 30], { minLength: 1 }).map((ids) => categories(...ids)),
  fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }).map((ids) => products(...ids)),
  fc.subarray([1, 2, 3, 4, 5], { minLength: 1, maxLength: 2 }).map((ids) => ({ ...everything, excludedProductIds: ids })),
  fc.constant({ ...everything, excludesReduced: true }),
);
const rate = fc.constantFrom(10_000, 50_000, 100_000, 125_000, 333_333, 500_000, 1_000_000);
const count = fc.integer({ min: 1, max: 3 });
const repeats = fc.option(fc.integer({ min: 1, max: 2 }), { nil: null });
const amount = fc.integer({ min: 1, max: 900 });

const action = fc.oneof(
  fc.record({ kind: fc.constantFrom("order-percent", "item-percent"), params: fc.record({ rate, target }) }),
  fc.record({ kind: fc.constantFrom("order-fixed", "item-fixed"), params: fc.record({ amount, target }) }),
  fc.record({ kind: fc.constant("item-price"), params: fc.record({ price: amount, target }) }),
  fc.record({
    kind: fc.constant("buy-get"),
    params: fc.record({
      buyQuantity: count,
      buyTarget: target,
      getQuantity: count,
      getTarget: fc.option(target, { nil: null }),
      rate,
      maxRepeats: repeats,
    }),
  }),
  fc.record({
    kind: fc.constant("meal-deal"),
    params: fc.record({
      parts: fc.constantFrom([categories(10), categories(20)], [products(1, 2), products(3, 4, 5)]),
      price: amount,
      maxRepeats: repeats,
    }),
  }),
  fc.record({
    kind: fc.constant("every-spend"),
    params: fc.record({ spend: fc.integer({ min: 200, max: 2000 }), amount: fc.integer({ min: 1, max: 200 }), target }),
  }),
  fc.record({
    kind: fc.constant("tiered-quantity"),
    params: fc.record({
      unit: fc.constant("percentage"),
      tiers: fc.constant([
        { quantity: 2, value: 50_000 },
        { quantity: 5, value: 150_000 },
      ]),
      target,
    }),
  }),
  fc.record({
    kind: fc.constant("bundle"),
    params: fc.record({ quantity: fc.integer({ min: 2, max: 4 }), target, price: amount, maxRepeats: repeats }),
  }),
  fc.record({
    kind: fc.constant("tiered-spend"),
    params: fc.record({
      unit: fc.constant("amount"),
      tiers: fc.constant([
        { spend: 500, value: 60 },
        { spend: 1500, value: 260 },
      ]),
      target,
    }),
  }),
  fc.record({
    kind: fc.constant("tiered-spend"),
    params: fc.record({
      unit: fc.constant("percentage"),
      tiers: fc.constant([
        { spend: 300, value: 50_000 },
        { spend: 900, value: 150_000 },
      ]),
      target,
    }),
  }),
  fc.record({
    kind: fc.constant("free-item"),
    params: fc.record({ productIds: fc.subarray([7, 8, 9], { minLength: 1 }), quantity: fc.constantFrom(1, 2) }),
  }),
  fc.record({ kind: fc.constant("delivery-percent"), params: fc.record({ rate }) }),
  fc.record({ kind: fc.constant("delivery-fixed"), params: fc.record({ amount }) }),
);

const terms = fc.record({
  action,
  cap: fc.option(fc.integer({ min: 1, max: 600 }), { nil: null, freq: 3 }),
  isLimited: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  isCode: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
  stacking: fc.record({
    group: fc.option(fc.constantFrom("a", "b"), { nil: null, freq: 3 }),
    exclusive: fc.integer({ min: 0, max: 6 }).map((number) => number === 0),
    priority: fc.integer({ min: 0, max: 2 }),
  }),
});

const unitPrice = fc.oneof(fc.constantFrom(0, 1, 100, 250, 333), fc.integer({ min: 0, max: 1500 }));
const line = fc.record({
  productId: fc.integer({ min: 1, max: 5 }),
  unitPrice,
  quantity: fc.integer({ min: 1, max: 4 }),
  taxRate: fc.constantFrom(0, 130_000, 130_000, 50_000),
  isReduced: fc.boolean(),
  isWeighed: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
});

function inputOf(promotionCount: number): fc.Arbitrary<PromotionInput> {
  return fc
    .record({
      lines: fc.array(line, { maxLength: 5 }),
      terms: fc.array(terms, { minLength: 1, maxLength: promotionCount }),
      deliveryFee: fc.constantFrom(0, 499),
      tax: fc.constantFrom(
        { included: false, deliveryRate: 130_000 },
        { included: false, deliveryRate: 0 },
        { included: true, deliveryRate: 0 },
        // Two taxes make up the standard rate, and one of them the lower one.
        {
          included: false,
          deliveryRate: 130_000,
          pools: [
            { rate: 50_000, of: [130_000, 50_000] },
            { rate: 80_000, of: [130_000] },
          ],
        },
      ),
      fulfillment: fc.constantFrom("pickup" as const, "delivery" as const),
    })
    .map((drawn) =>
      sampleInput({
        lines: drawn.lines.map((each, index) =>
          sampleLine(each.productId, each.unitPrice, each.isWeighed ? 1 : each.quantity, {
            id: `line-${index}`,
            categoryIds: [((each.productId % 3) + 1) * 10],
            taxRate: each.taxRate,
            isReduced: each.isReduced,
            isWeighed: each.isWeighed,
          }),
        ),
        promotions: drawn.terms.map((each, index) =>
          testPromotion(index + 1, each.action.kind, each.action.params, {
            trigger: each.isCode ? "coupon" : "automatic",
            cap: each.cap,
            stacking: each.stacking,
            limits: { totalUses: each.isLimited ? 9 : null, perCustomerUses: null, budget: null },
          }),
        ),
        codes: drawn.terms.flatMap(({ isCode }, index) => (isCode ? [sampleCode(`CODE-${index + 1}`, index + 1)] : [])),
        gifts: [sampleGift(7, 350), sampleGift(8, 120), sampleGift(9, 200, false)],
        deliveryFee: drawn.deliveryFee,
        tax: drawn.tax,
        fulfillment: drawn.fulfillment,
      }),
    );
}

function expectAgreement(drawn: PromotionInput): void {
  // The order of the engine, so that both share cents out alike; that it does not matter is another test.
  const input = { ...drawn, lines: gatherFacts(drawn).lines };
  if (input.lines.length === 0) return;
  const outcome = evaluatePromotions(input);
  const applied = input.promotions.filter(({ id }) => outcome.applied.some((each) => each.promotionId === id));
  expect(isLawful(applied)).toBe(true);
  const own = price(applied, input);
  expect(own.total).toBe(outcome.totalDiscount);
  expect(own.left).toEqual(input.lines.map((each) => each.unitPrice * each.quantity - (outcome.lineDiscounts[each.id] ?? 0)));
  const found = { cost: costOf(own, input), gifts: giftsOf(own), limited: limitedOf(own), codes: codesOf(own) };
  expect(found).toEqual(bruteForce(input));
}

test("a brute force over all combinations of up to 6 promotions agrees", () => {
  fc.assert(fc.property(inputOf(6), expectAgreement), { numRuns: 800, seed: SEED });
});

test("a plain brute force agrees on larger sets of promotions", () => {
  fc.assert(fc.property(inputOf(10), expectAgreement), { numRuns: 60, seed: SEED });
});
