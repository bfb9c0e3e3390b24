import type { Cents } from "#app/values/money.ts";
import { WORK_CLASSES, type Work } from "#app/promotions/domain/kinds/action-kind.ts";
import type { Candidate, Passing } from "./candidates.ts";
import type { CartFacts } from "./cart-facts.ts";
import { reachOf } from "./reach.ts";
import { getRunOrder } from "./units.ts";
import { copyCart, emptyCart, makeBuffers, type Buffers, type WorkingCart } from "./working-cart.ts";

/** So many promotions are combined in every lawful way; of more, those that take most off alone. */
export const MAX_COMBINED = 12;

/** With fewer candidates left, trying them costs less than bounding them. */
const WORTH_BOUNDING = 4;

export interface Choice {
  /** In the order of work. */
  readonly members: readonly Candidate[];
  /** Stackable candidates that were not tried together with others, because there were more than MAX_COMBINED. */
  readonly leftOut: ReadonlySet<Candidate>;
}

/** Lets one promotion work on a cart; answers what it took off. `buffers.shares` collects its part per line. */
export function applyCandidate(candidate: Candidate, facts: CartFacts, cart: WorkingCart, buffers: Buffers, amountOnly = false): Cents {
  return candidate.kind.apply(candidate.params, workOf(candidate, facts, cart, buffers, amountOnly));
}

export function workOf(candidate: Candidate, facts: CartFacts, cart: WorkingCart, buffers: Buffers, amountOnly = false): Work {
  return { facts, cart, sets: candidate.sets, limit: candidate.limit, promotionId: candidate.promotion.id, buffers, amountOnly };
}

/** At least what a promotion can take off a cart or what is left of it later on. `spare` is overwritten. */
export function boundOf(candidate: Candidate, facts: CartFacts, cart: WorkingCart, spare: WorkingCart, buffers: Buffers): Cents {
  const { kind, params } = candidate;
  if (kind.workClass === "unit") getRunOrder(cart);
  if (kind.bound !== undefined) return kind.bound(params, workOf(candidate, facts, cart, buffers));
  copyCart(cart, spare);
  return applyCandidate(candidate, facts, spare, buffers, true);
}

/** Item actions, units, order, gifts, delivery; percentages before fixed amounts; then priority, then id (ordering of a combination). */
export function compareWork(a: Candidate, b: Candidate): number {
  return (
    WORK_CLASSES.indexOf(a.kind.workClass) - WORK_CLASSES.indexOf(b.kind.workClass) ||
    Number(b.kind.isPercentage(b.params)) - Number(a.kind.isPercentage(a.params)) ||
    comparePriority(a, b)
  );
}

/**
 * Finds the lawful combination that takes most off: an exclusive promotion stands alone, of one stacking group at most one applies,
 * all else stacks. Of equal combinations the one with the higher priorities wins (compared from the highest down), then the one with
 * fewer promotions, then the one with the lower ids. A promotion that would add nothing is never part of a combination.
 */
