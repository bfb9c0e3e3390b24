import type { Cents } from "#app/values/money.ts";
import { journalLine, type JournalLine } from "./journal.ts";

/** A payout as the provider reports it; the parts' amounts less their fees equal its amount (`differenceOf`). */
interface BookedPayout {
  readonly id: string;
  readonly status: string;
  readonly amount: Cents;
  /** null: the provider does not list them. */
  readonly parts: readonly { readonly type: string; readonly amount: Cents; readonly fee: Cents }[] | null;
}

/** These did not reach the bank; the provider includes the money in another payout. */
const UNPAID: readonly string[] = ["failed", "canceled"];

export function isUnpaid(status: string): boolean {
  return UNPAID.includes(status);
}

/** Part types (Stripe's balance transactions) by account; all others are card payments, refunds and their reversals. */
const DISPUTE_TYPES: readonly string[] = ["adjustment"];
const FEE_TYPES: readonly string[] = ["stripe_fee", "stripe_fx_fee", "tax_fee", "network_cost", "application_fee"];

/**
 * A payout as one booking: the bank, the provider's fees and disputes against card payments in transit. Its debits equal its credits. A
 * failed payout has no booking.
 */
export function payoutJournal({ id, status, amount, parts }: BookedPayout): readonly JournalLine[] {
  if (isUnpaid(status)) return [];
  const all = parts ?? [{ type: "payout", amount, fee: 0 }];
  const sumOf = (isOne: (type: string) => boolean) => all.reduce((sum, part) => (isOne(part.type) ? sum + part.amount : sum), 0);
  const isDispute = (type: string) => DISPUTE_TYPES.includes(type);
  const isFee = (type: string) => FEE_TYPES.includes(type);
  const fees = all.reduce((sum, { fee }) => sum + fee, 0) - sumOf(isFee);
  const paidOut = all.reduce((sum, part) => sum + part.amount - part.fee, 0);
  return [
    ...journalLine("bank", paidOut, id),
    ...journalLine("fees", fees, id),
    ...journalLine("disputes", 0 - sumOf(isDispute), id),
    ...journalLine("card", 0 - sumOf((type) => !isDispute(type) && !isFee(type)), id),
  ];
}
