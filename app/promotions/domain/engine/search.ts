import type { Cents } from "#app/values/money.ts";
import type { CartFacts } from "./cart-facts.ts";
import type { Candidate, Passing } from "./candidates.ts";
import { applyAll, applyTo, byRank, combinationOf, inOneGroup, isBetter, isGift, type Combination } from "./combination.ts";
import { countCombinations, findConflicts, findSpenders, MAX_COMBINATIONS, splitIntoParts } from "./conflicts.ts";
import { valueLeft, type WorkingCart } from "./working-cart.ts";

/**
 * Finds the valid combination in which the customer pays least (docs/rules/promotions.md, "Which combination wins"). Promotions without
 * conflicts apply. Each part of real conflicts gets a bounded search. Promotions that save nothing are removed again.
 */

/** Maximum lines processed by one search, so that a large cart with very many conflicts does not block the process. */
const MAX_STEPS = 15_000;
/** Rounds of toggling each conflict on its own, to improve an incomplete search. */
const MAX_ROUNDS = 2;

/** A cart before promotions, and the promotions that give a discount on it. */
export interface Situation {
  readonly facts: CartFacts;
  readonly start: WorkingCart;
  readonly passing: readonly Passing[];
}

export interface Choice {
  /** In the order of work. */
  readonly members: readonly Candidate[];
  /** Candidates that were not tried in every combination, because there were too many. */
  readonly leftOut: ReadonlySet<Candidate>;
  /** If an exclusive promotion was chosen: how many cents more the customer would pay with the best combination of the others. */
  readonly lostToStack: Cents;
}

/** @param near ids of the best promotions for nearly the same cart: a good initial guess */
export function chooseCombination({ facts, start, passing }: Situation, near: ReadonlySet<number> = new Set()): Choice {
  const stackable = passing.filter(({ candidate }) => !candidate.promotion.stacking.exclusive);
  const conflicts = findConflicts(stackable);
  const leftOut = new Set<Candidate>();
  let selected = candidatesOf(stackable.filter((each) => !conflicts.has(each)));
  for (const part of splitIntoParts([...conflicts])) {
    const guess = candidatesOf(part).filter(({ promotion }) => near.has(promotion.id));
    const searched = searchPart({ facts, start, passing: stackable }, selected, part, guess);
    selected = searched.selected;
    if (!searched.isComplete) for (const each of candidatesOf(part)) if (!selected.includes(each)) leftOut.add(each);
  }
  const stacked = dropUseless(selected, { facts, start, passing: stackable });
  const alone = candidatesOf(passing).filter(({ promotion }) => promotion.stacking.exclusive);
  const best = alone.map((candidate) => applyAll([candidate], start, facts)).reduce((a, b) => (isBetter(b, a) ? b : a), stacked);
  return { members: best.members, leftOut, lostToStack: stacked.pay - best.pay };
}

/** Adds the best selection of one part of the conflicts to the current selection. */
function searchPart(
  situation: Situation,
  selected: readonly Candidate[],
  part: readonly Passing[],
  guess: readonly Candidate[],
): { readonly selected: readonly Candidate[]; readonly isComplete: boolean } {
  const conflicts = candidatesOf(part.toSorted((a, b) => b.alone - a.alone || a.candidate.promotion.id - b.candidate.promotion.id));
  const isSmall = countCombinations(part) <= MAX_COMBINATIONS;
  const first = isSmall ? [...selected, ...guess] : improve([...selected, ...guess], conflicts, situation);
  const { best, isComplete } = tryAll(situation, selected, conflicts, first);
  if (isComplete) return { selected: best, isComplete };
  return { selected: improve(best, conflicts, situation), isComplete };
}

/**
 * Tries every valid selection of `conflicts` together with `selected`, depth first in the order of work, within the step limit. Skips
 * branches that cannot improve on the best so far, at first `guess`.
 */
function tryAll(
  { facts, start, passing }: Situation,
  selected: readonly Candidate[],
  conflicts: readonly Candidate[],
  guess: readonly Candidate[],
): { readonly best: readonly Candidate[]; readonly isComplete: boolean } {
  const isOpen = new Set(conflicts);
  const isSelected = new Set(selected);
  const tried = passing
    .filter(({ candidate }) => isOpen.has(candidate) || isSelected.has(candidate))
    .sort((a, b) => byRank(a.candidate, b.candidate));
  const order = candidatesOf(tried);
  const mostOff = listMostOff(tried, facts);
  let best = applyAll(guess.toSorted(byRank), start, facts);
  let steps = 0;

  function visit(before: Combination, from: number): void {
    let current = before;
    for (let index = from; index < order.length; index += 1) {
      const candidate = order[index];
      if (candidate === undefined || current.cost - (mostOff[index] ?? 0) > best.cost || steps > MAX_STEPS) return;
      if (current.members.some((member) => inOneGroup(member, candidate))) continue;
      steps += facts.lines.length;
      const cart = applyTo(current.cart, candidate, facts);
      if (cart === null) continue;
      const next = combinationOf([...current.members, candidate], cart, facts);
      if (isOpen.has(candidate)) visit(next, index + 1);
      else current = next;
    }
    if (isBetter(current, best)) best = current;
  }
  visit(combinationOf([], start, facts), 0);
  return { best: best.members, isComplete: steps <= MAX_STEPS };
}

