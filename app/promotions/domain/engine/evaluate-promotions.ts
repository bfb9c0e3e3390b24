import * as texts from "#texts/promotions/actions.ts";
import { formatMoney, formatShortMoney, type Cents } from "#app/values/money.ts";
import type { AppliedPromotion, FreeItem, NotApplied, PromotionInput, PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import { gatherCandidates, setsOf, waiting, type Candidate, type Passing } from "./candidates.ts";
import { gatherFacts, splitLines, sum, type CartFacts } from "./cart-facts.ts";
import { explainWeighed } from "#app/promotions/domain/kinds/explain-missing.ts";
import { workOf } from "./combination.ts";
import { listDisplaced } from "./displaced.ts";
import { chooseCombination, type Choice, type Situation } from "./search.ts";
import { MAX_AMOUNT_CENTS } from "#app/values/limits.ts";
import { copyCart, startCart, valueLeft, type WorkingCart } from "./working-cart.ts";

/**
 * Decides which promotions apply to a cart and what each takes off (docs/rules/promotions.md). Pure; the same input in any order of lines,
 * codes and promotions gives the same cents. The valid combination in which the customer pays least after tax wins; gifts
 * do not count there. The sum of all shares, the delivery share and the free items at list price is exactly `totalDiscount`, and no line
 * falls below zero.
 *
 * `notApplied` names every code that gives nothing now and every active automatic promotion that does not apply, with the reason
 * (`code` null: not requested by the customer, so screens may show only those with a shortfall).
 */
export function evaluatePromotions(input: PromotionInput): PromotionOutcome {
  const whole = gatherFacts(input);
  const gathered = gatherCandidates(whole);
  const { situation, choice, failed, displaced } = decide(whole, gathered.candidates);
  return {
    ...applyMembers(choice, situation),
    notApplied: sortNotApplied([...gathered.notApplied, ...failed, ...displaced]),
    truncated: choice.leftOut.size > 0,
  };
}

interface Decision {
  readonly situation: Situation;
  readonly choice: Choice;
  /** Candidates that give no discount on this cart. */
  readonly failed: readonly NotApplied[];
  /** Candidates that lost to the chosen ones. */
  readonly displaced: readonly NotApplied[];
}

/**
 * Chooses on the cart with its lines split into pieces where a promotion covers only some units. Split lines round differently. If no such
 * promotion is chosen, the choice is repeated on whole lines, so that they change no cent of the others.
 */
function decide(whole: CartFacts, candidates: readonly Candidate[]): Decision {
  const limited = candidates.filter(takesSomeUnits);
  if (limited.length === 0) return decideOn(whole, candidates);
  const cut = cutSingles(whole, limited);
  const first = decideOn(
    cut,
    candidates.map((each) => ({ ...each, sets: setsOf(each, cut) })),
  );
  if (first.choice.members.some(takesSomeUnits)) return first;
  const near = new Set(first.choice.members.map(({ promotion }) => promotion.id));
  const others = candidates.filter((candidate) => !takesSomeUnits(candidate));
  const second = decideOn(whole, others, near);
  const limitedIds = new Set(limited.map(({ promotion }) => promotion.id));
  const losers = first.situation.passing.filter(({ candidate }) => takesSomeUnits(candidate));
  return {
    ...second,
    failed: [...first.failed.filter(({ promotionId }) => limitedIds.has(promotionId ?? 0)), ...second.failed],
    displaced: [...listDisplaced(losers, second.choice, first.situation), ...second.displaced],
  };
}

function decideOn(facts: CartFacts, candidates: readonly Candidate[], near?: ReadonlySet<number>): Decision {
  const start = startCart(facts);
  const { passing, failed } = testAlone(candidates, facts, start);
  const situation = { facts, start, passing };
  const choice = chooseCombination(situation, near);
  return { situation, choice, failed, displaced: listDisplaced(passing, choice, situation) };
}

function takesSomeUnits({ kind, params }: Candidate): boolean {
  return (kind.unitLimit?.(params) ?? 0) > 0;
}

/** Splits single units off the lines that "at most so many items" covers, so that a promotion always works on whole pieces. */
function cutSingles(facts: CartFacts, limited: readonly Candidate[]): CartFacts {
  const unitsFor =
    (position: number) =>
    ({ kind, params, sets: [set] }: Candidate) =>
      set?.has[position] === true ? (kind.unitLimit?.(params) ?? 0) : 0;
  return splitLines(facts, (position) => sum(limited, unitsFor(position)));
}

/** Applies each candidate alone to the untouched cart; those without a discount get their reason. */
function testAlone(candidates: readonly Candidate[], facts: CartFacts, start: WorkingCart): { passing: Passing[]; failed: NotApplied[] } {
  const passing: Passing[] = [];
  const failed: NotApplied[] = [];
  for (const candidate of candidates) {
    const { kind, params, promotion, code } = candidate;
    const alone = kind.apply(params, workOf(candidate, facts, copyCart(start)));
    const untouched = workOf(candidate, facts, copyCart(start));
    if (alone === 0) {
      const missing = explainWeighed(untouched, kind.listTargets(params)) ?? kind.explainMissing(params, untouched);
      failed.push(waiting(promotion, code, missing));
    } else passing.push({ candidate, alone, bound: kind.bound?.(params, untouched) ?? alone });
  }
  return { passing, failed };
}

/** Applies the chosen promotions again, in order, and records the discount of each on each line. */
function applyMembers({ members, leftOut }: Choice, { facts, start }: Situation): Omit<PromotionOutcome, "notApplied" | "truncated"> {
  const applied: AppliedPromotion[] = [];
  const freeItems: FreeItem[] = [];
  let cart = start;
  for (const member of members) {
    const { kind, params, promotion, code } = member;
    const before = workOf(member, facts, cart);
    const after = copyCart(cart);
    const amount = kind.apply(params, workOf(member, facts, after));
    const uncut = amount < member.limit ? amount : kind.apply(params, { ...before, cart: copyCart(cart), limit: MAX_AMOUNT_CENTS });
    const times = kind.countTimes?.(params, before) ?? 1;
    const nextStep = kind.nextStep?.(params, before) ?? null;
    const gift = kind.findGift?.(params, before) ?? null;
    if (gift !== null) freeItems.push(gift);
    applied.push({
      promotionId: promotion.id,
      title: promotion.title,
      code,
      kind: kind.code,
      amount,
      explanation: explain(member, { amount, uncut, times, isTruncated: leftOut.size > 0 }, facts),
      ...(nextStep === null || uncut > amount ? {} : { nextStep }),
      lineShares: takenByLine(facts, cart, after, 1),
      deliveryShare: cart.delivery - after.delivery,
    });
    cart = after;
  }
  return {
    lineDiscounts: takenByLine(facts, start, cart, 0),
    deliveryDiscount: start.delivery - cart.delivery,
    freeItems,
    applied,
    totalDiscount: sum(applied, ({ amount }) => amount),
  };
}

interface Effect {
  readonly amount: Cents;
  /** Its discount without its cap and budget. */
  readonly uncut: Cents;
  readonly times: number;
  readonly isTruncated: boolean;
}

/** "20% off all pizzas, at most $10: you save $10.00 instead of $14.00. Applied 2 times." */
function explain({ promotion, kind, params, limit }: Candidate, { amount, uncut, times, isTruncated }: Effect, facts: CartFacts): string {
  const { format } = facts.names;
  const sentences = [
    texts.youSave({
      what: kind.describe(params, facts.names),
      cap: promotion.cap === null ? null : formatShortMoney(promotion.cap, format),
      saved: formatMoney(amount, format),
      uncut: uncut > amount ? { amount: formatMoney(uncut, format), isCap: limit === promotion.cap } : null,
    }),
    ...(times > 1 ? [texts.appliedTimes(times)] : []),
    ...(isTruncated ? [texts.bestFound] : []),
  ];
  return sentences.join(" ");
}

/** The discount on each line between two carts, by line id, where it is at least `least` cents; the pieces of a line are added up. */
function takenByLine({ lines }: CartFacts, before: WorkingCart, after: WorkingCart, least: Cents): Record<string, Cents> {
  const taken = new Map<string, Cents>();
  for (const [position, { id }] of lines.entries())
    taken.set(id, (taken.get(id) ?? 0) + valueLeft(before, position) - valueLeft(after, position));
  return Object.fromEntries([...taken].filter(([, amount]) => amount >= least));
}

/** Codes first, in alphabetical order, then the automatic ones by id. */
function sortNotApplied(entries: readonly NotApplied[]): NotApplied[] {
  return entries.toSorted((a, b) => {
    if ((a.code === null) !== (b.code === null)) return a.code === null ? 1 : -1;
    if (a.code !== null && b.code !== null && a.code !== b.code) return a.code < b.code ? -1 : 1;
    return (a.promotionId ?? 0) - (b.promotionId ?? 0);
  });
}
