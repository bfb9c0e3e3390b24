import type { Cents } from "#app/values/money.ts";
import { providerUnits } from "#app/values/money/currency-units.ts";
import type { LocalDate } from "#app/values/time.ts";

/** The amounts that a closed day counts of a payment's order. */
export interface CountedPayment {
  readonly intentId: string;
  readonly order: string | null;
  /** Null: no closed day counts the order yet. */
  readonly closing: Closing | null;
}

interface Closing {
  readonly number: number;
  readonly day: LocalDate;
  readonly card: Cents;
  readonly refunds: Cents;
}

/** A part of a payout, as the provider reports it. */
interface Part {
  readonly type: string;
  readonly amount: Cents;
  readonly fee: Cents;
  readonly intentId: string | null;
}

export interface MatchedPart extends Part {
  readonly order: string | null;
  /** The closed days that count this payment or refund; empty: none yet, or the part does not belong to an order of this shop. */
  readonly days: readonly { readonly number: number; readonly day: LocalDate }[];
}

const REFUND_TYPES: readonly string[] = ["refund", "payment_refund"];

/** The parts of a payout with their orders and closed days. A refund belongs to the day that counts it, all other parts to the day of the payment. */
export function matchParts<P extends Part>(parts: readonly P[], counted: readonly CountedPayment[]): readonly (P & MatchedPart)[] {
  const byIntent = Map.groupBy(counted, ({ intentId }) => intentId);
  const returned = Map.groupBy(parts.filter(isRefund), ({ intentId }) => intentId);
  return parts.map((part) => {
    const payments = part.intentId === null ? [] : (byIntent.get(part.intentId) ?? []);
    const closings = payments.flatMap(({ closing }) => closing ?? []);
    const found = isRefund(part) ? refundDay(part, returned.get(part.intentId) ?? [], closings) : closings.filter(({ card }) => card !== 0);
    return { ...part, order: payments[0]?.order ?? null, days: found.map(({ number, day }) => ({ number, day })) };
  });
}

export function isRefund({ type }: Pick<Part, "type">): boolean {
  return REFUND_TYPES.includes(type);
}

export function isPayment({ type }: Pick<Part, "type">): boolean {
  return type === "charge" || type === "payment";
}

/** The only day with this refund amount, or with all refunds of the payment together; none if several days match. */
function refundDay(part: Part, together: readonly Part[], closings: readonly Closing[]): readonly Closing[] {
  const daysOf = (amount: Cents) => closings.filter(({ refunds }) => refunds === 0 - amount);
  const same = daysOf(part.amount);
  const found = same.length > 0 ? same : daysOf(together.reduce((sum, { amount }) => sum + amount, 0));
  return found.length === 1 ? found : [];
}

const DIFFERENCE_TYPES = { missing: "difference", rounded: "rounding" } as const;

/**
 * A line for the difference between a payout and its parts; null: they are equal.
 *
 * @param currency amounts in other units than the provider's are rounded, each by up to half a unit
 */
export function differenceOf(payout: Cents, parts: readonly Pick<Part, "amount" | "fee">[], currency: string) {
  const amount = parts.reduce((left, part) => left - part.amount + part.fee, payout);
  if (amount === 0) return null;
  const isRounded = providerUnits(currency) > 1 && Math.abs(amount) <= parts.length;
  return { type: isRounded ? DIFFERENCE_TYPES.rounded : DIFFERENCE_TYPES.missing, amount, fee: 0, intentId: null };
}

export interface PayoutSums {
  /** Payments less refunds and disputes, before fees. */
  readonly amount: Cents;
  readonly fee: Cents;
  readonly payments: number;
  readonly refunds: number;
  /** Each closed day once, in order. */
  readonly days: readonly { readonly number: number; readonly day: LocalDate }[];
  /** Parts of orders that no closed day counts, or without an order. */
  readonly unmatched: number;
}

export function sumParts(parts: readonly MatchedPart[]): PayoutSums {
  const differences: readonly string[] = Object.values(DIFFERENCE_TYPES);
  const days = new Map(parts.flatMap((part) => part.days.map((day) => [day.number, day] as const)));
  return {
    amount: parts.reduce((sum, { amount }) => sum + amount, 0),
    fee: parts.reduce((sum, { fee }) => sum + fee, 0),
    payments: parts.filter(isPayment).length,
    refunds: parts.filter(isRefund).length,
    days: [...days.values()].toSorted((a, b) => a.number - b.number),
    unmatched: parts.filter(({ type, days: own }) => own.length === 0 && !differences.includes(type)).length,
  };
}

const PAYOUT_WORDS: Readonly<Record<string, string>> = {
  paid: "Paid",
  pending: "Pending",
  in_transit: "On its way",
  canceled: "Cancelled",
  failed: "Failed",
};

/** The shop's label for the provider's payout status. */
export function payoutWord(status: string): string {
  return PAYOUT_WORDS[status] ?? plainWord(status);
}

const DISPUTE_WORDS: Readonly<Record<string, string>> = {
  needs_response: "Answer needed",
  warning_needs_response: "Inquiry: answer needed",
  under_review: "The bank decides",
  warning_under_review: "Inquiry: the bank decides",
  won: "Won",
  lost: "Lost",
  warning_closed: "Inquiry closed",
  prevented: "Prevented",
};

export function disputeWord(status: string): string {
  return DISPUTE_WORDS[status] ?? plainWord(status);
}

const ENDED_DISPUTES: readonly string[] = ["won", "lost", "warning_closed", "prevented"];

export function isDisputeEnded(status: string): boolean {
  return ENDED_DISPUTES.includes(status);
}

/** "product_not_received" → "Product not received" */
export function plainWord(code: string): string {
  const text = code.replaceAll("_", " ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
