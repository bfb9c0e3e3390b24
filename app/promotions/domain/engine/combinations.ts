import type { Cents } from "#app/values/money.ts";
import { WORK_CLASSES, type Work } from "#app/promotions/domain/kinds/action-kind.ts";
import type { Candidate, Passing } from "./candidates.ts";
import type { CartFacts } from "./cart-facts.ts";
import { addMember, isBetter, NOTHING_APPLIES, type Tally } from "./tally.ts";
import { copyCart, emptyCart, makeBuffers, payOf, type Buffers, type WorkingCart } from "./working-cart.ts";
import { findChoices, splitIntoParts } from "./choices.ts";
import { reachOf, type Reach } from "./reach.ts";

/** A search ends after so many lines were worked on: a large cart with very many choices must not hold up the shop. */
const MAX_STEPS = 60_000;
const MAX_CLIMBS = 2;

export interface Choice {
  /** In the order of work. */
  readonly members: readonly Candidate[];
  /** Candidates that were not tried in every combination, because there were too many. */
  readonly leftOut: ReadonlySet<Candidate>;
}

/** Lets one promotion work on a cart; answers what it took off. `buffers.shares` collects its part per line. */
export function applyCandidate(candidate: Candidate, facts: CartFacts, cart: WorkingCart, buffers: Buffers): Cents {
  return candidate.kind.apply(candidate.params, workOf(candidate, facts, cart, buffers));
}

export function workOf(candidate: Candidate, facts: CartFacts, cart: WorkingCart, buffers: Buffers): Work {
  return { facts, cart, sets: candidate.sets, limit: candidate.limit, promotionId: candidate.promotion.id, buffers };
}

/** Item actions, units, order, gifts, delivery; within a class the higher priority, percentages before amounts, then the lower id. */
export function compareWork(a: Candidate, b: Candidate): number {
  return (
    WORK_CLASSES.indexOf(a.kind.workClass) - WORK_CLASSES.indexOf(b.kind.workClass) ||
    b.promotion.stacking.priority - a.promotion.stacking.priority ||
    Number(b.kind.isPercentage(b.params)) - Number(a.kind.isPercentage(a.params)) ||
    a.promotion.id - b.promotion.id
  );
}

/**
 * Finds the lawful combination in which the customer pays least: an exclusive promotion stands alone, of one stacking group at most one
 * applies, all else stacks. Whatever stands in nobody's way simply applies; only real choices are searched (choices.ts), and they part by
 * part where the parts do not touch each other. Ties: tally.ts. A promotion that would save nothing is never part of it.
 */
export function chooseCombination(passing: readonly Passing[], facts: CartFacts, start: WorkingCart): Choice {
  const search = new Search(facts, start);
  const stackable = passing.filter(({ candidate }) => !candidate.promotion.stacking.exclusive);
  const choices = findChoices(stackable);
  let selected = stackable.filter((each) => !choices.has(each)).map(({ candidate }) => candidate);
  const leftOut = new Set<Candidate>();
  for (const part of splitIntoParts([...choices])) {
    const given = stackable.filter(({ candidate }) => selected.includes(candidate));
    const { found, isWhole } = search.run(given, part.tried);
    selected = [...selected, ...found];
    if (isWhole && part.leftOut.length === 0) continue;
    const all = [...part.tried, ...part.leftOut].map(({ candidate }) => candidate);
    selected = search.climb(selected, all, stackable);
    for (const each of all) if (!selected.includes(each)) leftOut.add(each);
  }
  let best = search.drop(selected);
  for (const { candidate } of passing) {
    if (!candidate.promotion.stacking.exclusive) continue;
    const alone = search.price([candidate]);
    if (isBetter(alone, best)) best = alone;
  }
  return { members: best.members, leftOut };
}

function isSameGroup(a: Candidate, b: Candidate): boolean {
  const { group } = a.promotion.stacking;
  return group !== null && group === b.promotion.stacking.group;
}

/** Tries combinations on copies of one cart. */
class Search {
  readonly #facts: CartFacts;
  readonly #start: WorkingCart;
  readonly #buffers: Buffers;
  readonly #carts: WorkingCart[] = [];

  constructor(facts: CartFacts, start: WorkingCart) {
    this.#facts = facts;
    this.#start = start;
    this.#buffers = makeBuffers(facts.lines.length);
  }

  /** The cart of one depth of the search, made a copy of another one. */
  #cartAt(depth: number, from: WorkingCart): WorkingCart {
    const cart = (this.#carts[depth] ??= emptyCart(this.#facts.lines.length, this.#facts.taxRates.length));
    copyCart(from, cart);
    return cart;
  }

