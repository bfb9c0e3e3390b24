import type { PricingSettings } from "#app/cart/domain/pricing/settings.ts";
import type { OrderAmounts, OrderItem } from "#app/orders/domain/order.ts";

/** The tax rates of the purchase under the words they had; the highest is the usual one, which delivery is taxed at, too. `label` for a rate without a tax line. */
export function frozenRates(
  items: readonly OrderItem[],
  amounts: OrderAmounts,
  label: string,
): Pick<PricingSettings, "taxRate" | "taxLabel" | "reducedRates"> {
  const rates = [...new Set([...amounts.taxLines.map((line) => line.rate), ...items.map((item) => item.taxRate)])];
  const labelOf = (rate: number) => amounts.taxLines.find((line) => line.rate === rate)?.label ?? label;
  const taxRate = Math.max(0, ...rates);
  const reduced = rates.filter((rate) => rate > 0 && rate < taxRate);
  return {
    taxRate,
    taxLabel: labelOf(taxRate),
    reducedRates: reduced.map((rate) => ({ taxClass: String(rate), label: labelOf(rate), rate })),
  };
}

/** Read off the stored tax: its base either holds the delivery fee or not. Undefined when there was none to tax. */
export function wasDeliveryTaxed(items: readonly OrderItem[], amounts: OrderAmounts): boolean | undefined {
  const delivery = amounts.deliveryFee - amounts.deliveryDiscount;
  if (delivery === 0) return undefined;
  const taxed = amounts.taxLines.reduce((sum, line) => sum + line.base + (amounts.taxIncluded ? line.amount : 0), 0);
  const itemsTaxed = items.reduce((sum, item) => (item.taxRate > 0 ? sum + item.lineTotal - item.discount : sum), 0);
  return taxed > itemsTaxed;
}
