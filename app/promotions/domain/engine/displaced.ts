import type { Cents } from "#app/values/money.ts";
import type { NotApplied } from "#app/promotions/domain/promotion.ts";
import type { Missing } from "#app/promotions/domain/kinds/action-kind.ts";
import { waiting, type Candidate, type Passing } from "./candidates.ts";
import type { CartFacts } from "./cart-facts.ts";
import { inOneGroup } from "./choices.ts";
import { makePricer, type Choice } from "./combinations.ts";
import type { WorkingCart } from "./working-cart.ts";

/** A cart on which promotions were tried, and those that take something off it. */
interface TriedCart {
  readonly facts: CartFacts;
  readonly start: WorkingCart;
  readonly passing: readonly Passing[];
}

/** The chosen ones as they were tried on that cart, and what any of them come to on it. */
interface Tried {
  readonly members: readonly Candidate[];
  readonly priceOf: (candidates: readonly Candidate[]) => Cents;
}

/**
 * The candidates that would take something off but lost to the chosen combination, each with what is true of it: the winner saves more, or as much.
 *
 * @param tried where the losers were tried; the members of the choice may have been tried on the same cart with its lines cut otherwise
 */
export function listDisplaced(losers: readonly Passing[], choice: Choice, { facts, start, passing }: TriedCart): NotApplied[] {
  const ids = new Set(choice.members.map(({ promotion }) => promotion.id));
  const members = passing.map(({ candidate }) => candidate).filter(({ promotion }) => ids.has(promotion.id));
  const tried = { members, priceOf: makePricer(facts, start) };
  return losers
    .filter(({ candidate }) => !ids.has(candidate.promotion.id))
    .map(({ candidate }) => waiting(candidate.promotion, candidate.code, explain(candidate, choice, tried)));
}

const better = (message: string): Missing => ({ reason: "better-combination", message, shortfall: null });

function explain(loser: Candidate, choice: Choice, tried: Tried): Missing {
  if (loser.promotion.stacking.exclusive) return better("This offer stands alone, and your other offers save you as much or more.");
  const winner = choice.members.find((member) => member.promotion.stacking.exclusive || inOneGroup(member, loser));
  if (winner !== undefined)
    return better(`Cannot be combined with “${winner.promotion.title}”${comparedText(loser, winner, choice, tried)}`);
  if (loser.kind.workClass === "gift")
    return { reason: "gift-unavailable", message: "The last of these go to another of your offers.", shortfall: null };
  if (choice.leftOut.has(loser)) return better("More offers fit this cart than can all be compared; this one did not make it cheaper.");
  return better(
    loser.isLimited
      ? "It would save you nothing here, so it is kept for another order."
      : "Your other offers cover these items already and save you as much or more.",
  );
}

/** How two compare of which only one may apply: the loser in the place of the winner, or all that stacks instead of what stands alone. */
function comparedText(loser: Candidate, winner: Candidate, choice: Choice, tried: Tried): string {
  if (loser.kind.workClass === "gift" && winner.kind.workClass === "gift") return ": only one of the two can apply.";
  const lost = lostWith(loser, winner, choice, tried);
  if (lost > 0) return ", which is better for this cart.";
  const isKept = (loser.isLimited && !winner.isLimited) || (loser.code !== null && winner.code === null);
  return `, which saves you as much${lost < 0 ? " but a cent" : ""}${isKept ? ", so this one is kept for another order" : ""}.`;
}

/** How many cents more are to be paid without the winner; below zero where it won for a use that is not worth spending. */
function lostWith(loser: Candidate, winner: Candidate, choice: Choice, { members, priceOf }: Tried): number {
  if (winner.promotion.stacking.exclusive) return choice.lostToStack;
  const without = members.filter(({ promotion }) => promotion.id !== winner.promotion.id);
  return priceOf([...without, loser]) - priceOf(members);
}
