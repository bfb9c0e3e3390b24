import * as texts from "#texts/promotions/actions.ts";
import { allocate, applyRate, formatMoney, type Cents, type MoneyFormat, type PartsPerMillion } from "#app/values/money.ts";
import type { AppliedPromotion, PromotionOutcome, StaffDiscount } from "./promotion.ts";

/** The id of a discount by staff where a promotion has its id: no promotion has this id. */
export const STAFF_DISCOUNT_ID = 0;

/** Its name in lists and reports, which show no reasons. */
export const STAFF_DISCOUNT_NAME = "Discount by staff";

export function staffDiscountOf(applied: readonly AppliedPromotion[]): AppliedPromotion | undefined {
  return applied.find(({ promotionId }) => promotionId === STAFF_DISCOUNT_ID);
}

/** A line before discounts, with the id that the outcome uses. */
interface DiscountedLine {
  readonly id: string;
  readonly lineTotal: Cents;
  readonly taxRate: PartsPerMillion;
}

/**
 * The outcome with a discount by staff after all promotions, on the remaining price of the lines: never below 0, never on free items or
 * delivery. A percentage is rounded once. The shares follow value and tax rate of the lines, so that their order changes no cent.
 */
export function withStaffDiscount(
  outcome: PromotionOutcome,
  lines: readonly DiscountedLine[],
  discount: StaffDiscount | null,
  format: MoneyFormat,
): PromotionOutcome {
  if (discount === null) return outcome;
  const open = lines
    .map(({ id, lineTotal, taxRate }) => ({ id, taxRate, left: lineTotal - (outcome.lineDiscounts[id] ?? 0) }))
    .toSorted((a, b) => b.left - a.left || a.taxRate - b.taxRate);
  const left = open.reduce((sum, line) => sum + line.left, 0);
  const amount = Math.min(left, discount.kind === "amount" ? discount.amount : applyRate(left, discount.rate));
  if (amount === 0) return outcome;
  const shares = allocate(
    amount,
    open.map((line) => line.left),
  );
  const lineShares = Object.fromEntries(open.map(({ id }, index) => [id, shares[index] ?? 0]));
  const lineDiscounts = Object.fromEntries(lines.map(({ id }) => [id, (outcome.lineDiscounts[id] ?? 0) + (lineShares[id] ?? 0)]));
  const title = discount.reason === "" ? texts.discount : texts.discountFor(discount.reason);
  const given = {
    promotionId: STAFF_DISCOUNT_ID,
    title,
    code: null,
    kind: "staff-discount",
    amount,
    explanation: texts.discountSaves(title, formatMoney(amount, format)),
    lineShares,
    deliveryShare: 0,
    byStaff: discount,
  };
  return { ...outcome, lineDiscounts, applied: [...outcome.applied, given], totalDiscount: outcome.totalDiscount + amount };
}
