import * as texts from "#texts/orders/changes.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";
import type { Coverage, PaidFrom } from "./order-change.ts";

/** Delivery fees of an order that gets another address. */
export interface FeeChange {
  /** The order pays it now. */
  readonly before: Cents;
  /** The area of the new address asks it. */
  readonly asked: Cents;
  /** The order pays it after the change. */
  readonly after: Cents;
  /** It costs more there, and staff choose whether to charge or to waive the difference. */
  readonly isChoice: boolean;
}

/**
 * What another address costs. If both areas ask the same, the fee stays as it was bought.
 * @param there what the areas of the old and of the new address ask today
 */
export function feeAt(bought: Cents, there: { readonly before: Cents; readonly asked: Cents }): FeeChange {
  return { before: bought, asked: there.before === there.asked ? bought : there.asked, after: bought, isChoice: false };
}

export function isDearer({ before, asked }: FeeChange): boolean {
  return asked > before;
}

/** A dearer fee is waived. A cheaper one is paid unless the order is paid already. */
export function waived(from: PaidFrom, fee: FeeChange): FeeChange {
  const isOpen = from === "handover" || from === "hold";
  return { ...fee, after: isOpen ? Math.min(fee.before, fee.asked) : fee.before };
}

/** Why a payment does not cover a dearer fee, as a sentence. */
export function notCoveredWords({ from, most }: Coverage, format: MoneyFormat): string {
  return from === "hold" && most !== null
    ? `The card is authorized for ${formatMoney(most, format)} only.`
    : "The order is paid, and a payment link cannot charge a delivery fee without items.";
}

/** What staff read about a fee that is not charged as the area asks. @param reason why a dearer one cannot be charged */
export function feeNote(fee: FeeChange, reason: string, format: MoneyFormat): string {
  const [before, asked] = [fee.before, fee.asked].map((amount) => formatMoney(amount, format));
  return isDearer(fee)
    ? `Delivery to this address costs ${asked} instead of ${before}. The difference is waived. ${reason}`
    : `Delivery to this address costs only ${asked}. The order is paid, so it stays at ${before}.`;
}

/** "delivery fee $3.00 → $5.00"; null: the fee is the same at both addresses, or a cheaper one is not paid back. */
export function feeChangeWords(fee: FeeChange, format: MoneyFormat): string | null {
  const before = formatMoney(fee.before, format);
  if (fee.after !== fee.before) return texts.deliveryFee(before, formatMoney(fee.after, format));
  return isDearer(fee) ? texts.deliveryFeeWaived(before, formatMoney(fee.asked, format)) : null;
}
