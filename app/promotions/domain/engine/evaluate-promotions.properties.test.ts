import fc from "fast-check";
import { expect, test } from "vitest";
import type { CodeOnCart, Promotion, PromotionInput, Target } from "#app/promotions/domain/promotion.ts";
import { everything, sampleLine } from "#test/promotion-samples.ts";
import { action, amount, count, fixedAction, inputsOf, promotionsOf, target } from "#test/drawn-promotions.ts";
import { SEED } from "#test/promotion-offers.ts";
import { testPromotion } from "#test/promotions.ts";
import { evaluatePromotions } from "./evaluate-promotions.ts";

const anyInput = inputsOf(promotionsOf(action, 8));
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

test("the shares add up to the discount per line, per promotion and in total", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const outcome = evaluatePromotions(input);
      const gifts = sum(outcome.freeItems.map((item) => item.unitPrice * item.quantity));
      expect(sum(Object.values(outcome.lineDiscounts)) + outcome.deliveryDiscount + gifts).toBe(outcome.totalDiscount);
      expect(sum(outcome.applied.map((each) => each.amount))).toBe(outcome.totalDiscount);
      for (const each of outcome.applied) {
        const gift = sum(
          outcome.freeItems.filter((item) => item.promotionId === each.promotionId).map((item) => item.unitPrice * item.quantity),
        );
        expect(sum(Object.values(each.lineShares)) + each.deliveryShare + gift).toBe(each.amount);
      }
      for (const { id } of input.lines)
        expect(sum(outcome.applied.map((each) => each.lineShares[id] ?? 0))).toBe(outcome.lineDiscounts[id]);
    }),
    { numRuns: 300, seed: SEED },
  );
});

test("all amounts are whole cents and none is negative", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const outcome = evaluatePromotions(input);
      for (const each of input.lines) {
        const discount = outcome.lineDiscounts[each.id] ?? -1;
        expect(Number.isInteger(discount) && discount >= 0 && discount <= each.unitPrice * each.quantity).toBe(true);
      }
      expect(outcome.deliveryDiscount).toBeGreaterThanOrEqual(0);
      expect(outcome.deliveryDiscount).toBeLessThanOrEqual(input.fulfillment === "delivery" ? input.deliveryFee : 0);
      for (const each of outcome.applied) expect(each.amount).toBeGreaterThan(0);
    }),
    { numRuns: 300, seed: SEED },
  );
});

test("no discount exceeds its cap, its budget or the value of its items", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      for (const each of evaluatePromotions(input).applied) {
        const promotion = input.promotions.find(({ id }) => id === each.promotionId);
        const params = promotion?.action.params as { parts?: Target[]; target?: Target; getTarget?: Target | null; buyTarget?: Target };
        if (params.parts !== undefined) continue;
        const covered = params.target ?? params.getTarget ?? params.buyTarget ?? everything;
        const isCovered = (of: (typeof input.lines)[number]): boolean =>
          covered.everything || covered.productIds.includes(of.productId) || covered.categoryIds.some((id) => of.categoryIds.includes(id));
        const ids = new Set(input.lines.filter(isCovered).map(({ id }) => id));
        expect(Object.keys(each.lineShares).filter((id) => !ids.has(id))).toEqual([]);
        expect(each.amount).toBeLessThanOrEqual(Math.min(promotion?.cap ?? Infinity, promotion?.limits.budget ?? Infinity));
      }
    }),
    { numRuns: 300, seed: SEED },
  );
});

test("adding an unrelated item never takes a discount of fixed value away", () => {
  fc.assert(
    fc.property(
      inputsOf(promotionsOf(fixedAction, 6)),
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 3 }),
      (input, unitPrice, quantity) => {
        const before = evaluatePromotions(input);
        const more = sampleLine(99, unitPrice, quantity, { id: "unrelated", categoryIds: [99] });
        const after = evaluatePromotions({ ...input, lines: [...input.lines, more] });
        expect(after.totalDiscount).toBeGreaterThanOrEqual(before.totalDiscount);
      },
    ),
    { numRuns: 300, seed: SEED },
  );
});

test("a single fixed discount, once earned, stays as large when an unrelated item is added", () => {
  fc.assert(
    fc.property(inputsOf(promotionsOf(fixedAction, 1)), fc.integer({ min: 1, max: 3000 }), (input, unitPrice) => {
      const [before] = evaluatePromotions(input).applied;
      const [after] = evaluatePromotions({
        ...input,
        lines: [sampleLine(99, unitPrice, 1, { id: "unrelated", categoryIds: [99] }), ...input.lines],
      }).applied;
      expect(after?.amount ?? 0).toBeGreaterThanOrEqual(before?.amount ?? 0);
    }),
  );
});

