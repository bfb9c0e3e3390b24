import type { PricingSettings } from "#app/cart/domain/pricing/settings.ts";
import type { OrderAmounts, OrderItem } from "#app/orders/domain/order.ts";

/** The purchase's tax rates with their labels; the highest is the standard rate, also for delivery. `label` for a rate without a tax line. */
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

/** From the stored tax: its base includes the delivery fee or not. Undefined without a fee. */
export function wasDeliveryTaxed(items: readonly OrderItem[], amounts: OrderAmounts): boolean | undefined {
  const delivery = amounts.deliveryFee - amounts.deliveryDiscount;
  if (delivery === 0) return undefined;
  const taxed = amounts.taxLines.reduce((sum, line) => sum + line.base + (amounts.taxIncluded ? line.amount : 0), 0);
  const itemsTaxed = items.reduce((sum, item) => (item.taxRate > 0 ? sum + item.lineTotal - item.discount : sum), 0);
  return taxed > itemsTaxed;
}
