import { allocate, applyRate, includedTax } from "#app/values/money.ts";
import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import type { TaxLine } from "./priced-cart.ts";
import type { PricingSettings } from "./settings.ts";

/** A line's amount after discount, and its rate. */
export interface TaxedLine {
  readonly net: Cents;
  readonly rate: PartsPerMillion;
}

export interface TaxOutcome {
  readonly taxLines: readonly TaxLine[];
  /** Σ of the tax lines. */
  readonly tax: Cents;
  /** Each line's share, in the order given. */
  readonly shares: readonly Cents[];
  /** The delivery fee's share; with the line shares it adds up to `tax`. */
  readonly deliveryShare: Cents;
}

/**
 * Tax of an order: discounted lines, plus the discounted delivery fee where it is taxed, are added up per rate and rounded once
 * per rate, half up. With inclusive prices it is the tax inside (gross × r / (1 + r)). The shares spread each rate's tax over its
 * lines and the fee by largest remainder.
 *
 * @param delivery delivery fee less what promotions take off it
 */
export function taxOf(lines: readonly TaxedLine[], delivery: Cents, settings: PricingSettings): TaxOutcome {
  const shares = lines.map(() => 0);
  const taxLines: TaxLine[] = [];
  let deliveryShare = 0;
  const taxedDelivery = settings.taxOnDelivery ? delivery : 0;
  const rates = new Set([settings.taxRate, ...lines.map((line) => line.rate)]);
  for (const rate of [...rates].filter((each) => each > 0).sort((a, b) => b - a)) {
    const weights = [...lines.map((line) => (line.rate === rate ? line.net : 0)), rate === settings.taxRate ? taxedDelivery : 0];
    const sum = weights.reduce((total, weight) => total + weight, 0);
    if (sum === 0) continue;
    const amount = settings.pricesIncludeTax ? includedTax(sum, rate) : applyRate(sum, rate);
    taxLines.push({ label: taxLabelOf(rate, settings), rate, base: settings.pricesIncludeTax ? sum - amount : sum, amount });
    const parts = allocate(amount, weights);
    lines.forEach((_, index) => (shares[index] = (shares[index] ?? 0) + (parts[index] ?? 0)));
    deliveryShare += parts[lines.length] ?? 0;
  }
  return { taxLines, tax: taxLines.reduce((total, line) => total + line.amount, 0), shares, deliveryShare };
}

/** "Tax", or "Tax (Groceries)" for a reduced rate, without the rate. */
function taxLabelOf(rate: PartsPerMillion, settings: PricingSettings): string {
  const reduced = rate === settings.taxRate ? undefined : settings.reducedRates.find((each) => each.rate === rate);
  return reduced?.label ?? settings.taxLabel;
}
