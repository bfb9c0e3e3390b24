import type { GroupKind, Unmet } from "./condition-kind.ts";
import { describeEach, listUnmet } from "./groups.ts";

export const all: GroupKind = {
  describe: (condition, names, inner) => describeEach(condition, names, inner).join(", "),
  findUnmet: (condition, facts, inner) => join(listUnmet(condition, facts, inner)),
};

/** All messages of unmet conditions, and a shortfall if a single number describes it (items are counted together). */
function join(unmet: readonly Unmet[]): Unmet | null {
  const [first, ...others] = unmet;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const items = unmet.flatMap(({ shortfall }) => (shortfall?.kind === "items" ? shortfall.amount : []));
  return {
    message: unmet.map(({ message }) => message).join(" "),
    shortfall: items.length === unmet.length ? { kind: "items", amount: items.reduce((sum, amount) => sum + amount, 0) } : null,
  };
}
