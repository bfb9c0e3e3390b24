import type { Cents } from "#app/values/money.ts";
import type { Candidate } from "./candidates.ts";

/** A combination and what it comes to. */
export interface Tally {
  /** Lines and delivery after tax; gifts count nothing. */
  readonly pay: Cents;
  /** The last one and those before it: combinations that begin alike share their beginning. */
  readonly members: Members | null;
  readonly gifts: number;
  /** Limited uses spent on money off, gifts not counted. */
  readonly limitedOff: number;
  readonly limited: number;
  readonly codes: number;
}

interface Members {
  readonly last: Candidate;
  readonly before: Members | null;
}

export const NOTHING_APPLIES: Tally = { pay: 0, members: null, gifts: 0, limitedOff: 0, limited: 0, codes: 0 };

/** A limited use must save more than this: nobody's single-use code is spent for a rounding. */
const LEAST_FOR_A_USE: Cents = 1;

export function addMember(tally: Tally, candidate: Candidate): Tally {
  const isGift = candidate.kind.workClass === "gift";
  const limited = Number(candidate.isLimited);
  return {
    pay: 0,
    members: { last: candidate, before: tally.members },
    gifts: tally.gifts + Number(isGift),
    limitedOff: tally.limitedOff + (isGift ? 0 : limited),
    limited: tally.limited + limited,
    codes: tally.codes + Number(candidate.code !== null),
  };
}

/** In the order of work. */
export function membersOf({ members }: Tally): readonly Candidate[] {
  const all: Candidate[] = [];
  for (let one = members; one !== null; one = one.before) all.push(one.last);
  return all.reverse();
}

/** What is paid, with a cent for every limited use. */
export function costOf({ limitedOff }: Tally, pay: Cents): Cents {
  return pay + LEAST_FOR_A_USE * limitedOff;
}

/**
 * True when the customer pays less. Ties: more gifts, then fewer limited uses, fewer codes, the higher priorities (compared from the
 * highest down), fewer promotions, the lower ids.
 */
export function isBetter(a: Tally, b: Tally): boolean {
  const difference =
    costOf(a, a.pay) - costOf(b, b.pay) || b.gifts - a.gifts || a.limited - b.limited || a.codes - b.codes || comparePriorities(a, b);
  return difference < 0;
}

function comparePriorities(a: Tally, b: Tally): number {
  const [ofA, ofB] = [prioritiesOf(a), prioritiesOf(b)];
  for (const [index, priority] of ofA.entries()) {
    const difference = (ofB[index] ?? priority) - priority;
    if (difference !== 0) return difference;
  }
  return ofA.length - ofB.length || compareIds(a, b);
}

function prioritiesOf(tally: Tally): number[] {
  return membersOf(tally)
    .map(({ promotion }) => promotion.stacking.priority)
    .sort((x, y) => y - x);
}

function compareIds(a: Tally, b: Tally): number {
  const [idsA, idsB] = [idsOf(a), idsOf(b)];
  for (const [index, id] of idsA.entries()) {
    const difference = id - (idsB[index] ?? id);
    if (difference !== 0) return difference;
  }
  return 0;
}

function idsOf(tally: Tally): number[] {
  return membersOf(tally)
    .map(({ promotion }) => promotion.id)
    .sort((x, y) => x - y);
}
