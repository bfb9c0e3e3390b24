import { amountText, type Cents } from "#app/values/money.ts";
import type { WeightUnit } from "./sold-by-weight.ts";

/** UN/CEFACT codes for search engines. */
const REFERENCE: Readonly<Record<WeightUnit, { readonly value: number; readonly unitCode: string }>> = {
  kg: { value: 1, unitCode: "KGM" },
  "100g": { value: 100, unitCode: "GRM" },
  lb: { value: 1, unitCode: "LBR" },
};

/** The structured data of a price per unit of weight. */
export function unitOffer(price: Cents, unit: WeightUnit, currency: string) {
  return {
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      priceCurrency: currency,
      price: amountText(price, currency),
      referenceQuantity: { "@type": "QuantitativeValue", ...REFERENCE[unit] },
    },
  };
}
