import type { Cents } from "#app/values/money.ts";
import type { Work } from "#app/promotions/domain/kinds/action-kind.ts";
import type { Candidate, Passing } from "./candidates.ts";
import type { CartFacts } from "./cart-facts.ts";
import { addMember, costOf, isBetter, membersOf, NOTHING_APPLIES, type Tally } from "./tally.ts";
import { spreadOut } from "./discounting.ts";
import { copyCart, getBuffers, getCart, payOf, valueLeft, type Buffers, type WorkingCart } from "./working-cart.ts";
import { findChoices, findSpenders, splitIntoParts } from "./choices.ts";
import { byRank, countShared, withOneMore, type Trail } from "./selections.ts";
import { reachOf, type Reach } from "./reach.ts";

/** A search ends after so many lines were worked on: a large cart with very many choices must not hold up the shop. */
const MAX_STEPS = 60_000;
/** Where a cart is searched with its lines cut and once more with them whole, each search has half of it. */
const MAX_STEPS_EACH = MAX_STEPS / 2;
/** From so many choices on a selection is improved one by one before everything is tried: what cannot beat it need not be. */
const MANY_CHOICES = 12;
const MAX_CLIMBS = 2;

export interface Choice {
  /** In the order of work. */
  readonly members: readonly Candidate[];
  /** Candidates that were not tried in every combination, because there were too many. */
  readonly leftOut: ReadonlySet<Candidate>;
  /** Where an offer that stands alone was chosen: how many cents more all that stacks would have left to pay. */
  readonly lostToStack: Cents;
}

/** Lets one promotion work on a cart; answers what it took off. `buffers.shares` collects its part per line. */
export function applyCandidate(candidate: Candidate, facts: CartFacts, cart: WorkingCart, buffers: Buffers): Cents {
  const { kind, params, sets, limit, promotion } = candidate;
  // A search does this a thousand times.
  const work = (atWork ??= { ...workOf(candidate, facts, cart, buffers) });
  work.facts = facts;
  work.cart = cart;
  work.sets = sets;
  work.limit = limit;
  work.promotionId = promotion.id;
  work.buffers = buffers;
  return kind.apply(params, work);
}

/** Nothing in it outlives a call. */
let atWork: { -readonly [Key in keyof Work]: Work[Key] } | null = null;

export function workOf(candidate: Candidate, facts: CartFacts, cart: WorkingCart, buffers: Buffers): Work {
  return { facts, cart, sets: candidate.sets, limit: candidate.limit, promotionId: candidate.promotion.id, buffers };
}

/**
 * Finds the lawful combination in which the customer pays least: an exclusive promotion stands alone, of one stacking group at most one
 * applies, all else stacks. Whatever stands in nobody's way simply applies; only real choices are searched (choices.ts), and they part by
 * part where the parts do not touch each other. Ties: tally.ts. A promotion that would save nothing is never part of it.
 */
export function chooseCombination(passing: readonly Passing[], facts: CartFacts, start: WorkingCart, near: Choice | null = null): Choice {
  const search = new Search(facts, start, facts.isSplit || near !== null ? MAX_STEPS_EACH : MAX_STEPS);
  const stackable = passing.filter(({ candidate }) => !candidate.promotion.stacking.exclusive);
  const choices = findChoices(stackable);
  let selected: readonly Candidate[] = stackable.filter((each) => !choices.has(each)).map(({ candidate }) => candidate);
  const leftOut = new Set<Candidate>();
  const nearIds = new Set(near?.members.map(({ promotion }) => promotion.id));
  for (const part of splitIntoParts([...choices])) {
    const given = stackable.filter(({ candidate }) => selected.includes(candidate));
    const all = [...part.tried, ...part.leftOut].map(({ candidate }) => candidate);
    const nearBy = all.filter((each) => nearIds.has(each.promotion.id));
    const climbed = all.length < MANY_CHOICES ? null : search.climb([...selected, ...nearBy], all, stackable, MAX_CLIMBS);
    const begin = climbed?.filter((each) => all.includes(each)) ?? nearBy;
    const { found, isWhole } = search.run(given, part.tried, begin);
    selected = [...selected, ...found];
    if (isWhole && part.leftOut.length === 0) continue;
    // What was tried in part is improved as well: it may lie on the way to something better than what was improved from nothing.
    const isBest = climbed === null || isBetter(search.price(selected), search.price(climbed));
    const improved = search.climb(selected, all, stackable, isBest ? MAX_CLIMBS : 1);
    selected = climbed === null || isBest || isBetter(search.price(improved), search.price(climbed)) ? improved : climbed;
    for (const each of all) if (!selected.includes(each)) leftOut.add(each);
  }
  const stacked = search.settle(selected, stackable);
  let best = stacked;
  for (const { candidate } of passing) {
    if (!candidate.promotion.stacking.exclusive) continue;
    const alone = search.price([candidate]);
    if (isBetter(alone, best)) best = alone;
  }
  return { members: membersOf(best), leftOut, lostToStack: stacked.pay - best.pay };
}

