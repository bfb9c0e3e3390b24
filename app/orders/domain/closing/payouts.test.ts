import { expect, test } from "vitest";
import { isDisputeEnded, matchParts, payoutWord, plainWord, sumParts, type CountedPayment } from "./payouts.ts";

const part = (type: string, amount: number, fee: number, intentId: string | null) => ({ type, amount, fee, intentId });
const counted = (intentId: string, number: number, card: number, refunds: number): CountedPayment => ({
  intentId,
  order: `A-${intentId}`,
  closing: { number, day: `2026-03-0${number}`, card, refunds },
});

test("payments and refunds of one order belong to the days that count them", () => {
  const days = [counted("pi_1", 1, 3938, 0), counted("pi_1", 3, 0, 1000), { intentId: "pi_2", order: "A-2", closing: null }];
  const parts = matchParts([part("charge", 3938, 144, "pi_1"), part("refund", -1000, 0, "pi_1"), part("charge", 500, 45, "pi_2")], days);
  expect(parts.map(({ order, days: found }) => [order, found.map(({ number }) => number)])).toEqual([
    ["A-pi_1", [1]],
    ["A-pi_1", [3]],
    ["A-2", []],
  ]);
  expect(sumParts(parts)).toEqual({
    amount: 3438,
    fee: 189,
    payments: 2,
    refunds: 1,
    days: [
      { number: 1, day: "2026-03-01" },
      { number: 3, day: "2026-03-03" },
    ],
    unmatched: 1,
  });
});

test("a dispute belongs to the day of its payment, a fee of the provider to none", () => {
  const parts = matchParts([part("adjustment", -3938, 1500, "pi_1"), part("stripe_fee", 0, 200, null)], [counted("pi_1", 2, 3938, 0)]);
  expect(parts.map(({ days }) => days.length)).toEqual([1, 0]);
  expect(sumParts([])).toMatchObject({ amount: 0, fee: 0, days: [], unmatched: 0 });
});

test("words of the provider that are new are written plainly", () => {
  expect([payoutWord("in_transit"), payoutWord("held_back"), plainWord("product_not_received")]).toEqual([
    "On its way",
    "Held back",
    "Product not received",
  ]);
  expect(["needs_response", "won", "lost", "new_state"].map(isDisputeEnded)).toEqual([false, true, true, false]);
});
