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

const numbersOf = (amounts: readonly number[], closings: readonly [number: number, refunds: number][], type = "refund") =>
  matchParts(
    amounts.map((amount) => part(type, amount, 0, "pi_1")),
    closings.map(([number, refunds]) => counted("pi_1", number, 0, refunds)),
  ).map(({ days }) => days.map(({ number }) => number));

test.each<readonly [string, readonly number[], readonly [number, number][], readonly (readonly number[])[]]>([
  [
    "the day with the same amount",
    [-1000, -500],
    [
      [3, 1000],
      [4, 500],
    ],
    [[3], [4]],
  ],
  [
    "no day where two fit",
    [-500],
    [
      [3, 500],
      [4, 500],
    ],
    [[]],
  ],
  ["no day before its own is closed", [-500], [[3, 1000]], [[]]],
  [
    "the one day that returned them together",
    [-500, -300],
    [
      [3, 800],
      [4, 900],
    ],
    [[3], [3]],
  ],
])("a refund belongs to %s", (_what, amounts, closings, expected) => {
  expect(numbersOf(amounts, closings)).toEqual(expected);
  // Refunds of other ways to pay have a type of their own.
  expect(numbersOf(amounts, closings, "payment_refund")).toEqual(expected);
});

test("a dispute belongs to the day of its payment, a fee of the provider to none", () => {
  const parts = matchParts([part("adjustment", -3938, 1500, "pi_1"), part("stripe_fee", 0, 200, null)], [counted("pi_1", 2, 3938, 0)]);
  expect(parts.map(({ days }) => days.length)).toEqual([1, 0]);
  expect(sumParts([])).toMatchObject({ amount: 0, fee: 0, days: [], unmatched: 0 });
});

test("formats unknown provider terms as plain text", () => {
  expect([payoutWord("in_transit"), payoutWord("held_back"), plainWord("product_not_received")]).toEqual([
    "On its way",
    "Held back",
    "Product not received",
  ]);
  expect(["needs_response", "won", "lost", "new_state"].map(isDisputeEnded)).toEqual([false, true, true, false]);
});
