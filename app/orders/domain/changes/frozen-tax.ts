import { earlierTaxTable, taxSettingsOf, type TaxSettings, type TaxTable } from "#app/cart/domain/pricing/tax-table.ts";
import type { OrderAmounts, OrderItem } from "#app/orders/domain/order.ts";

/** The tax settings of the purchase, as its order stores them. `settings`: the current ones, for facts that an early order lacks. */
export function frozenTax(items: readonly OrderItem[], amounts: OrderAmounts, settings: TaxSettings): TaxSettings {
  return taxSettingsOf(amounts.taxTable ?? tableOf(items, amounts, settings), settings.taxLabel);
}

/** Derives the rates from an order of an earlier version. */
function tableOf(items: readonly OrderItem[], amounts: OrderAmounts, settings: TaxSettings): TaxTable {
  const rates = [...amounts.taxLines.map((line) => line.rate), ...items.map((item) => item.taxRate)];
  const labelOf = (rate: number) => amounts.taxLines.find((line) => line.rate === rate)?.label ?? settings.taxLabel;
  return earlierTaxTable(rates, wasDeliveryTaxed(items, amounts) ?? settings.taxOnDelivery, labelOf);
}

/** Derived from the stored tax: its base includes the delivery fee or not. Undefined without a fee. */
function wasDeliveryTaxed(items: readonly OrderItem[], amounts: OrderAmounts): boolean | undefined {
  const delivery = amounts.deliveryFee - amounts.deliveryDiscount;
  if (delivery === 0) return undefined;
  const taxed = amounts.taxLines.reduce((sum, line) => sum + line.base + (amounts.taxIncluded ? line.amount : 0), 0);
  const itemsTaxed = items.reduce((sum, item) => (item.taxRate > 0 ? sum + item.lineTotal - item.discount : sum), 0);
  return taxed > itemsTaxed;
}