/** Tells what candidates come to together on a cart, before tips. */
export function makePricer(facts: CartFacts, start: WorkingCart): (candidates: readonly Candidate[]) => Cents {
  const search = new Search(facts, start, 0);
  return (candidates) => search.price(candidates).pay;
}

/** Tries combinations on copies of one cart. */
class Search {
  readonly #facts: CartFacts;
  readonly #start: WorkingCart;
  readonly #buffers: Buffers;
  readonly #carts: WorkingCart[] = [];
  readonly #maxSteps: number;

  constructor(facts: CartFacts, start: WorkingCart, maxSteps: number) {
    this.#maxSteps = maxSteps;
    this.#facts = facts;
    this.#start = start;
    this.#buffers = getBuffers(facts.lines.length, true);
  }

  /** The cart of one depth of the search, made a copy of another one. */
  #cartAt(depth: number, from: WorkingCart): WorkingCart {
    const cart = (this.#carts[depth] ??= getCart(this.#facts));
    copyCart(from, cart);
    return cart;
  }

  /** What all of these together come to; those that take nothing off any more are no members. */
  price(candidates: readonly Candidate[]): Tally {
    return this.#finish(candidates.toSorted(byRank), 0, this.#cartAt(0, this.#start), NOTHING_APPLIES);
  }

