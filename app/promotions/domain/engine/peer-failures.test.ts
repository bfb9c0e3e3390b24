import { expect, test } from "vitest";
import type { Promotion } from "#app/promotions/domain/promotion.ts";
import { at, everything, sampleCode, sampleGift, sampleLine } from "#test/promotion-samples.ts";
import { appliedIds, evaluate, off, pay, percent, said, stacking } from "#test/promotion-offers.ts";
import { testPromotion } from "#test/promotions.ts";

/** What other shops' engines get wrong, each with the right answer. */

const offer = testPromotion;
const group = (name: string, changes: Partial<Promotion["stacking"]> = {}) => stacking({ group: name, ...changes });
const ONCE = { totalUses: 1, perCustomerUses: null, budget: null };

const bogo = offer(1, "buy-get", { buyQuantity: 1, buyTarget: everything, getQuantity: 1 });
const cookie = offer(1, "free-item", { productIds: [5] });

interface Case {
  readonly who: string;
  readonly failure: string;
  readonly answer: () => unknown;
  readonly right: unknown;
}

const overTen = { condition: { type: "subtotal", target: everything, min: 1000, max: null } } as const;

const peers: readonly Case[] = [
  {
    who: "Vendure, Medusa",
    failure: "everything that passes stacks, and staff cannot say otherwise",
    answer: () => {
      const lines = [sampleLine(1, 5000)];
      const alone = off(3, 2000, { stacking: { group: null, exclusive: true, priority: 0 } });
      return [
        appliedIds(evaluate([off(1, 300, group("one")), off(2, 400, group("one"))], { lines })),
        appliedIds(evaluate([off(1, 300), alone], { lines })),
      ];
    },
    right: [[2], [3]],
  },
  {
    who: "Saleor",
    failure: "only the single best rule wins",
    answer: () => appliedIds(evaluate([off(1, 300), off(2, 400)], { lines: [sampleLine(1, 5000)] })),
    right: [1, 2],
  },
  {
    who: "Vendure",
    failure: "one unit is both what is bought and what is got",
    answer: () => [1, 2, 3].map((units) => pay([bogo], [sampleLine(1, 1000, units)])),
    right: [1000, 1000, 2000],
  },
  {
    who: "EverShop",
    failure: "the gift is given once, however much was bought",
    answer: () => pay([bogo], [sampleLine(1, 1000, 6)]),
    right: 3000,
  },
  {
    who: "Medusa",
    failure: "20 % sorts equal to $20: which works first is left to chance",
    answer: () =>
      [
        [percent(1, 200_000), off(2, 2000)],
        [off(1, 2000), percent(2, 200_000)],
      ].map((set) => pay(set, [sampleLine(1, 10_000)])),
    right: [6000, 6000],
  },
  {
    who: "Vendure",
    failure: "a code that starts later is accepted and silently does nothing",
    answer: () => {
      const later = off(1, 500, { trigger: "coupon", startsAt: at("2026-11-23T22:00:00Z") });
      const outcome = evaluate([later], { lines: [sampleLine(1, 5000)], codes: [sampleCode("SOON", 1)] });
      return outcome.notApplied.map(({ code, reason, message }) => [code, reason, message]);
    },
    right: [["SOON", "not-started", "From Monday 5:00 PM."]],
  },
  {
    who: "Spree",
    failure: "a gift stays when it is no longer deserved",
    answer: () =>
      [1000, 999].map(
        (price) => evaluate([{ ...cookie, ...overTen }], { lines: [sampleLine(1, price)], gifts: [sampleGift(5, 250)] }).freeItems.length,
      ),
    right: [1, 0],
  },
  {
    who: "Medusa, Saleor, EverShop",
    failure: "limits are beaten: uses that are held count like those redeemed (under load: limits-hold.db.test.ts)",
    answer: () => [0, 1].map((uses) => said(evaluate([off(1, 500, { limits: ONCE, uses })], { lines: [sampleLine(1, 5000)] }))),
    right: [[], ["This offer has been used up."]],
  },
  {
    who: "Vendure",
    failure: "discounts move between lines when the order is touched",
    answer: () => {
      const lines = [sampleLine(1, 333), sampleLine(2, 333), sampleLine(3, 334)];
      const shares = [lines, lines.toReversed()].map((order) => evaluate([off(1, 100)], { lines: order }).lineDiscounts);
      return [shares[0]?.["line-1"] === shares[1]?.["line-1"], shares[0]?.["line-2"] === shares[1]?.["line-2"], shares[0]];
    },
    right: [true, true, { "line-1": 33, "line-2": 33, "line-3": 34 }],
  },
  {
    who: "Medusa",
    failure: "totals go negative or keep fractions",
    answer: () => [pay([off(1, 5000)], [sampleLine(1, 1000)]), pay([percent(1, 333_333)], [sampleLine(1, 1000)])],
    right: [0, 667],
  },
];

test.each(peers)("$who: $failure", ({ answer, right }) => {
  expect(answer()).toEqual(right);
});
