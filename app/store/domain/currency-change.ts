import { counted, pluralForm } from "#app/values/plural.ts";

/** What has amounts in the present currency. */
export interface CurrencyUses {
  /** Not finished, or with a payment that is not settled. */
  readonly orders: number;
  /** With fixed amounts, not archived or over. */
  readonly promotions: number;
}

/** Why the currency cannot change now, and what to do; null = it can. */
export function currencyProblem({ orders, promotions }: CurrencyUses): string | null {
  const open = counted(orders, "order is", "orders are");
  const fixed = counted(promotions, "promotion has", "promotions have");
  const reasons = [
    ...(orders === 0
      ? []
      : [`${open} still open: complete or reject ${pluralForm(orders, "it", "them")}. Unpaid checkouts end by themselves within an hour.`]),
    ...(promotions === 0
      ? []
      : [`${fixed} fixed amounts: archive ${pluralForm(promotions, "it", "them")} and create new ones in the new currency.`]),
  ];
  return reasons.length === 0 ? null : `The currency cannot change yet. ${reasons.join(" ")}`;
}
