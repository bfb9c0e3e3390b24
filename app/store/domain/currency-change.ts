import { counted, pluralForm } from "#texts/plural.ts";

/** Records with amounts in the current currency. */
export interface CurrencyUses {
  /** Not finished, or with an unsettled payment. */
  readonly orders: number;
  /** With fixed amounts, not archived. */
  readonly promotions: number;
  /** Paid or refunded, and not in a closed day yet; 0 if no day was ever closed. */
  readonly uncounted: number;
}

/** Why the currency cannot change now, and what to do; null = it can. */
export function currencyProblem({ orders, promotions, uncounted }: CurrencyUses): string | null {
  const open = counted(orders, "order is", "orders are");
  const fixed = counted(promotions, "promotion has", "promotions have");
  const reasons = [
    ...(orders === 0
      ? []
      : [
          `${open} still open: complete or reject ${pluralForm(orders, "it", "them")}. Unpaid checkouts end by themselves within an hour, orders with a payment link when it expires or is cancelled.`,
        ]),
    ...(promotions === 0
      ? []
      : [`${fixed} fixed amounts: end ${pluralForm(promotions, "it", "them")} and create new ones in the new currency.`]),
    ...(uncounted === 0
      ? []
      : [
          `Close the day first: ${counted(uncounted, "order", "orders")} with a payment or refund ${pluralForm(uncounted, "is", "are")} in no closed day yet.`,
        ]),
  ];
  return reasons.length === 0 ? null : `The currency cannot change yet. ${reasons.join(" ")}`;
}
