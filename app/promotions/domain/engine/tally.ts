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
  /** Its priorities and ids, worked out when a tie first asks for them. */
  tie: Tie | null;
}

/** The members' priorities from the highest down, and their ids from the lowest up. */
interface Tie {
  readonly priorities: readonly number[];
  readonly ids: readonly number[];
}

interface Members {
  readonly last: Candidate;
  readonly before: Members | null;
}

export const NOTHING_APPLIES: Tally = { pay: 0, members: null, gifts: 0, limitedOff: 0, limited: 0, codes: 0, tie: null };

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
    tie: null,
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
  const ofA = (a.tie ??= tieOf(a));
  const ofB = (b.tie ??= tieOf(b));
  return compareEach(ofB.priorities, ofA.priorities) || ofA.priorities.length - ofB.priorities.length || compareEach(ofA.ids, ofB.ids);
}

function tieOf(tally: Tally): Tie {
  const members = membersOf(tally);
  return {
    priorities: members.map(({ promotion }) => promotion.stacking.priority).sort((x, y) => y - x),
    ids: members.map(({ promotion }) => promotion.id).sort((x, y) => x - y),
  };
}

/** The first difference of two lists, as far as both go. */
function compareEach(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
