import * as texts from "#texts/orders/changes.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";
import type { Coverage, PaidFrom } from "./order-change.ts";

/** Delivery fees of an order whose address changes. */
export interface FeeChange {
  /** The current fee of the order. */
  readonly before: Cents;
  /** The fee of the new address's area. */
  readonly asked: Cents;
  /** The fee of the order after the change. */
  readonly after: Cents;
  /** It is higher there, and staff choose whether to charge or waive the difference. */
  readonly isChoice: boolean;
}

/**
 * The fee of another address. If both areas have the same fee, the order keeps the fee that it was bought with.
 * @param there the current fees of the areas of the old and the new address
 */
export function feeAt(bought: Cents, there: { readonly before: Cents; readonly asked: Cents }): FeeChange {
  return { before: bought, asked: there.before === there.asked ? bought : there.asked, after: bought, isChoice: false };
}

export function isDearer({ before, asked }: FeeChange): boolean {
  return asked > before;
}

/** Waives a higher fee. A lower one applies unless the order is already paid. */
export function waived(from: PaidFrom, fee: FeeChange): FeeChange {
  const isOpen = from === "handover" || from === "hold";
  return { ...fee, after: isOpen ? Math.min(fee.before, fee.asked) : fee.before };
}

/** Why a payment does not cover a higher fee, as a sentence. */
export function notCoveredWords({ from, most }: Coverage, format: MoneyFormat): string {
  return from === "hold" && most !== null
    ? `The card is authorized for ${formatMoney(most, format)} only.`
    : "The order is paid, and a payment link cannot charge a delivery fee without items.";
}

/** The note for staff about a fee that differs from the area's. @param reason why a higher one cannot be charged */
export function feeNote(fee: FeeChange, reason: string, format: MoneyFormat): string {
  const [before, asked] = [fee.before, fee.asked].map((amount) => formatMoney(amount, format));
  return isDearer(fee)
    ? `Delivery to this address costs ${asked} instead of ${before}. The difference is waived. ${reason}`
    : `Delivery to this address costs only ${asked}. The order is paid, so it stays at ${before}.`;
}

/** "delivery fee $3.00 → $5.00"; null: both addresses have the same fee, or a lower one is not refunded. */
export function feeChangeWords(fee: FeeChange, format: MoneyFormat): string | null {
  const before = formatMoney(fee.before, format);
  if (fee.after !== fee.before) return texts.deliveryFee(before, formatMoney(fee.after, format));
  return isDearer(fee) ? texts.deliveryFeeWaived(before, formatMoney(fee.asked, format)) : null;
}
