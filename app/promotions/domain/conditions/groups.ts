import { lowerFirst } from "#app/promotions/domain/wording.ts";
import type { ConditionGroup, PromotionNames } from "#app/promotions/domain/promotion.ts";
import type { CartFacts } from "#app/promotions/domain/engine/cart-facts.ts";
import type { Inner, Unmet } from "./condition-kind.ts";

/** The non-empty sentence parts of the conditions inside. */
export function describeEach({ of }: ConditionGroup, names: PromotionNames, inner: Inner): readonly string[] {
  return of.map((each) => lowerFirst(inner.describe(each, names))).filter((text) => text !== "");
}

export function listUnmet({ of }: ConditionGroup, facts: CartFacts, inner: Inner): readonly Unmet[] {
  return of.map((each) => inner.findUnmet(each, facts)).filter((unmet) => unmet !== null);
}
