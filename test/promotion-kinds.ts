import type { PromotionInput, PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import { evaluatePromotions } from "#app/promotions/domain/engine/evaluate-promotions.ts";
import { findActionKind } from "#app/promotions/domain/kinds/list.ts";
import { sampleInput, sampleNames } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";

/** One promotion applied to a cart: its total discount, the discount of each line, and the rest of the result. */
export function applyKind(
  kind: string,
  params: unknown,
  changes: Partial<PromotionInput>,
  promotion: Parameters<typeof testPromotion>[3] = {},
): { readonly amount: number; readonly shares: PromotionOutcome["lineDiscounts"]; readonly outcome: PromotionOutcome } {
  const outcome = evaluatePromotions(sampleInput({ ...changes, promotions: [testPromotion(1, kind, params, promotion)] }));
  return { amount: outcome.totalDiscount, shares: outcome.lineDiscounts, outcome };
}

/** A kind's sentence for parameters in form format. */
export function describeKind(code: string, params: unknown): string {
  const kind = findActionKind(code);
  if (kind === undefined) {
    throw new Error(`No such kind: ${code}`);
  }
  return kind.describe(kind.paramsSchema.parse(params), sampleNames);
}

/** The paths of a kind's schema errors. */
export function listParamErrors(code: string, params: unknown): string[] {
  const parsed = findActionKind(code)?.paramsSchema.safeParse(params);
  return parsed?.success === false ? parsed.error.issues.map(({ path }) => path.join(".")) : [];
}
