import fc from "fast-check";
import type { Promotion, PromotionInput, Target } from "#app/promotions/domain/promotion.ts";
import { categories, everything, products, sampleCode, sampleGift, sampleInput, sampleLine } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";

/** Random offers and carts for property tests of the engine. */

export const target: fc.Arbitrary<Target> = fc.oneof(
  fc.constant(everything),
  fc.subarray([10, 20, 30], { minLength: 1 }).map((ids) => categories(...ids)),
  fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 }).map((ids) => products(...ids)),
);
const rate = fc.integer({ min: 1, max: 1_000_000 });
export const amount = fc.integer({ min: 1, max: 5000 });
export const count = fc.integer({ min: 1, max: 4 });

/** Kinds with a fixed discount, independent of the rest of the cart. */
export const fixedAction: fc.Arbitrary<Promotion["action"]> = fc.oneof(
  fc.record({ kind: fc.constantFrom("order-fixed", "item-fixed"), params: fc.record({ amount, target }) }),
  fc.record({ kind: fc.constant("item-price"), params: fc.record({ price: amount, target }) }),
  fc.record({ kind: fc.constant("delivery-fixed"), params: fc.record({ amount }) }),
  fc.record({ kind: fc.constant("free-item"), params: fc.record({ productIds: fc.constant([7, 8]) }) }),
  fc.record({
    kind: fc.constant("tiered-spend"),
    params: fc.record({
      unit: fc.constant("amount"),
      tiers: fc.constant([
        { spend: 900, value: 150 },
        { spend: 2000, value: 400 },
      ]),
      target,
    }),
  }),
);

export const action: fc.Arbitrary<Promotion["action"]> = fc.oneof(
  fixedAction,
  fc.record({ kind: fc.constantFrom("order-percent", "item-percent"), params: fc.record({ rate, target }) }),
  fc.record({
    kind: fc.constant("item-percent"),
    params: fc.record({ rate, target, maxUnits: count, unitsFirst: fc.constantFrom("dearest", "cheapest") }),
  }),
  fc.record({ kind: fc.constant("meal-deal"), params: fc.record({ parts: fc.tuple(target, target), price: amount }) }),
  fc.record({ kind: fc.constant("every-spend"), params: fc.record({ spend: amount, amount, target }) }),
  fc.record({ kind: fc.constant("delivery-percent"), params: fc.record({ rate }) }),
  fc.record({
    kind: fc.constant("buy-get"),
    params: fc.record({
      buyQuantity: count,
      buyTarget: target,
      getQuantity: count,
      getTarget: fc.option(target, { nil: null }),
      rate,
      choose: fc.constantFrom("per-set", "cheapest", "dearest"),
    }),
  }),
  fc.record({ kind: fc.constant("bundle"), params: fc.record({ quantity: fc.integer({ min: 2, max: 5 }), target, price: amount }) }),
);

export function promotionsOf(actions: fc.Arbitrary<Promotion["action"]>, maxLength: number): fc.Arbitrary<Promotion[]> {
  const terms = fc.record({
    action: actions,
    trigger: fc.constantFrom("automatic" as const, "coupon" as const),
    cap: fc.option(amount, { nil: null, freq: 4 }),
    condition: fc.oneof(
      { weight: 3, arbitrary: fc.constant({ type: "all", of: [] } as const) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant("subtotal" as const), target, min: amount, max: fc.constant(null) }) },
    ),
    limits: fc.record({
      totalUses: fc.constant(null),
      perCustomerUses: fc.constant(null),
      budget: fc.option(amount, { nil: null, freq: 4 }),
    }),
    stacking: fc.record({
      group: fc.option(fc.constantFrom("a", "b"), { nil: null, freq: 3 }),
      exclusive: fc.constantFrom(false, false, false, true),
      priority: fc.nat(2),
    }),
  });
  return fc
    .array(terms, { maxLength })
    .map((all) => all.map(({ action: { kind, params }, ...changes }, index) => testPromotion(index + 1, kind, params, changes)));
}

const line = fc.record({
  productId: fc.integer({ min: 1, max: 6 }),
  unitPrice: fc.integer({ min: 0, max: 4000 }),
  quantity: fc.integer({ min: 1, max: 9 }),
});

export function inputsOf(promotions: fc.Arbitrary<Promotion[]>): fc.Arbitrary<PromotionInput> {
  return fc
    .record({
      lines: fc.array(line, { maxLength: 8 }),
      promotions,
      fulfillment: fc.constantFrom("pickup" as const, "delivery" as const),
      deliveryFee: fc.nat(900),
    })
    .map(({ lines, ...rest }) =>
      sampleInput({
        ...rest,
        lines: lines.map((each, index) =>
          sampleLine(each.productId, each.unitPrice, each.quantity, {
            id: `line-${index}`,
            categoryIds: [((each.productId % 3) + 1) * 10],
          }),
        ),
        codes: rest.promotions.filter(({ trigger }) => trigger === "coupon").map(({ id }) => sampleCode(`CODE-${id}`, id)),
        gifts: [sampleGift(7, 300), sampleGift(8, 500)],
      }),
    );
}
