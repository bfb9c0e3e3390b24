import type { GroupKind } from "./condition-kind.ts";
import { describeEach } from "./groups.ts";

export const none: GroupKind = {
  describe: (condition, names, inner) => (condition.of.length === 0 ? "" : `not if ${describeEach(condition, names, inner).join(" or ")}`),
  findUnmet: ({ of }, facts, inner) => {
    const holding = of.find((each) => inner.findUnmet(each, facts) === null);
    return holding === undefined ? null : { message: inner.explainOpposite(holding, facts), shortfall: null };
  },
};
