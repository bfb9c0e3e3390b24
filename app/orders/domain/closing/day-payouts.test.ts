import { expect, test } from "vitest";
import { gapSentences, notPaidOut, partsOfDay, type DayPayment, type DayPayoutGaps } from "./day-payouts.ts";
import type { MatchedPart } from "./payouts.ts";

const part = (type: string, intentId: string | null, ...days: readonly number[]): MatchedPart => ({
  type,
  intentId,
  amount: 1000,
  fee: 0,
  order: "A-1",
  days: days.map((number) => ({ number, day: `2026-03-0${number}` })),
});
const payment = (intentId: string, orderId: string, card: number, refunds = 0): DayPayment => {
  return { intentId, orderId, card, refunds, gateway: "stripe", isTest: false };
};

test("keeps the payments and refunds that the day counts, without disputes and other days", () => {
  const parts = [part("charge", "pi_1", 2), part("charge", "pi_2", 1), part("refund", "pi_3", 2), part("adjustment", "pi_1", 2)];
  expect(partsOfDay(parts, 2).map(({ type, intentId }) => `${type} ${intentId}`)).toEqual(["charge pi_1", "refund pi_3"]);
});

test.each<readonly [string, readonly DayPayment[], readonly MatchedPart[], readonly [payments: number, refunds: number]]>([
  ["a payment and a refund in no payout", [payment("pi_1", "a", 1000, 500)], [], [1, 1]],
  ["a payment that is found", [payment("pi_1", "a", 1000)], [part("charge", "pi_1", 1)], [0, 0]],
  ["a refund of a payment that is found", [payment("pi_1", "a", 1000, 500)], [part("charge", "pi_1", 1)], [0, 1]],
  [
    "an order that was paid with its second payment",
    [payment("pi_1", "a", 1000), payment("pi_2", "a", 1000)],
    [part("charge", "pi_2", 1)],
    [0, 0],
  ],
  ["a refund of an earlier day's payment", [payment("pi_1", "a", 0, 500)], [part("refund", "pi_1", 1)], [0, 0]],
  ["a payment of another order", [payment("pi_1", "a", 1000)], [part("charge", "pi_9", 1)], [1, 0]],
])("counts what is in no payout: %s", (_title, payments, parts, [missing, refunds]) => {
  expect(notPaidOut(payments, parts)).toEqual({ payments: missing, refunds });
});

const NO_GAPS: DayPayoutGaps = { isSimulated: false, missing: { payments: 0, refunds: 0 }, unread: 0, manual: 0, tests: 0, elsewhere: 0 };
const MISSING = { payments: 2, refunds: 1 };

test.each<readonly [string, Partial<DayPayoutGaps>, boolean, readonly string[]]>([
  ["nothing when all money is found", { unread: 3, manual: 1 }, false, []],
  [
    "that the provider has not said yet",
    { missing: MISSING },
    false,
    ["Stripe has not said yet which payout contains 2 card payments and 1 refund of this day."],
  ],
  [
    "that no payout came in time",
    { missing: { payments: 1, refunds: 0 } },
    true,
    ["No payout that could be read contains 1 card payment of this day."],
  ],
  [
    "which payouts may contain the rest",
    { missing: MISSING, unread: 2, manual: 1 },
    true,
    [
      "No payout that could be read contains 2 card payments and 1 refund of this day.",
      "2 payouts of this time could not be read completely.",
      "1 payout was ordered by hand: Stripe does not say what it contains.",
    ],
  ],
  ["that test payments moved no money", { tests: 2 }, false, ["2 card payments are tests: no money moved."]],
  [
    "that payments were taken with other keys",
    { isSimulated: true, tests: 2, elsewhere: 1 },
    false,
    ["1 card payment was taken with Stripe keys that the shop no longer has."],
  ],
])("says %s", (_title, gaps, isOver, sentences) => {
  expect(gapSentences({ ...NO_GAPS, ...gaps }, isOver)).toEqual(sentences);
});