/** Per index: an upper bound, tax included, of what the candidates from there on can save, with one of each group. */
function listMostOff(passing: readonly Passing[], { input, taxRates, taxPools }: CartFacts): readonly Cents[] {
  const isTaxOnTop = input.tax?.included === false;
  const taxFactor = 1 + (isTaxOnTop ? Math.max(...taxRates) / 1_000_000 : 0);
  const largestOfGroup = new Map<string, Cents>();
  const mostOff: Cents[] = [];
  let total = 0;
  for (let index = passing.length - 1; index >= 0; index -= 1) {
    const each = passing[index];
    if (each !== undefined && !isGift(each.candidate)) {
      const { group } = each.candidate.promotion.stacking;
      const counted = group === null ? 0 : (largestOfGroup.get(group) ?? 0);
      total += Math.max(0, each.bound - counted);
      if (group !== null) largestOfGroup.set(group, Math.max(counted, each.bound));
    }
    // Each tax is rounded once.
    mostOff[index] = Math.ceil(total * taxFactor) + (isTaxOnTop ? taxPools.length : 0);
  }
  return mostOff;
}

/** Adds or removes each conflict on its own, as long as that improves the selection. */
function improve(selected: readonly Candidate[], conflicts: readonly Candidate[], { facts, start }: Situation): readonly Candidate[] {
  let trail = follow(selected, start, facts);
  for (let round = 0, isImproved = true; isImproved && round < MAX_ROUNDS; round += 1) {
    isImproved = false;
    for (const candidate of conflicts) {
      const { members } = trail.result;
      const changed = members.includes(candidate)
        ? members.filter((member) => member !== candidate)
        : [...members.filter((member) => !inOneGroup(member, candidate)), candidate];
      const next = follow(changed, start, facts, trail);
      if (!isBetter(next.result, trail.result)) continue;
      trail = next;
      isImproved = true;
    }
  }
  return trail.result.members;
}

/** A selection applied step by step: `carts[n]` is the cart before the member n. */
interface Trail {
  readonly carts: readonly WorkingCart[];
  readonly result: Combination;
}

/** Applies a selection. Leading members that `previous` has too reuse its carts. */
function follow(selected: readonly Candidate[], start: WorkingCart, facts: CartFacts, previous?: Trail): Trail {
  const inOrder = selected.toSorted(byRank);
  const firstChange = inOrder.findIndex((candidate, index) => candidate !== previous?.result.members[index]);
  const unchanged = firstChange < 0 ? Math.min(inOrder.length, (previous?.carts.length ?? 0) - 1) : firstChange;
  const shared = previous === undefined ? 0 : unchanged;
  const carts = previous === undefined ? [start] : previous.carts.slice(0, shared + 1);
  const members = inOrder.slice(0, shared);
  for (const candidate of inOrder.slice(shared)) {
    const next = applyTo(carts.at(-1) ?? start, candidate, facts);
    if (next === null) continue;
    carts.push(next);
    members.push(candidate);
  }
  return { carts, result: combinationOf(members, carts.at(-1) ?? start, facts) };
}

/**
 * Removes promotions that save nothing in addition to the others, limited uses and codes first, then the lowest priority. Where several
 * promotions use up a line or the delivery fee, it keeps as few limited uses and codes as possible.
 */
function dropUseless(selected: readonly Candidate[], situation: Situation): Combination {
  const { facts, start, passing } = situation;
  let trail = follow(selected, start, facts);
  // Only where a line or delivery is free already can one promotion replace the discount of others.
  const isSomethingSpent = hasSpent(trail.result.cart, situation);
  const tested = trail.result.members
    .filter((member) => !isGift(member) && (member.isLimited || member.code !== null || isSomethingSpent))
    .sort(byWorthKeeping);
  for (const each of tested) {
    const without = follow(
      trail.result.members.filter((member) => member !== each),
      start,
      facts,
      trail,
    );
    if (isBetter(without.result, trail.result)) trail = without;
  }
  const { members, cart } = trail.result;
  const spenders = candidatesOf(findSpenders(passing, members, cart, facts));
  if (spenders.length === 0) return trail.result;
  const others = members.filter((member) => !spenders.includes(member));
  return applyAll([...tryAll(situation, others, spenders, members).best].sort(byRank), start, facts);
}

function hasSpent(cart: WorkingCart, { facts, start }: Situation): boolean {
  return (cart.delivery === 0 && start.delivery > 0) || facts.byPrice.some((position) => valueLeft(cart, position) === 0);
}

function byWorthKeeping(a: Candidate, b: Candidate): number {
  return (
    Number(b.isLimited) - Number(a.isLimited) ||
    Number(b.code !== null) - Number(a.code !== null) ||
    a.promotion.stacking.priority - b.promotion.stacking.priority ||
    b.promotion.id - a.promotion.id
  );
}

function candidatesOf(passing: readonly Passing[]): readonly Candidate[] {
  return passing.map(({ candidate }) => candidate);
}
