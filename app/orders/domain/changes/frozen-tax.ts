import { taxSettingsOf, type TaxSettings, type TaxTable } from "#app/cart/domain/pricing/tax-table.ts";
import type { OrderAmounts, OrderItem } from "#app/orders/domain/order.ts";

/** The tax settings of the purchase, as its order stores them. `settings`: today's, for what an early order does not tell. */
export function frozenTax(items: readonly OrderItem[], amounts: OrderAmounts, settings: TaxSettings): TaxSettings {
  return taxSettingsOf(amounts.taxTable ?? earlierTaxTable(items, amounts, settings), settings.taxLabel);
}

/** Before orders stored their rates, each rate was one tax, and the highest was that of the delivery fee. */
function earlierTaxTable(items: readonly OrderItem[], amounts: OrderAmounts, settings: TaxSettings): TaxTable {
  const rates = [...new Set([...amounts.taxLines.map((line) => line.rate), ...items.map((item) => item.taxRate)])].filter(
    (rate) => rate > 0,
  );
  const labelOf = (rate: number) => amounts.taxLines.find((line) => line.rate === rate)?.label ?? settings.taxLabel;
  return {
    delivery: (wasDeliveryTaxed(items, amounts) ?? settings.taxOnDelivery) ? Math.max(0, ...rates) : 0,
    rates: rates.map((rate) => ({ rate, components: [{ label: labelOf(rate), rate }] })),
  };
}

/** From the stored tax: its base includes the delivery fee or not. Undefined without a fee. */
function wasDeliveryTaxed(items: readonly OrderItem[], amounts: OrderAmounts): boolean | undefined {
  const delivery = amounts.deliveryFee - amounts.deliveryDiscount;
  if (delivery === 0) return undefined;
  const taxed = amounts.taxLines.reduce((sum, line) => sum + line.base + (amounts.taxIncluded ? line.amount : 0), 0);
  const itemsTaxed = items.reduce((sum, item) => (item.taxRate > 0 ? sum + item.lineTotal - item.discount : sum), 0);
  return taxed > itemsTaxed;
}
