import { evaluatePromotions } from "#app/promotions/domain/engine/evaluate-promotions.ts";
import type { Promotion, PromotionInput, PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import { sampleInput, sampleLine } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";

/** Offers and carts for tests of combined offers. */

/**
 * The same carts in every run, so that a failure means a changed engine (docs/rules/promotions.md). SHOPBELL_SEED generates others.
 */
export const SEED = Number(process.env.SHOPBELL_SEED ?? 20_261_122);

export const stacking = (changes: Partial<Promotion["stacking"]>): Pick<Promotion, "stacking"> => ({
  stacking: { group: null, exclusive: false, priority: 0, ...changes },
});

/** `amount` cents off the order. */
export const off = (id: number, amount: number, changes: Partial<Promotion> = {}): Promotion =>
  testPromotion(id, "order-fixed", { amount }, changes);

/** `rate` millionths off the order. */
export const percent = (id: number, rate: number, changes: Partial<Promotion> = {}): Promotion =>
  testPromotion(id, "order-percent", { rate }, changes);

/** The result of offers on a cart: one pizza of $30 by default. */
export function evaluate(promotions: readonly Promotion[], changes: Partial<PromotionInput> = {}): PromotionOutcome {
  return evaluatePromotions(sampleInput({ lines: [sampleLine(1, 3000)], promotions, ...changes }));
}

export const appliedIds = ({ applied }: PromotionOutcome): number[] => applied.map(({ promotionId }) => promotionId);

/** Why the other offers do not apply. */
export const said = ({ notApplied }: PromotionOutcome): string[] => notApplied.map(({ message }) => message);

/** The total of the lines. */
export function pay(promotions: readonly Promotion[], lines: PromotionInput["lines"], changes: Partial<PromotionInput> = {}): number {
  const gross = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const saved = Object.values(evaluate(promotions, { lines, ...changes }).lineDiscounts).reduce((sum, part) => sum + part, 0);
  return gross - saved;
}