test("the order of codes and of promotions does not matter, and the same input gives the same outcome", () => {
  const shuffled = anyInput.chain((input) =>
    fc.record({
      input: fc.constant(input),
      codes: fc.shuffledSubarray(input.codes as CodeOnCart[], { minLength: input.codes.length }),
      promotions: fc.shuffledSubarray(input.promotions as Promotion[], { minLength: input.promotions.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ input, codes, promotions }) => {
      const outcome = evaluatePromotions(input);
      expect(evaluatePromotions({ ...input, codes, promotions })).toEqual(outcome);
      expect(evaluatePromotions(input)).toEqual(outcome);
    }),
    { numRuns: 300, seed: SEED },
  );
});

/** To pay without tax; gifts count nothing. */
function toPay(input: PromotionInput): number {
  const { lineDiscounts, deliveryDiscount } = evaluatePromotions(input);
  const delivery = input.fulfillment === "delivery" ? input.deliveryFee - deliveryDiscount : 0;
  return sum(input.lines.map(({ id, unitPrice, quantity }) => unitPrice * quantity - (lineDiscounts[id] ?? 0))) + delivery;
}

test("no single promotion alone is cheaper for the customer", () => {
  fc.assert(
    fc.property(inputsOf(promotionsOf(action, 20)), (input) => {
      const together = toPay(input);
      for (const promotion of input.promotions) expect(together).toBeLessThanOrEqual(toPay({ ...input, promotions: [promotion] }));
    }),
    { numRuns: 150, seed: SEED },
  );
});

test("applies one promotion of each group, and an exclusive one alone", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const members = evaluatePromotions(input).applied.map((each) => input.promotions.find(({ id }) => id === each.promotionId));
      const groups = members.map((member) => member?.stacking.group ?? null).filter((group) => group !== null);
      expect(new Set(groups).size).toBe(groups.length);
      expect(members.length < 2 || members.every((member) => member?.stacking.exclusive === false)).toBe(true);
    }),
  );
});

test("every code applies or has a reason why not", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { applied, notApplied } = evaluatePromotions(input);
      const told = [...applied, ...notApplied].map(({ code }) => code).filter((code) => code !== null);
      expect(told.toSorted()).toEqual(input.codes.map(({ code }) => code).toSorted());
    }),
  );
});

test("does not modify the input", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const before = structuredClone(input);
      evaluatePromotions(input);
      expect(input).toEqual(before);
    }),
    { numRuns: 50, seed: SEED },
  );
});

test("the order of the lines changes no cent", () => {
  fc.assert(
    fc.property(
      anyInput.chain((input) => fc.tuple(fc.constant(input), fc.shuffledSubarray([...input.lines], { minLength: input.lines.length }))),
      ([input, lines]) => {
        const { lineDiscounts, ...outcome } = evaluatePromotions(input);
        const { lineDiscounts: shuffled, ...others } = evaluatePromotions({ ...input, lines });
        expect(others).toEqual(outcome);
        expect(shuffled).toEqual(lineDiscounts);
      },
    ),
    { numRuns: 200, seed: SEED },
  );
});

/** One set-rule as staff make it, alone: of each set the cheapest is the gift. */
const perSet = inputsOf(
  promotionsOf(
    fc.oneof(
      fc.record({
        kind: fc.constant("buy-get"),
        params: fc.record({ buyQuantity: count, buyTarget: target, getQuantity: count, getTarget: fc.option(target, { nil: null }) }),
      }),
      fc.record({ kind: fc.constant("bundle"), params: fc.record({ quantity: fc.integer({ min: 2, max: 4 }), target, price: amount }) }),
      fc.record({ kind: fc.constant("meal-deal"), params: fc.record({ parts: fc.tuple(target, target), price: amount }) }),
    ),
    1,
  ),
).map((input) => ({
  ...input,
  promotions: input.promotions.map((promotion) => testPromotion(promotion.id, promotion.action.kind, promotion.action.params)),
  lines: input.lines.slice(0, 4).map((each) => ({ ...each, quantity: Math.min(each.quantity, 3) })),
}));

test("one more unit never raises the total by more than its price", () => {
  fc.assert(
    fc.property(perSet, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 4000 }), (input, productId, unitPrice) => {
      const more = sampleLine(productId, unitPrice, 1, { id: "more", categoryIds: [((productId % 3) + 1) * 10] });
      expect(toPay({ ...input, lines: [...input.lines, more] })).toBeLessThanOrEqual(toPay(input) + unitPrice);
    }),
    { numRuns: 600, seed: SEED },
  );
});

test("two orders are never cheaper than one", () => {
  fc.assert(
    fc.property(perSet, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (input, isFirst) => {
      const pickup = { ...input, fulfillment: "pickup" as const };
      const [first, second] = [true, false].map((side) => ({
        ...pickup,
        lines: input.lines.filter((_, index) => isFirst[index] === side),
      }));
      if (first === undefined || second === undefined) return;
      expect(toPay(pickup)).toBeLessThanOrEqual(toPay(first) + toPay(second));
    }),
    { numRuns: 600, seed: SEED },
  );
});

test("a typed code never raises the total", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const together = toPay(input);
      for (const code of input.codes)
        expect(together).toBeLessThanOrEqual(toPay({ ...input, codes: input.codes.filter((each) => each !== code) }));
    }),
    { numRuns: 150, seed: SEED },
  );
});
