import * as texts from "#texts/promotions/reasons.ts";
import type { Cents } from "#app/values/money.ts";
import type { NotApplied } from "#app/promotions/domain/promotion.ts";
import type { Missing } from "#app/promotions/domain/kinds/action-kind.ts";
import { waiting, type Candidate, type Passing } from "./candidates.ts";
import { applyAll, byRank, inOneGroup } from "./combination.ts";
import type { Choice, Situation } from "./search.ts";

/** The chosen promotions, compared with the others on the cart on which those were tried. */
interface Comparison {
  /** How many cents more the customer pays when one of them is left out or replaced. */
  readonly lostWithout: (winner: Candidate, instead: Candidate | null) => Cents;
  /** The same without a replacement, by winner; computed once. */
  readonly cachedLosses: Map<Candidate, Cents>;
  /** The highest tax on top of prices, as a factor. */
  readonly tax: number;
}

/**
 * The candidates that would give a discount but lost to the chosen combination, each with the reason: the winner saves more, or as much.
 *
 * @param situation where the losers were tried; the choice may have been made on the same cart with its lines split differently
 */
export function listDisplaced(losers: readonly Passing[], choice: Choice, { facts, start, passing }: Situation): NotApplied[] {
  const ids = new Set(choice.members.map(({ promotion }) => promotion.id));
  const members = passing.map(({ candidate }) => candidate).filter(({ promotion }) => ids.has(promotion.id));
  const payFor = (candidates: readonly Candidate[]): Cents => applyAll(candidates.toSorted(byRank), start, facts).pay;
  let together: Cents | null = null;
  const comparison: Comparison = {
    lostWithout: ({ promotion }, instead) => {
      const others = members.filter((member) => member.promotion.id !== promotion.id);
      together ??= payFor(members);
      return payFor(instead === null ? others : [...others, instead]) - together;
    },
    cachedLosses: new Map(),
    tax: facts.input.tax?.included === false ? Math.max(...facts.taxRates) / 1_000_000 : 0,
  };
  return losers
    .filter(({ candidate }) => !ids.has(candidate.promotion.id))
    .map((loser) => waiting(loser.candidate.promotion, loser.candidate.code, explain(loser, choice, comparison)));
}

const better = (message: string): Missing => ({ reason: "better-combination", message, shortfall: null });

function explain(lost: Passing, choice: Choice, comparison: Comparison): Missing {
  const { candidate: loser } = lost;
  if (loser.promotion.stacking.exclusive) return better(texts.isExclusive);
  const winner = choice.members.find((member) => member.promotion.stacking.exclusive || inOneGroup(member, loser));
  if (winner !== undefined) return better(comparedText(lost, winner, choice, comparison));
  if (loser.kind.workClass === "gift") return { reason: "gift-unavailable", message: texts.lastGiftsGone, shortfall: null };
  if (choice.leftOut.has(loser)) return better(texts.notCompared);
  return better(loser.isLimited ? texts.keptForLater : texts.covered);
}

/** Compares two promotions of which only one may apply: the loser in place of the winner, or all stacking promotions instead of an exclusive one. */
function comparedText(passing: Passing, winner: Candidate, choice: Choice, comparison: Comparison): string {
  const { candidate: loser } = passing;
  const { title } = winner.promotion;
  if (loser.kind.workClass === "gift" && winner.kind.workClass === "gift") return texts.onlyOneOf(title);
  const lost = lostWith(passing, winner, choice, comparison);
  if (lost > 0) return texts.otherIsBetter(title);
  const isKept = (loser.isLimited && !winner.isLimited) || (loser.code !== null && winner.code === null);
  return texts.otherIsAsGood(title, lost < 0, isKept);
}

/** How many cents more the customer pays without the winner; negative where it won because the loser's limited use saves too little. */
function lostWith(
  { candidate: loser, bound }: Passing,
  winner: Candidate,
  choice: Choice,
  { lostWithout, cachedLosses, tax }: Comparison,
): Cents {
  if (winner.promotion.stacking.exclusive) return choice.lostToStack;
  const without = cachedLosses.get(winner) ?? lostWithout(winner, null);
  cachedLosses.set(winner, without);
  // Most losers are far from it, so this bound avoids pricing them.
  const left = without - Math.ceil(bound * (1 + tax)) - 1;
  return left > 0 ? left : lostWithout(winner, loser);
}
