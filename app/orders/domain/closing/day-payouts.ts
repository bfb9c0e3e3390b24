import { counted as countedNoun } from "#texts/plural.ts";
import type { Cents } from "#app/values/money.ts";
import { isPayment, isRefund, type MatchedPart } from "./payouts.ts";

/** A provider payment of an order whose card payments a closed day counts. An order may have several payments. */
export interface DayPayment {
  readonly intentId: string;
  readonly orderId: string;
  readonly gateway: "stripe" | "simulator";
  /** Made with the simulator or with test keys. */
  readonly isTest: boolean;
  /** The order's card amount that the closed day counts. */
  readonly card: Cents;
  readonly refunds: Cents;
}

/** Amounts with the numbers of their orders. */
export interface DayMoney {
  readonly payments: number;
  readonly refunds: number;
}

/** The payments and refunds of a payout that a closed day counts. Disputes come weeks later and are left out. */
export function partsOfDay<P extends MatchedPart>(parts: readonly P[], number: number): readonly P[] {
  return parts.filter((part) => (isPayment(part) || isRefund(part)) && part.days.some((day) => day.number === number));
}

/** The card payments and refunds of a day that are in none of these parts of payouts. */
export function notPaidOut(payments: readonly DayPayment[], parts: readonly MatchedPart[]): DayMoney {
  const orderOf = new Map(payments.map(({ intentId, orderId }) => [intentId, orderId]));
  const ordersOf = (found: readonly MatchedPart[]) => new Set(found.map(({ intentId }) => orderOf.get(intentId ?? "")));
  const [paid, returned] = [ordersOf(parts.filter(isPayment)), ordersOf(parts.filter(isRefund))];
  return {
    payments: countOrders(payments.filter(({ card, orderId }) => card > 0 && !paid.has(orderId))),
    refunds: countOrders(payments.filter(({ refunds, orderId }) => refunds > 0 && !returned.has(orderId))),
  };
}

export function countOrders(payments: readonly DayPayment[]): number {
  return new Set(payments.map(({ orderId }) => orderId)).size;
}

export interface DayPayoutGaps {
  readonly isSimulated: boolean;
  /** Not in any payout that was read. */
  readonly missing: DayMoney;
  /** Payouts whose parts were not, or not all, read. */
  readonly unread: number;
  /** Payouts that staff ordered: the provider does not list their parts. */
  readonly manual: number;
  /** Card payments without real money. */
  readonly tests: number;
  /** Card payments of a provider account whose keys the shop no longer has. */
  readonly elsewhere: number;
}

/** The gaps of a day's list of payouts, as sentences. @param isOver no further payout can be listed */
export function gapSentences(gaps: DayPayoutGaps, isOver: boolean): readonly string[] {
  const { isSimulated, missing, unread, manual, tests, elsewhere } = gaps;
  const isAnyMissing = missing.payments + missing.refunds > 0;
  const provider = isSimulated ? "The simulator" : "Stripe";
  const money = [
    ...(missing.payments === 0 ? [] : [countedNoun(missing.payments, "card payment", "card payments")]),
    ...(missing.refunds === 0 ? [] : [countedNoun(missing.refunds, "refund", "refunds")]),
  ].join(" and ");
  return [
    ...(isAnyMissing && !isOver ? [`${provider} has not said yet which payout contains ${money} of this day.`] : []),
    ...(isAnyMissing && isOver ? [`No payout that could be read contains ${money} of this day.`] : []),
    ...(isAnyMissing && unread > 0 ? [`${countedNoun(unread, "payout", "payouts")} of this time could not be read completely.`] : []),
    ...(isAnyMissing && manual > 0
      ? [
          `${countedNoun(manual, "payout was", "payouts were")} ordered by hand: Stripe does not say what ${manual === 1 ? "it contains" : "they contain"}.`,
        ]
      : []),
    ...(!isSimulated && tests > 0 ? [`${countedNoun(tests, "card payment is a test", "card payments are tests")}: no money moved.`] : []),
    ...(isSimulated && elsewhere > 0
      ? [`${countedNoun(elsewhere, "card payment was", "card payments were")} taken with Stripe keys that the shop no longer has.`]
      : []),
  ];
}
