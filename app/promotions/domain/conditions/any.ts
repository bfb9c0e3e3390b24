import { anyOf } from "#texts/promotions/conditions.ts";
import { lowerFirst } from "#app/promotions/domain/wording.ts";
import type { GroupKind, Unmet } from "./condition-kind.ts";
import { describeEach, listUnmet } from "./groups.ts";

export const any: GroupKind = {
  describe: (condition, names, inner) => `${condition.of.length > 1 ? "either " : ""}${describeEach(condition, names, inner).join(" or ")}`,
  findUnmet: (condition, facts, inner) => {
    const unmet = listUnmet(condition, facts, inner);
    return unmet.length < condition.of.length || unmet.length === 0 ? null : join(unmet);
  },
};

/** The messages as alternatives, and the smallest amount (or else count) that would be enough. */
function join(unmet: readonly Unmet[]): Unmet {
  const messages = unmet.map(({ message }, index) => (index === 0 ? message : lowerFirst(message)).replace(/\.$/, ""));
  const shortfalls = unmet.map(({ shortfall }) => shortfall).filter((shortfall) => shortfall !== null);
  const [nearest = null] = shortfalls.toSorted((a, b) => {
    if (a.kind === b.kind) return a.amount - b.amount;
    return a.kind === "cents" ? -1 : 1;
  });
  return { message: anyOf(messages), shortfall: nearest };
}
