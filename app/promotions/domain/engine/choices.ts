import type { Candidate, Passing } from "./candidates.ts";
import { valueLeft, type WorkingCart } from "./working-cart.ts";

/** Which promotions stand in each other's way, and so have to be chosen between (docs/rules/promotions.md). */

/** So many combinations of one part are tried, at most; of more, those of the promotions that take most off alone. */
const MAX_COMBINATIONS = 4096;

export interface Part {
  readonly tried: readonly Passing[];
  readonly leftOut: readonly Passing[];
}

/**
 * Promotions that cannot simply apply beside all others: members of one group, and those that consume the same units. A
 * discount on items that a set takes changes which unit goes where and what the set takes off, and both become choices, as far as everything can
 * still be tried.
 */
export function findChoices(passing: readonly Passing[]): ReadonlySet<Passing> {
  const contested = passing.filter((a) => passing.some((b) => a !== b && (isSameGroup(a, b) || shareUnits(a, b))));
  const units = passing.filter(isUnitRule);
  const near = passing.filter((a) => !contested.includes(a) && a.candidate.kind.workClass === "item" && units.some((b) => touch(a, b)));
  // A set takes off what the discounts on its items have left, and its share of the tax is rounded: both together can come dearer than one.
  const beside = units.filter((b) => near.some((a) => touch(a, b)));
  const all = new Set([...contested, ...near, ...beside]);
  return countCombinations([...all]) <= MAX_COMBINATIONS ? all : new Set(contested);
}

/**
 * Promotions that have eaten up a line or the delivery fee together, where a limited use or a code is among them: fewer might do. What stands
 * back for the group of another member is none of them. Empty when there is nothing to choose, or too much.
 */
export function findSpenders(passing: readonly Passing[], members: readonly Candidate[], cart: WorkingCart): readonly Passing[] {
  if (!members.some(isWorthKeeping)) return [];
  const spent = cart.byPrice.filter((position) => valueLeft(cart, position) === 0);
  const spenders = passing.filter(({ candidate: { kind, sets } }) =>
    kind.workClass === "delivery" ? cart.delivery === 0 : sets.some(({ has }) => spent.some((position) => has[position] === 1)),
  );
  const others = members.filter((member) => !spenders.some(({ candidate }) => candidate === member));
  const lawful = spenders.filter((each) => !others.some((other) => inOneGroup(each.candidate, other)));
  const used = lawful.filter(({ candidate }) => members.includes(candidate) && isWorthKeeping(candidate));
  return used.length > 0 && lawful.length > used.length && countCombinations(lawful) <= MAX_COMBINATIONS ? lawful : [];
}

function isWorthKeeping({ isLimited, code }: Candidate): boolean {
  return isLimited || code !== null;
}

/** Everything at once while that can be tried; else parts whose lines and groups have nothing to do with each other. */
export function splitIntoParts(choices: readonly Passing[]): readonly Part[] {
  if (choices.length === 0) return [];
  if (countCombinations(choices) <= MAX_COMBINATIONS) return [{ tried: choices, leftOut: [] }];
  const left = new Set(choices);
  const parts: Part[] = [];
  for (const first of choices) {
    if (!left.delete(first)) continue;
    const part = [first];
    for (const member of part) {
      for (const other of left) {
        if (!isSameGroup(member, other) && !touch(member, other)) continue;
        left.delete(other);
        part.push(other);
      }
    }
    parts.push(limitPart(part));
  }
  return parts;
}

/** The promotions that take most off alone, as many as can be tried in every combination. */
function limitPart(part: readonly Passing[]): Part {
  const tried: Passing[] = [];
  const leftOut: Passing[] = [];
  for (const each of part.toSorted((a, b) => b.alone - a.alone || a.candidate.promotion.id - b.candidate.promotion.id)) {
    const isWithin = countCombinations([...tried, each]) <= MAX_COMBINATIONS;
    (isWithin ? tried : leftOut).push(each);
  }
  return { tried, leftOut };
}

/** Lawful selections: one or none of each group, every other with or without. */
function countCombinations(choices: readonly Passing[]): number {
  const groups = new Map<string, number>();
  let combinations = 1;
  for (const { candidate } of choices) {
    const { group } = candidate.promotion.stacking;
    if (group === null) {
      combinations *= 2;
    } else {
      groups.set(group, (groups.get(group) ?? 1) + 1);
    }
  }
  for (const count of groups.values()) combinations *= count;
  return combinations;
}

function isUnitRule({ candidate }: Passing): boolean {
  return candidate.kind.workClass === "unit";
}

function isSameGroup(a: Passing, b: Passing): boolean {
  return inOneGroup(a.candidate, b.candidate);
}

/** True for two of which only one may apply. */
export function inOneGroup(a: Candidate, b: Candidate): boolean {
  const { group } = a.promotion.stacking;
  return group !== null && group === b.promotion.stacking.group;
}

function shareUnits(a: Passing, b: Passing): boolean {
  return isUnitRule(a) && isUnitRule(b) && touch(a, b);
}

/** True when both reach one line. */
function touch({ candidate: a }: Passing, { candidate: b }: Passing): boolean {
  return a.sets.some((set) => b.sets.some((other) => set.lines.some((position) => other.has[position] === 1)));
}
