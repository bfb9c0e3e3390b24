import type { ConditionKind, Group } from "./condition-kind.ts";
import { describeEach, groupSchema, NOT_FOR_THIS_CART } from "./groups.ts";

export const none = {
  schema: (inner) => groupSchema("none", inner),
  describe: (condition, names, inner) => (condition.of.length === 0 ? "" : `not if ${describeEach(condition, names, inner).join(" or ")}`),
  findUnmet: ({ of }, facts, inner) => {
    const holding = of.find((each) => inner.findUnmet(each, facts) === null);
    return holding === undefined ? null : { message: inner.explainOpposite(holding, facts), shortfall: null };
  },
  explainOpposite: () => NOT_FOR_THIS_CART,
} satisfies ConditionKind<Group>;
