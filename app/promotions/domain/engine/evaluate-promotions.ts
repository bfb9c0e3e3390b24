import { formatUsd, type Cents } from "#app/values/money.ts";
import type { AppliedPromotion, FreeItem, NotApplied, PromotionInput, PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import { gatherCandidates, waiting, type Candidate, type Passing } from "./candidates.ts";
import { findLines, gatherFacts, splitLines, type CartFacts } from "./cart-facts.ts";
import { applyCandidate, chooseCombination, workOf, type Choice } from "./combinations.ts";
import { byRank } from "./selections.ts";
import { listDisplaced } from "./displaced.ts";
import { MAX_AMOUNT_CENTS } from "#app/values/limits.ts";
import { getRunOrder } from "./units.ts";
import { copyCart, freeRooms, getBuffers, getCart, startCart, type WorkingCart } from "./working-cart.ts";
import { amountText } from "#app/promotions/domain/wording.ts";

/**
 * Decides which promotions apply to a cart and what each takes off (docs/rules/promotions.md). Pure; the same input in any order of lines,
 * codes and promotions gives the same cents. Of all lawful combinations the one wins in which the customer pays least after tax; gifts
 * count nothing there. The sum of all shares, the delivery share and the free items at list price is exactly `totalDiscount`, and no line
 * falls below zero.
 *
 * `notApplied` names every code that gives nothing now and every active automatic promotion that does not apply, with the reason
 * (`code` null: nobody asked for it, so a screen may show only those with a shortfall).
 */
export function evaluatePromotions(input: PromotionInput): PromotionOutcome {
  freeRooms();
  const whole = gatherFacts(input);
  const gathered = gatherCandidates(whole);
  const cut = cutSingles(whole, gathered.candidates);
  const first = decide(cut.facts, cut.candidates);
  // Cut lines round otherwise: where nothing that takes only some units was chosen, none is cut, or such a code would move others' cents.
  const isCutInVain = cut.facts.isSplit && !first.choice.members.some(takesSomeUnits);
  const limited = isCutInVain ? first.passing.filter(({ candidate }) => takesSomeUnits(candidate)) : [];
  const unmet = isCutInVain ? first.failed.filter(({ promotionId }) => first.limitedIds.has(promotionId ?? 0)) : [];
  const decided = isCutInVain
    ? decide(
        whole,
        gathered.candidates.filter((candidate) => !takesSomeUnits(candidate)),
        first.choice,
      )
    : first;
  const { facts, start, failed, choice } = decided;
  const applied = applyMembers(choice, facts, start);
  const displaced = [...listDisplaced(limited, choice, first), ...listDisplaced(decided.passing, choice, decided)];
  return {
    ...applied,
    notApplied: sortNotApplied([...gathered.notApplied, ...unmet, ...failed, ...displaced]),
    truncated: choice.leftOut.size > 0,
  };
}

function takesSomeUnits({ kind, params }: Candidate): boolean {
  return (kind.unitLimit?.(params) ?? 0) > 0;
}

/** @param near what was chosen for the same cart with its lines cut: few cents away, and so a good beginning */
function decide(facts: CartFacts, candidates: readonly Candidate[], near: Choice | null = null) {
  const setsOfUnits = candidates.flatMap(({ kind, sets }) => (kind.workClass === "unit" ? sets : []));
  const start = startCart(facts, setsOfUnits);
  if (setsOfUnits.length > 0) getRunOrder(start);
  const { passing, failed } = testAlone(candidates, facts, start);
  const limitedIds = new Set(candidates.filter(takesSomeUnits).map(({ promotion }) => promotion.id));
  return { facts, start, passing, failed, limitedIds, choice: chooseCombination(passing, facts, start, near) };
}

/** Cuts single units off the lines that "at most so many items" covers, so that a promotion always works on whole pieces. */
function cutSingles(facts: CartFacts, candidates: readonly Candidate[]): { facts: CartFacts; candidates: readonly Candidate[] } {
  const limits = candidates.map(({ kind, params, sets: [set] }) => ({ set, units: kind.unitLimit?.(params) ?? 0 }));
  if (limits.every(({ units }) => units === 0)) return { facts, candidates };
  const split = splitLines(facts, (position) => limits.reduce((sum, { set, units }) => sum + (set?.has[position] === 1 ? units : 0), 0));
  return {
    facts: split,
    candidates: candidates.map((each) => ({
      ...each,
      sets: each.kind.listTargets(each.params).map((target) => findLines(split, target)),
    })),
  };
}

/** Tries each candidate alone on the untouched cart; those that take nothing off get their reason. */
function testAlone(candidates: readonly Candidate[], facts: CartFacts, start: WorkingCart): { passing: Passing[]; failed: NotApplied[] } {
  const cart = getCart(facts);
  const buffers = getBuffers(facts.lines.length, true);
  const passing: Passing[] = [];
  const failed: NotApplied[] = [];
  for (const candidate of candidates) {
    copyCart(start, cart);
    const { kind, params } = candidate;
    const work = workOf(candidate, facts, cart, buffers);
    const alone = kind.apply(params, work);
    if (alone > 0 && kind.bound === undefined) {
      passing.push({ candidate, alone, bound: alone });
      continue;
    }
    copyCart(start, cart);
    if (alone === 0) {
      failed.push(waiting(candidate.promotion, candidate.code, kind.explainMissing(params, work)));
    } else {
      passing.push({ candidate, alone, bound: kind.bound?.(params, work) ?? alone });
    }
  }
  return { passing, failed };
}

/** Lets the chosen promotions work once more, in order, and keeps what each takes off each line. */
function applyMembers(choice: Choice, facts: CartFacts, start: WorkingCart): Omit<PromotionOutcome, "notApplied" | "truncated"> {
  const cart = getCart(facts);
  const spare = getCart(facts);
  copyCart(start, cart);
  const buffers = getBuffers(facts.lines.length);
  const spareBuffers = getBuffers(facts.lines.length);
  const discounts = new Float64Array(facts.lines.length);
  const none = Object.fromEntries(facts.lines.map(({ id }) => [id, 0]));
  const applied: AppliedPromotion[] = [];
  const freeItems: FreeItem[] = [];
  let deliveryDiscount = 0;
  let totalDiscount = 0;
  for (const member of choice.members.toSorted(byRank)) {
    const { kind, params } = member;
    const { shares } = buffers;
    shares.fill(0);
    copyCart(cart, spare);
    const before = workOf(member, facts, spare, spareBuffers);
    const times = kind.countTimes?.(params, before) ?? 1;
    const nextStep = kind.nextStep?.(params, before) ?? null;
    const gift = kind.findGift?.(params, before) ?? null;
    const deliveryBefore = cart.delivery;
    const amount = applyCandidate(member, facts, cart, buffers);
    const uncut = amount < member.limit ? amount : kind.apply(params, { ...before, limit: MAX_AMOUNT_CENTS });
    if (gift !== null) freeItems.push(gift);
    for (let position = 0; position < discounts.length; position += 1)
      discounts[position] = (discounts[position] ?? 0) + (shares[position] ?? 0);
    deliveryDiscount += deliveryBefore - cart.delivery;
    totalDiscount += amount;
    applied.push({
      promotionId: member.promotion.id,
      title: member.promotion.title,
      code: member.code,
      kind: kind.code,
      amount,
      explanation: explain(member, { amount, uncut, times, isTruncated: choice.leftOut.size > 0 }, facts),
      ...(nextStep === null || uncut > amount ? {} : { nextStep }),
      lineShares: byLineId(facts, shares, 1, none),
      deliveryShare: deliveryBefore - cart.delivery,
    });
  }
  return { lineDiscounts: byLineId(facts, discounts, 0, none), deliveryDiscount, freeItems, applied, totalDiscount };
}

interface Effect {
  readonly amount: Cents;
  /** What it would take off without its cap and budget. */
  readonly uncut: Cents;
  readonly times: number;
  readonly isTruncated: boolean;
}

/** "20% off all pizzas, at most $10: you save $10.00 instead of $14.00. Applied 2 times." */
function explain({ promotion, kind, params, limit }: Candidate, { amount, uncut, times, isTruncated }: Effect, facts: CartFacts): string {
  const cap = promotion.cap === null ? "" : `, at most ${amountText(promotion.cap)}`;
  const reason = limit === promotion.cap ? "" : ", because little is left of what this offer may give away";
  const cut = uncut > amount ? ` instead of ${formatUsd(uncut)}${reason}` : "";
  const repeated = times > 1 ? ` Applied ${times} times.` : "";
  const truncated = isTruncated ? " More offers fit this cart than can all be compared; this is the best found." : "";
  return `${kind.describe(params, facts.names)}${cap}: you save ${formatUsd(amount)}${cut}.${repeated}${truncated}`;
}

/** Amounts of at least `least` cents by line id; the pieces of a line together. */
function byLineId(
  { lines, lineOf }: CartFacts,
  values: Float64Array,
  least: Cents,
  all: Readonly<Record<string, Cents>>,
): Record<string, Cents> {
  // A copy of an object with every line takes its memory at once; one that grows leaves a trail of smaller ones behind.
  const amounts: Record<string, Cents> = hasAll(lineOf, values, least) ? { ...all } : {};
  let amount = 0;
  for (let position = 0; position < lines.length; position += 1) {
    amount += values[position] ?? 0;
    if (lineOf[position] === lineOf[position + 1]) continue;
    const id = lines[position]?.id;
    // Out of an array of floating point numbers each would be an object of its own.
    const small = amount | 0;
    if (id !== undefined && amount >= least) amounts[id] = small === amount ? small : amount;
    amount = 0;
  }
  return amounts;
}

/** True when every line has at least so much. */
function hasAll(lineOf: Int32Array, values: Float64Array, least: Cents): boolean {
  let amount = 0;
  for (let position = 0; position < lineOf.length; position += 1) {
    amount += values[position] ?? 0;
    if (lineOf[position] === lineOf[position + 1]) continue;
    if (amount < least) return false;
    amount = 0;
  }
  return true;
}

/** Codes first, in alphabetical order, then the automatic ones by id. */
function sortNotApplied(entries: readonly NotApplied[]): NotApplied[] {
  return entries.toSorted((a, b) => {
    if ((a.code === null) !== (b.code === null)) return a.code === null ? 1 : -1;
    if (a.code !== null && b.code !== null && a.code !== b.code) return a.code < b.code ? -1 : 1;
    return (a.promotionId ?? 0) - (b.promotionId ?? 0);
  });
}
