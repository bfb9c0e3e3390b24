import type { EnteredLine } from "#app/checkout/ui/staff/entered-order.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";

/** The intents of the form that changes an order. */
export const PREVIEW_CHANGE = "preview-change";
export const SAVE_CHANGE = "save-change";

/** The preview of an order's change. */
export interface ChangeView {
  readonly kind: "preview";
  /** The submitted change of this preview; staff may have entered another since. */
  readonly asked: string;
  readonly before: Cents;
  readonly after: Cents;
  readonly changes: readonly string[];
  readonly money: string;
  readonly notes: readonly string[];
  /** Delivery fees of the old and of the new address, if staff choose whether to charge the difference; null: no choice. */
  readonly feeChoice: { readonly before: Cents; readonly asked: Cents } | null;
  /** The part that the payment does not cover becomes an order that goes with this one; null: no such part. */
  readonly addOn: { readonly total: Cents; readonly difference: string; readonly names: readonly string[] } | null;
  /** The order itself changes. */
  readonly isInPlace: boolean;
}

/** The question whether staff charge the difference of the delivery fees. */
export function feeLegend(fee: NonNullable<ChangeView["feeChoice"]>, format: MoneyFormat): string {
  return `Delivery to this address costs ${formatMoney(fee.asked, format)} instead of ${formatMoney(fee.before, format)}`;
}

export type ChangeAnswer =
  | ChangeView
  /** Saved; `addOn`: lines to enter as an add-on of this order. */
  | { readonly kind: "done"; readonly message: string; readonly addOn: readonly EnteredLine[] }
  | { readonly kind: "lost" | "refused"; readonly message: string };
