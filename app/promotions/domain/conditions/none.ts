import type { CartFacts } from "#app/promotions/domain/engine/cart-facts.ts";
import type { GroupKind } from "./condition-kind.ts";
import { describeEach } from "./groups.ts";

export const none: GroupKind = {
  describe: (condition, names, inner) => (condition.of.length === 0 ? "" : `not if ${describeEach(condition, names, inner).join(" or ")}`),
  findUnmet: ({ of }, facts, inner) => {
    const opposite = { ...withCountsSwapped(facts), isOpposite: facts.isOpposite !== true };
    const holding = of.find((each) => inner.findUnmet(each, opposite) === null);
    return holding === undefined ? null : { message: inner.explainOpposite(holding, facts), shortfall: null };
  },
};

/**
 * Unpaid checkouts count where they end an offer, and not where they would earn one. A condition that ends an offer inside `none` earns it
 * outside, so the counts with and without unpaid checkouts are swapped.
 */
function withCountsSwapped(facts: CartFacts): CartFacts {
  const { customer } = facts.input;
  const { orderCount, placedCount = orderCount } = customer;
  if (orderCount === placedCount) return facts;
  return { ...facts, input: { ...facts.input, customer: { ...customer, orderCount: placedCount, placedCount: orderCount } } };
}
