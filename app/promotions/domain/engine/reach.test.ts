import fc from "fast-check";
import { expect, test } from "vitest";
import type { Promotion, PromotionInput } from "#app/promotions/domain/promotion.ts";
import { everything, products, sampleInput, sampleLine } from "#test/promotion-samples.ts";
import { testPromotion } from "#test/promotions.ts";
import { gatherCandidates, type Passing } from "./candidates.ts";
import { gatherFacts } from "./cart-facts.ts";
import { applyCandidate } from "./combinations.ts";
import { byRank } from "./selections.ts";
import { evaluatePromotions } from "./evaluate-promotions.ts";
import { reachOf } from "./reach.ts";
import { copyCart, getBuffers, getCart, startCart } from "./working-cart.ts";

const target = fc.constantFrom(everything, products(1, 2, 3), products(2, 4));
const action: fc.Arbitrary<Promotion["action"]> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("order-percent", "item-percent"),
    params: fc.record({ rate: fc.constantFrom(20_000, 100_000, 500_000), target }),
  }),
  fc.record({ kind: fc.constantFrom("order-fixed", "item-fixed"), params: fc.record({ amount: fc.integer({ min: 1, max: 60 }), target }) }),
  fc.record({ kind: fc.constant("item-price"), params: fc.record({ price: fc.integer({ min: 0, max: 60 }), target }) }),
);

/** Carts of cents, where roundings weigh most. */
const input: fc.Arbitrary<PromotionInput> = fc
  .record({
    lines: fc.array(fc.record({ unitPrice: fc.constantFrom(1, 5, 25, 77), quantity: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 12,
    }),
    actions: fc.array(fc.record({ action, group: fc.option(fc.constantFrom("a", "b"), { nil: null, freq: 3 }) }), {
      minLength: 1,
      maxLength: 7,
    }),
  })
  .map(({ lines, actions }) =>
    sampleInput({
      lines: lines.map(({ unitPrice, quantity }, index) => sampleLine((index % 4) + 1, unitPrice, quantity, { id: `line-${index}` })),
      promotions: actions.map(({ action: { kind, params }, group }, index) =>
        testPromotion(index + 1, kind, params, { stacking: { group, exclusive: false, priority: 0 } }),
      ),
    }),
  );

/** What the search would assume that can come off the untouched cart at most. */
function reachOfStart(of: PromotionInput): number {
  const facts = gatherFacts(of);
  const { candidates } = gatherCandidates(facts);
  const start = startCart(
    facts,
    candidates.flatMap(({ sets }) => sets),
  );
  const cart = getCart(facts);
  const passing = candidates
    .map((candidate): Passing => {
      copyCart(start, cart);
      const alone = applyCandidate(candidate, facts, cart, getBuffers(facts.lines.length));
      return { candidate, alone, bound: alone };
    })
    .filter(({ alone }) => alone > 0)
    .sort((a, b) => byRank(a.candidate, b.candidate));
  const reach = reachOf(passing, facts);
  return reach.from(start, 0);
}

test("the search never assumes less than really comes off", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(input, (drawn) => {
      expect(reachOfStart(drawn)).toBeGreaterThanOrEqual(evaluatePromotions(drawn).totalDiscount);
    }),
    { numRuns: 600 },
  );
});

test("promotions that shrink each other are not counted as if they stood alone", () => {
  const percentages = Array.from({ length: 10 }, (_, index) => testPromotion(index + 1, "order-percent", { rate: 100_000 }));
  const of = sampleInput({ lines: [sampleLine(1, 100_000)], promotions: percentages });
  const { totalDiscount } = evaluatePromotions(of);
  expect(totalDiscount).toBe(65_132);
  expect(reachOfStart(of)).toBeLessThan(totalDiscount + 20);
});
