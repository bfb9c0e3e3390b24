import type { PartsPerMillion } from "#app/values/money.ts";
import { componentsOfRate, type PricingSettings, type TaxRate } from "./pricing-settings.ts";

/** The tax rates of an order, stored with it, so that edits and previews use them again. */
export interface TaxTable {
  /** The rate of the delivery fee; 0: not taxed. */
  readonly delivery: PartsPerMillion;
  /** The rates of the lines and of the delivery fee. */
  readonly rates: readonly TaxRate[];
}

export type TaxSettings = Pick<PricingSettings, "taxRate" | "taxComponents" | "taxLabel" | "otherRates" | "taxOnDelivery">;

/** @param rates of the lines, in any order */
export function taxTableOf(rates: readonly PartsPerMillion[], settings: TaxSettings): TaxTable {
  const delivery = settings.taxOnDelivery ? settings.taxRate : 0;
  const used = [...new Set([delivery, ...rates])].filter((rate) => rate > 0);
  return { delivery, rates: used.map((rate) => ({ rate, components: componentsOfRate(rate, settings) })) };
}

/** Orders stored before this table have one tax per rate; the highest rate applied to the delivery fee. */
export function earlierTaxTable(
  rates: readonly PartsPerMillion[],
  isDeliveryTaxed: boolean,
  labelOf: (rate: PartsPerMillion) => string,
): TaxTable {
  const taxed = [...new Set(rates)].filter((rate) => rate > 0);
  return {
    delivery: isDeliveryTaxed ? Math.max(0, ...taxed) : 0,
    rates: taxed.map((rate) => ({ rate, components: [{ label: labelOf(rate), rate }] })),
  };
}

/** The tax settings that price a cart by this table; a line's tax class is its rate as text. */
export function taxSettingsOf({ delivery, rates }: TaxTable, taxLabel: string): TaxSettings {
  return {
    taxRate: delivery,
    taxComponents: rates.find(({ rate }) => rate === delivery)?.components ?? [],
    taxLabel,
    otherRates: rates.map((each) => ({ ...each, taxClass: String(each.rate) })),
    taxOnDelivery: delivery > 0,
  };
}