export function chooseCombination(passing: readonly Passing[], facts: CartFacts, start: WorkingCart): Choice {
  const bySaving = passing.toSorted((a, b) => b.alone - a.alone || comparePriority(a.candidate, b.candidate));
  const exclusive = bySaving.find(({ candidate }) => candidate.promotion.stacking.exclusive);
  const stackable = bySaving.filter(({ candidate }) => !candidate.promotion.stacking.exclusive);
  const tried = stackable.slice(0, MAX_COMBINED).sort((a, b) => compareWork(a.candidate, b.candidate));
  const leftOut = new Set(stackable.slice(MAX_COMBINED).map(({ candidate }) => candidate));
  const all = exclusive === undefined ? tried : [...tried, exclusive];
  const isPreferred = preferenceAmong(all);
  let best = exclusive === undefined ? { mask: 0, total: 0 } : { mask: 1 << tried.length, total: exclusive.alone };
  const carts: WorkingCart[] = [];
  const spare = emptyCart(facts.lines.length);
  const buffers = makeBuffers(facts.lines.length);
  const groups = groupBits(tried);
  const reach = reachOf(tried, facts);

  // A combination is reached by adding members in the order of work, so that combinations with the same beginning share its cost.
  function extend(
    cart: WorkingCart,
    depth: number,
    from: number,
    mask: number,
    usedGroups: number,
    total: Cents,
    outerBounds: readonly Cents[],
  ): void {
    const bounds = tried.length - from < WORTH_BOUNDING ? outerBounds : boundsOn(cart, from, usedGroups, outerBounds);
    const bounded = reach.ofBounded(bounds, from);
    for (let index = from; index < tried.length; index += 1) {
      if (total + (bounded[index] ?? 0) + reach.ofLines(index, cart) < best.total) return;
      const member = tried[index];
      const group = groups[index] ?? 0;
      if (member === undefined || (usedGroups & group) !== 0) continue;
      const next = (carts[depth] ??= emptyCart(facts.lines.length));
      if (member.candidate.kind.workClass === "unit") getRunOrder(cart);
      copyCart(cart, next);
      const amount = applyCandidate(member.candidate, facts, next, buffers, index === tried.length - 1);
      if (amount === 0) continue;
      const found = { mask: mask | (1 << index), total: total + amount };
      if (found.total > best.total || (found.total === best.total && isPreferred(found.mask, best.mask))) best = found;
      extend(next, depth + 1, index + 1, found.mask, usedGroups | group, found.total, bounds);
    }
  }

  /** The most each candidate can take off the cart as it is now: nothing for one whose group is used. */
  function boundsOn(cart: WorkingCart, from: number, usedGroups: number, outerBounds: readonly Cents[]): Cents[] {
    return tried.map(({ candidate }, index) => {
      if (index < from || ((groups[index] ?? 0) & usedGroups) !== 0) return 0;
      return reach.isBounded(index) ? boundOf(candidate, facts, cart, spare, buffers) : (outerBounds[index] ?? 0);
    });
  }

  extend(
    start,
    0,
    0,
    0,
    0,
    0,
    tried.map(({ bound }) => bound),
  );
  return { members: all.filter((_, index) => (best.mask & (1 << index)) !== 0).map(({ candidate }) => candidate), leftOut };
}

function comparePriority(a: Candidate, b: Candidate): number {
  return b.promotion.stacking.priority - a.promotion.stacking.priority || a.promotion.id - b.promotion.id;
}

/** One bit per stacking group; 0 = in none. */
function groupBits(passing: readonly Passing[]): number[] {
  const names = [...new Set(passing.map(({ candidate }) => candidate.promotion.stacking.group))].filter((name) => name !== null);
  return passing.map(({ candidate: { promotion } }) =>
    promotion.stacking.group === null ? 0 : 1 << names.indexOf(promotion.stacking.group),
  );
}

/** Tells which of two combinations of equal saving wins; combinations are bit masks over `passing`. */
function preferenceAmong(passing: readonly Passing[]): (a: number, b: number) => boolean {
  const bitsByPriority = new Map<number, number>();
  for (const [index, { candidate }] of passing.entries()) {
    const { priority } = candidate.promotion.stacking;
    bitsByPriority.set(priority, (bitsByPriority.get(priority) ?? 0) | (1 << index));
  }
  const classes = [...bitsByPriority].sort(([a], [b]) => b - a).map(([, bits]) => bits);
  const byId = passing.map(({ candidate }, index) => ({ id: candidate.promotion.id, bit: 1 << index })).sort((a, b) => a.id - b.id);
  return (a, b) => {
    let lower = -1;
    for (const bits of classes) {
      lower &= ~bits;
      const difference = countBits(a & bits) - countBits(b & bits);
      // The shorter one wins where it simply ends; where it goes on with lower priorities, it loses.
      if (difference > 0) return (b & lower) !== 0;
      if (difference < 0) return (a & lower) === 0;
    }
    const lowest = byId.find(({ bit }) => ((a ^ b) & bit) !== 0);
    return lowest !== undefined && (a & lowest.bit) !== 0;
  };
}

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