  /** Lets the rest of `candidates`, which are in the order of work, work on a cart. */
  #finish(candidates: readonly Candidate[], from: number, cart: WorkingCart, before: Tally): Tally {
    let tally = before;
    for (let index = from; index < candidates.length; index += 1) {
      const candidate = candidates[index];
      if (candidate !== undefined && applyCandidate(candidate, this.#facts, cart, this.#buffers) > 0) tally = addMember(tally, candidate);
    }
    return { ...tally, pay: payOf(cart, this.#facts) };
  }

  /**
   * The best lawful selection of `choices` where everything of `given` applies as well: every one that is not shown to be worse than
   * `begin`, a lawful selection, is tried, within the steps there are.
   */
  run(
    given: readonly Passing[],
    choices: readonly Passing[],
    begin: readonly Candidate[],
  ): { found: readonly Candidate[]; isWhole: boolean } {
    const facts = this.#facts;
    const open = new Set(choices.map(({ candidate }) => candidate));
    const tried = [...given, ...choices].sort((a, b) => byRank(a.candidate, b.candidate));
    const lastChoice = tried.findLastIndex(({ candidate }) => open.has(candidate));
    const reach = reachOf(tried, facts);
    const usedGroups = new Set<string>();
    let steps = 0;
    let best = this.price(given.map(({ candidate }) => candidate));
    if (begin.length > 0) {
      const near = this.price([...given.map(({ candidate }) => candidate), ...begin.filter((each) => open.has(each))]);
      if (isBetter(near, best)) best = near;
    }

    const visit = (cart: WorkingCart, from: number, depth: number, before: Tally): void => {
      let tally = before;
      for (let index = from; index < tried.length; index += 1) {
        const candidate = tried[index]?.candidate;
        if (candidate === undefined) continue;
        if (steps > this.#maxSteps) return;
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
      const pay = payOf(cart, facts);
      if (costOf(tally, pay) > costOf(best, best.pay)) return;
      const found = { ...tally, pay };
      if (isBetter(found, best)) best = found;
    };
    visit(this.#cartAt(0, this.#start), 0, 1, NOTHING_APPLIES);
    return { found: membersOf(best).filter((member) => open.has(member)), isWhole: steps <= this.#maxSteps };
  }

  /** Improves a selection that was not found by trying everything: with or without each choice, as long as that makes it better. */
  climb(selected: readonly Candidate[], choices: readonly Candidate[], passing: readonly Passing[], rounds: number): readonly Candidate[] {
    const concerned = new Set([...selected, ...choices]);
    const all = passing.filter(({ candidate }) => concerned.has(candidate)).sort((a, b) => byRank(a.candidate, b.candidate));
    const reach = reachOf(all, this.#facts);
    let trail = this.#follow(selected);
    for (let improved = true, round = 0; improved && round < rounds; round += 1) {
      improved = false;
      for (const each of choices) {
        const current = trail.members;
        const changed = current.includes(each) ? current.filter((other) => other !== each) : withOneMore(current, each);
        if (!this.#isBetter(trail, changed, all, reach)) continue;
        trail = this.#follow(changed, trail);
        improved = true;
      }
    }
    return trail.members;
  }

  /** True when a changed selection is better than the one that was followed: what both begin with is not worked on again. */
  #isBetter(trail: Trail, changed: readonly Candidate[], all: readonly Passing[], reach: Reach): boolean {
    const { tally: best } = trail;
    const shared = countShared(trail.members, changed);
    const cart = this.#cartAt(0, trail.carts[shared] ?? this.#start);
    let tally = trail.tallies[shared] ?? NOTHING_APPLIES;
    let place = 0;
    for (let index = shared; index < changed.length; index += 1) {
      const candidate = changed[index];
      if (candidate === undefined) break;
      // Before that the bound is too wide to be worth its work.
      if (candidate.kind.workClass !== "item" && candidate.kind.workClass !== "unit") {
        while (all[place]?.candidate !== candidate && place < all.length) place += 1;
        if (!reach.mayWin(cart, place, tally, best, payOf(cart, this.#facts))) return false;
      }
      if (applyCandidate(candidate, this.#facts, cart, this.#buffers) > 0) tally = addMember(tally, candidate);
    }
    return isBetter({ ...tally, pay: payOf(cart, this.#facts) }, best);
  }

  /** Lets a selection work, and keeps the cart before each member. A trail that it takes the place of lends it what both begin with. */
  #follow(selected: readonly Candidate[], replaced: Trail | null = null): Trail {
    const members = selected.toSorted(byRank);
    const carts = replaced?.carts ?? [];
    const tallies = replaced?.tallies ?? [NOTHING_APPLIES];
    // The last cart may be spread out already.
    const shared = replaced === null ? 0 : Math.min(countShared(replaced.members, members), Math.max(0, replaced.members.length - 1));
    let cart = (carts[shared] ??= getCart(this.#facts));
    if (shared === 0) copyCart(this.#start, cart);
    let tally = tallies[shared] ?? NOTHING_APPLIES;
    for (let index = shared; index < members.length; index += 1) {
      const member = members[index];
      const next = (carts[index + 1] ??= getCart(this.#facts));
      copyCart(cart, next);
      cart = next;
      if (member !== undefined && applyCandidate(member, this.#facts, cart, this.#buffers) > 0) tally = addMember(tally, member);
      tallies[index + 1] = tally;
    }
    return { members, carts, tallies, tally: { ...tally, pay: payOf(cart, this.#facts) } };
  }

  /** The selection without what saves nothing in it. Where several take the last cents, as few limited uses and codes as can be are spent on them. */
  settle(selected: readonly Candidate[], stackable: readonly Passing[]): Tally {
    const trail = this.#drop(selected);
    const members = membersOf(trail.tally);
    const spenders = findSpenders(stackable, members, this.#lastCart(trail));
    if (spenders.length === 0) return trail.tally;
    const open = spenders.map(({ candidate }) => candidate);
    const others = members.filter((each) => !open.includes(each));
    const given = stackable.filter(({ candidate }) => others.includes(candidate));
    const { found } = this.run(
      given,
      spenders,
      members.filter((each) => open.includes(each)),
    );
    return this.price([...others, ...found]);
  }

  /** Takes out what saves nothing beside the others, limited uses and codes first, then what has the lowest priority. */
  #drop(selected: readonly Candidate[]): Trail {
    let trail = this.#follow(selected);
    const isSomethingSpent = this.#isSomethingSpent(this.#lastCart(trail));
    const tested = trail.members
      .filter((each) => each.isLimited || each.code !== null || isSomethingSpent)
      .filter((each) => each.kind.workClass !== "gift")
      .sort(
        (a, b) =>
          Number(b.isLimited) - Number(a.isLimited) ||
          Number(b.code !== null) - Number(a.code !== null) ||
          a.promotion.stacking.priority - b.promotion.stacking.priority ||
          b.promotion.id - a.promotion.id,
      );
    for (const each of tested) {
      const index = trail.members.indexOf(each);
      const cart = this.#cartAt(0, trail.carts[index] ?? this.#start);
      const without = this.#finish(trail.members, index + 1, cart, trail.tallies[index] ?? NOTHING_APPLIES);
      if (isBetter(without, trail.tally)) trail = this.#follow(trail.members.toSpliced(index, 1), trail);
    }
    return trail;
  }

  /** What a selection leaves, with every discount on its lines. */
  #lastCart(trail: Trail): WorkingCart {
    const cart = trail.carts[trail.members.length] ?? this.#start;
    spreadOut({ cart, facts: this.#facts, buffers: this.#buffers });
    return cart;
  }

  /** True when a line or delivery costs nothing any more: only then can a promotion take off what another would have taken as well. */
  #isSomethingSpent(cart: WorkingCart): boolean {
    if (cart.delivery === 0 && this.#start.delivery > 0) return true;
    return cart.byPrice.some((position) => valueLeft(cart, position) === 0);
  }
}
