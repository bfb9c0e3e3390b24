import type { Candidate } from "./candidates.ts";
import { inOneGroup } from "./choices.ts";
import type { Tally } from "./tally.ts";
import type { WorkingCart } from "./working-cart.ts";

/** Selections of candidates, in the order of work. */

export function byRank(a: Candidate, b: Candidate): number {
  return a.rank - b.rank;
}

/** The members with one more in its place in the order of work, without those that may not stand beside it. */
export function withOneMore(members: readonly Candidate[], added: Candidate): readonly Candidate[] {
  const more: Candidate[] = [];
  let isIn = false;
  for (const member of members) {
    if (!isIn && member.rank > added.rank) {
      more.push(added);
      isIn = true;
    }
    if (!inOneGroup(member, added)) more.push(member);
  }
  if (!isIn) more.push(added);
  return more;
}

/** With how many members two selections begin alike. */
export function countShared(a: readonly Candidate[], b: readonly Candidate[]): number {
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared += 1;
  return shared;
}

/** A selection at work: its members in order, with the cart and the tally before each and after the last (what follows in the arrays is old). */
export interface Trail {
  readonly members: readonly Candidate[];
  readonly carts: WorkingCart[];
  readonly tallies: Tally[];
  readonly tally: Tally;
}
