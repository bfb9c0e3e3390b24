import fc from "fast-check";
import { expect, test } from "vitest";
import { payoutJournal } from "./payout-journal.ts";

const words = (payout: Parameters<typeof payoutJournal>[0]) =>
  payoutJournal(payout).map(
    ({ account, detail, debit, credit }) => `${account} ${detail} ${debit > 0 ? "debit" : "credit"} ${debit + credit}`,
  );

test("a payout books bank, fees and disputes against the card payments on their way", () => {
  const parts = [
    { type: "charge", amount: 10_000, fee: 320 },
    { type: "refund", amount: -1000, fee: 0 },
    { type: "adjustment", amount: -2000, fee: 1500 },
    { type: "stripe_fee", amount: -100, fee: 0 },
  ];
  expect(words({ id: "po_1", status: "paid", amount: 5080, parts })).toEqual([
    "bank po_1 debit 5080",
    "fees po_1 debit 1920",
    "disputes po_1 debit 2000",
    "card po_1 credit 9000",
  ]);
});

test("books a payout without parts as bank against card payments", () => {
  expect(words({ id: "po_1", status: "in_transit", amount: 500, parts: null })).toEqual(["bank po_1 debit 500", "card po_1 credit 500"]);
  const parts = [{ type: "refund", amount: -700, fee: 0 }];
  expect(words({ id: "po_2", status: "paid", amount: -700, parts })).toEqual(["bank po_2 credit 700", "card po_2 debit 700"]);
});

test.each(["failed", "canceled"])("a %s payout is not booked", (status) => {
  expect(words({ id: "po_1", status, amount: 500, parts: null })).toEqual([]);
});

test("debits equal credits, whatever the parts", () => {
  const type = fc.constantFrom("charge", "payment", "refund", "adjustment", "stripe_fee", "difference", "something_new");
  const part = fc.record({ type, amount: fc.integer({ min: -99_999, max: 99_999 }), fee: fc.integer({ min: -500, max: 5000 }) });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const amount = parts.reduce((sum, each) => sum + each.amount - each.fee, 0);
      const lines = payoutJournal({ id: "po_1", status: "paid", amount, parts });
      expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
      expect(lines.find(({ account }) => account === "bank")?.debit ?? 0).toBe(Math.max(0, amount));
    }),
  );
});
