import { formatUsd, type Cents } from "#app/values/money.ts";
import type { AppliedPromotion, FreeItem, NotApplied, PromotionInput, PromotionOutcome } from "#app/promotions/domain/promotion.ts";
import type { Missing } from "#app/promotions/domain/kinds/action-kind.ts";
import { gatherCandidates, waiting, type Candidate, type Passing } from "./candidates.ts";
import { gatherFacts, type CartFacts } from "./cart-facts.ts";
import { applyCandidate, chooseCombination, compareWork, MAX_COMBINED, workOf, type Choice } from "./combinations.ts";
import { copyCart, emptyCart, makeBuffers, startCart, type WorkingCart } from "./working-cart.ts";
import { amountText } from "#app/promotions/domain/wording.ts";

/**
 * Decides which promotions apply to a cart and what each takes off (docs/rules/promotions.md). Pure; the same input in any order of codes
 * and promotions gives the same outcome. Of all lawful combinations the one with the largest `totalDiscount` wins (free items count at list
 * price); the sum of all shares, the delivery share and the free items is exactly that total, and no line falls below zero.
 *
 * `notApplied` names every code that gives nothing now and every active automatic promotion that does not apply, with the reason
 * (`code` null: nobody asked for it, so a screen may show only those with a shortfall).
 */
export function evaluatePromotions(input: PromotionInput): PromotionOutcome {
  const facts = gatherFacts(input);
  const start = startCart(facts);
  const { candidates, notApplied } = gatherCandidates(facts);
  const { passing, failed } = testAlone(candidates, facts, start);
  const choice = chooseCombination(passing, facts, start);
  const applied = applyMembers(choice, facts, start);
  return {
    ...applied,
    notApplied: sortNotApplied([...notApplied, ...failed, ...listDisplaced(passing, choice)]),
    truncated: choice.leftOut.size > 0,
  };
}

/** Tries each candidate alone on the untouched cart; those that take nothing off get their reason. */
function testAlone(candidates: readonly Candidate[], facts: CartFacts, start: WorkingCart): { passing: Passing[]; failed: NotApplied[] } {
  const cart = emptyCart(facts.lines.length);
  const buffers = makeBuffers(facts.lines.length);
  const passing: Passing[] = [];
  const failed: NotApplied[] = [];
  for (const candidate of candidates) {
    copyCart(start, cart);
    const alone = applyCandidate(candidate, facts, cart, buffers);
    copyCart(start, cart);
    const work = workOf(candidate, facts, cart, buffers);
    if (alone === 0) {
      failed.push(waiting(candidate.promotion, candidate.code, candidate.kind.explainMissing(candidate.params, work)));
    } else {
      passing.push({ candidate, alone, bound: candidate.kind.bound?.(candidate.params, work) ?? alone });
    }
  }
  return { passing, failed };
}

/** Lets the chosen promotions work once more, in order, and keeps what each takes off each line. */
function applyMembers(choice: Choice, facts: CartFacts, start: WorkingCart): Omit<PromotionOutcome, "notApplied" | "truncated"> {
  const cart = emptyCart(facts.lines.length);
  copyCart(start, cart);
  const buffers = makeBuffers(facts.lines.length);
  const discounts = new Float64Array(facts.lines.length);
  const applied: AppliedPromotion[] = [];
  const freeItems: FreeItem[] = [];
  let deliveryDiscount = 0;
  let totalDiscount = 0;
  for (const member of choice.members.toSorted(compareWork)) {
    const { shares } = buffers;
    shares.fill(0);
    const deliveryBefore = cart.delivery;
    const amount = applyCandidate(member, facts, cart, buffers);
    const gift = member.kind.findGift?.(member.params, workOf(member, facts, cart, buffers)) ?? null;
    if (gift !== null) freeItems.push(gift);
    for (let position = 0; position < shares.length; position += 1)
      discounts[position] = (discounts[position] ?? 0) + (shares[position] ?? 0);
    deliveryDiscount += deliveryBefore - cart.delivery;
    totalDiscount += amount;
    applied.push({
      promotionId: member.promotion.id,
      title: member.promotion.title,
      code: member.code,
      kind: member.kind.code,
      amount,
      explanation: explain(member, amount, choice, facts),
      lineShares: byLineId(facts, shares, 1),
      deliveryShare: deliveryBefore - cart.delivery,
    });
  }
  return { lineDiscounts: byLineId(facts, discounts, 0), deliveryDiscount, freeItems, applied, totalDiscount };
}

/** "20% off all pizzas, at most $10: you save $4.80." */
function explain(member: Candidate, amount: Cents, choice: Choice, facts: CartFacts): string {
  const cap = member.promotion.cap === null ? "" : `, at most ${amountText(member.promotion.cap)}`;
  const truncated =
    choice.leftOut.size === 0 ? "" : ` More offers fit this cart than can be compared together; the best ${MAX_COMBINED} were.`;
  return `${member.kind.describe(member.params, facts.names)}${cap}: you save ${formatUsd(amount)}.${truncated}`;
}

/** The candidates that would take something off but lost to the chosen combination. */
function listDisplaced(passing: readonly Passing[], choice: Choice): NotApplied[] {
  return passing
    .filter(({ candidate }) => !choice.members.includes(candidate))
    .map(({ candidate }) => {
      const missing: Missing = { reason: "better-combination", message: displacedText(candidate, choice), shortfall: null };
      return waiting(candidate.promotion, candidate.code, missing);
    });
}

function displacedText(loser: Candidate, choice: Choice): string {
  const { stacking } = loser.promotion;
  if (stacking.exclusive) return "This offer stands alone, and your other offers save you as much or more.";
  const winner = choice.members.find(
    ({ promotion }) => promotion.stacking.exclusive || (stacking.group !== null && promotion.stacking.group === stacking.group),
  );
  if (winner !== undefined) return `Cannot be combined with “${winner.promotion.title}”, which is better for this cart.`;
  return choice.leftOut.has(loser)
    ? `Only the best ${MAX_COMBINED} offers of a cart are combined.`
    : "Your other offers cover these items already and save you as much or more.";
}

/** Amounts of at least `least` cents by line id. */
function byLineId(facts: CartFacts, values: Float64Array, least: Cents): Record<string, Cents> {
  const entries: [string, Cents][] = [];
  for (let position = 0; position < values.length; position += 1) {
    const value = values[position] ?? 0;
    const line = facts.lines[position];
    if (line !== undefined && value >= least) entries.push([line.id, value]);
  }
  return Object.fromEntries(entries);
}

/** Codes first, in alphabetical order, then the automatic ones by id. */
function sortNotApplied(entries: readonly NotApplied[]): NotApplied[] {
  return entries.toSorted((a, b) => {
    if ((a.code === null) !== (b.code === null)) return a.code === null ? 1 : -1;
    if (a.code !== null && b.code !== null && a.code !== b.code) return a.code < b.code ? -1 : 1;
    return (a.promotionId ?? 0) - (b.promotionId ?? 0);
  });
}
