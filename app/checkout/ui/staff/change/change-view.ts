import type { EnteredLine } from "#app/checkout/ui/staff/entered-order.ts";
import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";

/** The intents of the form that changes an order. */
export const PREVIEW_CHANGE = "preview-change";
export const SAVE_CHANGE = "save-change";

/** What a change of an order would do. */
export interface ChangeView {
  readonly kind: "preview";
  /** The change that it is of, as it was sent: another may be entered by now. */
  readonly asked: string;
  readonly before: Cents;
  readonly after: Cents;
  readonly changes: readonly string[];
  readonly money: string;
  readonly notes: readonly string[];
  /** Delivery fees of the old and of the new address, if staff choose whether to charge the difference; null: no choice. */
  readonly feeChoice: { readonly before: Cents; readonly asked: Cents } | null;
  /** What the payment does not cover becomes an order that goes with this one; null: nothing does. */
  readonly addOn: { readonly total: Cents; readonly difference: string; readonly names: readonly string[] } | null;
  /** Something of the order itself changes. */
  readonly isInPlace: boolean;
}

/** The question whether staff charge the difference of the delivery fees. */
export function feeLegend(fee: NonNullable<ChangeView["feeChoice"]>, format: MoneyFormat): string {
  return `Delivery to this address costs ${formatMoney(fee.asked, format)} instead of ${formatMoney(fee.before, format)}`;
}

export type ChangeAnswer =
  | ChangeView
  /** Saved; `addOn`: lines to enter as an order that goes with it. */
  | { readonly kind: "done"; readonly message: string; readonly addOn: readonly EnteredLine[] }
  | { readonly kind: "lost" | "refused"; readonly message: string };
