import * as texts from "#texts/promotions/reasons.ts";
import { sentence } from "#texts/promotions/wording.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import { findLines } from "#app/promotions/domain/engine/cart-facts.ts";
import { addFirstText } from "#app/promotions/domain/wording.ts";
import type { Missing, Work } from "./action-kind.ts";

/** Why there is no delivery fee to discount. */
export function explainNoDelivery(work: Work): Missing {
  return work.facts.input.fulfillment === "pickup"
    ? { reason: "condition", message: texts.deliveryOnly, shortfall: null }
    : { reason: "no-eligible-items", message: texts.deliveryIsFree, shortfall: null };
}

/** The cart has no items that the rule covers ("Add 1 from Pizzas."), or those items are free. */
export function nothingEligible(work: Work, target: Target, message: string = texts.costsNothing): Missing {
  if (work.facts.lines.length === 0) return { reason: "no-eligible-items", message: texts.emptyCart, shortfall: null };
  if ((work.sets[0]?.lines.length ?? 0) > 0) return { reason: "no-eligible-items", message, shortfall: null };
  return {
    reason: "no-eligible-items",
    message: sentence(addFirstText(1, target, work.facts.names)),
    shortfall: { kind: "items", amount: 1 },
  };
}

/**
 * For kinds that count pieces: the cart's items of one of the targets are all sold by weight, so more of them would not count either. Otherwise null.
 */
export function explainWeighed(work: Work, targets: readonly Target[]): Missing | null {
  const isAllWeighed = (target: Target, index: number) =>
    work.sets[index]?.lines.length === 0 && findLines(work.facts, target).lines.length > 0;
  return targets.some(isAllWeighed) ? { reason: "no-eligible-items", message: texts.notByWeight, shortfall: null } : null;
}