  /** What all of these together come to; those that take nothing off any more are no members. */
  price(candidates: readonly Candidate[]): Tally {
    const cart = this.#cartAt(0, this.#start);
    let tally = NOTHING_APPLIES;
    for (const candidate of candidates.toSorted(compareWork)) {
      if (applyCandidate(candidate, this.#facts, cart, this.#buffers) > 0) tally = addMember(tally, candidate);
    }
    return { ...tally, pay: payOf(cart, this.#facts) };
  }

  /** As `price` of those of `all` (in the order of work) that `has` them, as far as it can be better than `best`; null = it is not. */
  #priceBelow(best: Tally, has: ReadonlySet<Candidate>, all: readonly Passing[], reach: Reach): Tally | null {
    const cart = this.#cartAt(0, this.#start);
    let tally = NOTHING_APPLIES;
    for (let index = 0; index < all.length; index += 1) {
      const candidate = all[index]?.candidate;
      if (candidate === undefined || !has.has(candidate)) continue;
      // Before that the bound is too wide to be worth its work.
      const isLate = candidate.kind.workClass !== "item" && candidate.kind.workClass !== "unit";
      if (isLate && !reach.mayWin(cart, index, tally, best, payOf(cart, this.#facts))) return null;
      if (applyCandidate(candidate, this.#facts, cart, this.#buffers) > 0) tally = addMember(tally, candidate);
    }
    const found = { ...tally, pay: payOf(cart, this.#facts) };
    return isBetter(found, best) ? found : null;
  }

  /**
   * The best lawful selection of `choices` where everything of `given` applies as well: every one that is not shown to be worse is tried, within
   * MAX_STEPS. */
  run(given: readonly Passing[], choices: readonly Passing[]): { found: readonly Candidate[]; isWhole: boolean } {
    const facts = this.#facts;
    const open = new Set(choices.map(({ candidate }) => candidate));
    const tried = [...given, ...choices].sort((a, b) => compareWork(a.candidate, b.candidate));
    const lastChoice = tried.findLastIndex(({ candidate }) => open.has(candidate));
    const reach = reachOf(tried, facts);
    const usedGroups = new Set<string>();
    let steps = 0;
    let best = this.price(given.map(({ candidate }) => candidate));

    const visit = (cart: WorkingCart, from: number, depth: number, before: Tally): void => {
      let tally = before;
      for (let index = from; index < tried.length; index += 1) {
        const candidate = tried[index]?.candidate;
        if (candidate === undefined) continue;
        if (steps > MAX_STEPS) return;
        steps += facts.lines.length;
        if (open.has(candidate)) {
          if (!reach.mayWin(cart, index, tally, best, payOf(cart, facts))) return;
          const { group } = candidate.promotion.stacking;
          if (group !== null && usedGroups.has(group)) continue;
          const next = this.#cartAt(depth, cart);
          if (applyCandidate(candidate, facts, next, this.#buffers) === 0) continue;
          if (group !== null) usedGroups.add(group);
          visit(next, index + 1, depth + 1, addMember(tally, candidate));
          if (group !== null) usedGroups.delete(group);
        } else {
          if (index === lastChoice + 1 && !reach.mayWin(cart, index, tally, best, payOf(cart, facts))) return;
          if (applyCandidate(candidate, facts, cart, this.#buffers) > 0) tally = addMember(tally, candidate);
        }
      }
      const found = { ...tally, pay: payOf(cart, facts) };
      if (isBetter(found, best)) best = found;
    };
    visit(this.#cartAt(0, this.#start), 0, 1, NOTHING_APPLIES);
    return { found: best.members.filter((member) => open.has(member)), isWhole: steps <= MAX_STEPS };
  }

  /** Improves a selection that was not found by trying everything: with or without each choice, as long as that makes it better. */
  climb(selected: readonly Candidate[], choices: readonly Candidate[], passing: readonly Passing[]): Candidate[] {
    let current = [...selected];
    let best = this.price(current);
    const concerned = new Set([...selected, ...choices]);
    const all = passing.filter(({ candidate }) => concerned.has(candidate)).sort((a, b) => compareWork(a.candidate, b.candidate));
    const reach = reachOf(all, this.#facts);
    for (let improved = true, round = 0; improved && round < MAX_CLIMBS; round += 1) {
      improved = false;
      for (const each of choices) {
        const others = current.filter((other) => other !== each && (current.includes(each) || !isSameGroup(other, each)));
        const changed = current.includes(each) ? others : [...others, each];
        const found = this.#priceBelow(best, new Set(changed), all, reach);
        if (found === null) continue;
        [current, best, improved] = [changed, found, true];
      }
    }
    return current;
  }

  /** Takes out what saves nothing beside the others, limited uses and codes first, then what has the lowest priority. */
  drop(selected: readonly Candidate[]): Tally {
    let left = [...selected];
    let best = this.price(left);
    const isSpent = this.#isSomethingSpent(left);
    const tested = left
      .filter((each) => each.isLimited || each.code !== null || isSpent)
      .filter((each) => each.kind.workClass !== "gift")
      .sort(
        (a, b) =>
          Number(b.isLimited) - Number(a.isLimited) ||
          Number(b.code !== null) - Number(a.code !== null) ||
          a.promotion.stacking.priority - b.promotion.stacking.priority ||
          b.promotion.id - a.promotion.id,
      );
    for (const each of tested) {
      const without = left.filter((other) => other !== each);
      const found = this.price(without);
      if (!isBetter(found, best)) continue;
      best = found;
      left = without;
    }
    return best;
  }

  /** True when a line or delivery costs nothing any more: only then can a promotion take off what another would have taken as well. */
  #isSomethingSpent(candidates: readonly Candidate[]): boolean {
    const cart = this.#cartAt(0, this.#start);
    for (const candidate of candidates.toSorted(compareWork)) applyCandidate(candidate, this.#facts, cart, this.#buffers);
    if (cart.delivery === 0 && this.#start.delivery > 0) return true;
    return cart.byPrice.some((position) => (cart.openValue[position] ?? 0) + (cart.closedValue[position] ?? 0) === 0);
  }
}
