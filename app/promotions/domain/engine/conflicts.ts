import type { Candidate, Passing } from "./candidates.ts";
import type { CartFacts } from "./cart-facts.ts";
import { inOneGroup } from "./combination.ts";
import { valueLeft, type WorkingCart } from "./working-cart.ts";

/** Finds promotions that conflict, so that the engine must choose between them (docs/rules/promotions.md). */

/** Maximum combinations of one part that are tried without an initial guess. */
export const MAX_COMBINATIONS = 4096;

/**
 * Promotions that cannot all apply together: members of one group, and promotions that use up the same units. A discount on items that a
 * set uses changes which units the set takes and what it saves. Both become choices as long as all combinations can be tried.
 */
export function findConflicts(passing: readonly Passing[]): ReadonlySet<Passing> {
  const contested = passing.filter((a) => passing.some((b) => a !== b && (inOneGroup(a.candidate, b.candidate) || useSameUnits(a, b))));
  const unitRules = passing.filter(isUnitRule);
  const beside = passing.filter(
    (a) => !contested.includes(a) && a.candidate.kind.workClass === "item" && unitRules.some((b) => shareLines(a.candidate, b.candidate)),
  );
  // A set discounts the prices that earlier discounts have left, and its share of the tax is rounded: both together can cost more than one.
  const affected = unitRules.filter((b) => beside.some((a) => shareLines(a.candidate, b.candidate)));
  const all = new Set([...contested, ...beside, ...affected]);
  return countCombinations([...all]) <= MAX_COMBINATIONS ? all : new Set(contested);
}

/**
 * Promotions that together have used up a line or the delivery fee, if one of them has a limited use or a code: fewer might be enough.
 * Those blocked by another member's group are left out. Empty when there is no choice, or too many.
 */
export function findSpenders(
  passing: readonly Passing[],
  members: readonly Candidate[],
  cart: WorkingCart,
  { byPrice }: CartFacts,
): readonly Passing[] {
  if (!members.some(isWorthKeeping)) return [];
  const spent = byPrice.filter((position) => valueLeft(cart, position) === 0);
  const spenders = passing.filter(({ candidate: { kind, sets } }) =>
    kind.workClass === "delivery" ? cart.delivery === 0 : sets.some(({ has }) => spent.some((position) => has[position] === true)),
  );
  const others = members.filter((member) => !spenders.some(({ candidate }) => candidate === member));
  const lawful = spenders.filter((each) => !others.some((other) => inOneGroup(each.candidate, other)));
  const used = lawful.filter(({ candidate }) => members.includes(candidate) && isWorthKeeping(candidate));
  return used.length > 0 && lawful.length > used.length && countCombinations(lawful) <= MAX_COMBINATIONS ? lawful : [];
}

function isWorthKeeping({ isLimited, code }: Candidate): boolean {
  return isLimited || code !== null;
}

/** All conflicts together while every combination can be tried; else parts that share neither lines nor groups. */
export function splitIntoParts(conflicts: readonly Passing[]): readonly (readonly Passing[])[] {
  if (conflicts.length === 0) return [];
  if (countCombinations(conflicts) <= MAX_COMBINATIONS) return [conflicts];
  const left = new Set(conflicts);
  const parts: Passing[][] = [];
  for (const first of conflicts) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const { candidate } of part) {
      for (const other of left) {
        if (!inOneGroup(candidate, other.candidate) && !shareLines(candidate, other.candidate)) continue;
        left.delete(other);
        part.push(other);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** The number of valid selections: one or none of each group, every other promotion with or without. */
export function countCombinations(conflicts: readonly Passing[]): number {
  const groups = Map.groupBy(conflicts, ({ candidate }) => candidate.promotion.stacking.group);
  let combinations = 1;
  for (const [group, members] of groups) combinations *= group === null ? 2 ** members.length : members.length + 1;
  return combinations;
}

function isUnitRule({ candidate }: Passing): boolean {
  return candidate.kind.workClass === "unit";
}

function useSameUnits(a: Passing, b: Passing): boolean {
  return isUnitRule(a) && isUnitRule(b) && shareLines(a.candidate, b.candidate);
}

/** True when both promotions cover the same line. */
function shareLines(a: Candidate, b: Candidate): boolean {
  return a.sets.some(({ lines }) => b.sets.some(({ has }) => lines.some((position) => has[position] === true)));
}
