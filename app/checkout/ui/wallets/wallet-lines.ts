import * as texts from "#texts/cart/totals.ts";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import type { Cents } from "#app/values/money.ts";

interface WalletLine {
  readonly name: string;
  /** Discounts are negative. */
  readonly amount: Cents;
}

/** Rows of the totals for a sheet; their sum is the final total. */
export function walletLines(priced: PricedCart, isDelivery: boolean): WalletLine[] {
  return [
    { name: texts.subtotal, amount: priced.subTotal },
    ...priced.applied.map(({ title, amount }) => ({ name: title, amount: -amount })),
    ...(isDelivery ? [{ name: texts.delivery, amount: priced.deliveryFee }] : []),
    ...(priced.taxIncluded ? [] : priced.taxLines.map(({ label, amount }) => ({ name: label, amount }))),
    ...(priced.tip === 0 ? [] : [{ name: texts.tip, amount: priced.tip }]),
  ];
}
