import type { Cents } from "#app/values/money.ts";
import type { Work } from "#app/promotions/domain/kinds/action-kind.ts";
import type { Candidate } from "./candidates.ts";
import type { CartFacts } from "./cart-facts.ts";
import { copyCart, payOf, type WorkingCart } from "./working-cart.ts";

/** Promotions applied to a cart, in the order of work, and the cart that remains. */
export interface Combination {
  /** The promotions that gave a discount. */
  readonly members: readonly Candidate[];
  readonly cart: WorkingCart;
  /** The amount to pay after tax; gifts do not count. */
  readonly pay: Cents;
  /** `pay` plus one cent for every limited use that saves money: a limited use must save more than that. */
  readonly cost: Cents;
}

/** Applies one promotion to a copy of a cart; null when it gives no discount. */
export function applyTo(cart: WorkingCart, candidate: Candidate, facts: CartFacts): WorkingCart | null {
  const next = copyCart(cart);
  return candidate.kind.apply(candidate.params, workOf(candidate, facts, next)) > 0 ? next : null;
}

export function workOf({ sets, limit, promotion }: Candidate, facts: CartFacts, cart: WorkingCart): Work {
  return { facts, cart, sets, limit, promotionId: promotion.id };
}

/** Builds the combination of members that are already applied to `cart`. */
export function combinationOf(members: readonly Candidate[], cart: WorkingCart, facts: CartFacts): Combination {
  const pay = payOf(cart, facts);
  return { members, cart, pay, cost: pay + members.filter((each) => each.isLimited && !isGift(each)).length };
}

/** Applies promotions, given in the order of work, to a cart on which `before` were applied. */
export function applyAll(
  candidates: readonly Candidate[],
  cart: WorkingCart,
  facts: CartFacts,
  before: readonly Candidate[] = [],
): Combination {
  let current = cart;
  const members = [...before];
  for (const candidate of candidates) {
    const next = applyTo(current, candidate, facts);
    if (next === null) continue;
    current = next;
    members.push(candidate);
  }
  return combinationOf(members, current, facts);
}

/**
 * True when the customer pays less. Ties: more gifts, then fewer limited uses, fewer codes, the higher priorities (compared from the
 * highest down), fewer promotions, the lower ids.
 */
export function isBetter(a: Combination, b: Combination): boolean {
  if (a.cost !== b.cost) return a.cost < b.cost;
  const count = ({ members }: Combination, has: (member: Candidate) => boolean): number => members.filter(has).length;
  const difference =
    count(b, isGift) - count(a, isGift) ||
    count(a, ({ isLimited }) => isLimited) - count(b, ({ isLimited }) => isLimited) ||
    count(a, ({ code }) => code !== null) - count(b, ({ code }) => code !== null) ||
    compareEach(prioritiesOf(b), prioritiesOf(a)) ||
    a.members.length - b.members.length ||
    compareEach(idsOf(a), idsOf(b));
  return difference < 0;
}

export function byRank(a: Candidate, b: Candidate): number {
  return a.rank - b.rank;
}

/** True for two promotions of which only one may apply. */
export function inOneGroup(a: Candidate, b: Candidate): boolean {
  const { group } = a.promotion.stacking;
  return group !== null && group === b.promotion.stacking.group;
}

export function isGift({ kind }: Candidate): boolean {
  return kind.workClass === "gift";
}

function prioritiesOf({ members }: Combination): number[] {
  return members.map(({ promotion }) => promotion.stacking.priority).sort((a, b) => b - a);
}

function idsOf({ members }: Combination): number[] {
  return members.map(({ promotion }) => promotion.id).sort((a, b) => a - b);
}

/** The first difference of two lists, up to the length of the shorter one. */
function compareEach(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, at) => at < b.length && value !== b[at]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
