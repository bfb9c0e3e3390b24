import { allocate, applyRate, includedTax } from "#app/values/money.ts";
import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import type { TaxLine } from "./priced-cart.ts";
import { componentsOfRate, type PricingSettings, type TaxComponent } from "./pricing-settings.ts";

/** A line's amount after discount, and its rate. */
export interface TaxedLine {
  readonly net: Cents;
  readonly rate: PartsPerMillion;
}

export interface TaxOutcome {
  readonly taxLines: readonly TaxLine[];
  /** Σ of the tax lines. */
  readonly tax: Cents;
  /** The share of each line, in the given order. */
  readonly shares: readonly Cents[];
  /** The delivery fee's share; with the line shares it adds up to `tax`. */
  readonly deliveryShare: Cents;
}

/** A tax that is rounded once, and the rates it is part of. */
export interface TaxPool extends TaxComponent {
  readonly of: readonly PartsPerMillion[];
}

/**
 * The taxes that are rounded once each. Tax on top: each tax over all its rates, so that its amount is its percentage of its base. Included
 * tax: each tax of each rate, because the tax inside the price depends on the whole rate.
 */
export function taxPools(rates: readonly PartsPerMillion[], settings: PricingSettings): readonly TaxPool[] {
  const pools: TaxPool[] = [];
  for (const rate of [...new Set(rates)].filter((each) => each > 0).toSorted((a, b) => b - a)) {
    for (const component of componentsOfRate(rate, settings)) {
      const index = settings.pricesIncludeTax ? -1 : pools.findIndex((pool) => isSameTax(pool, component));
      const existing = pools[index];
      if (existing === undefined) pools.push({ ...component, of: [rate] });
      else pools[index] = { ...existing, of: [...existing.of, rate] };
    }
  }
  return pools;
}

/**
 * Tax of an order. Discounted lines, plus the discounted delivery fee where it is taxed, are added up per tax and rounded once, half up. With
 * inclusive prices it is the tax inside (gross × r / (1 + whole rate)), rounded once per tax and rate. The shares distribute each tax over its lines
 * and the fee by largest remainder.
 *
 * @param delivery delivery fee less its discount
 */
export function taxOf(lines: readonly TaxedLine[], delivery: Cents, settings: PricingSettings): TaxOutcome {
  const shares = lines.map(() => 0);
  let deliveryShare = 0;
  const taxedDelivery = settings.taxOnDelivery ? delivery : 0;
  const taxes = taxPools([settings.taxRate, ...lines.map((line) => line.rate)], settings).flatMap(({ label, rate, of }) => {
    const weights = [...lines.map((line) => (of.includes(line.rate) ? line.net : 0)), of.includes(settings.taxRate) ? taxedDelivery : 0];
    const sum = weights.reduce((total, weight) => total + weight, 0);
    if (sum === 0) return [];
    const amount = settings.pricesIncludeTax ? includedTax(sum, rate, of[0]) : applyRate(sum, rate);
    const parts = allocate(amount, weights);
    lines.forEach((_, index) => (shares[index] = (shares[index] ?? 0) + (parts[index] ?? 0)));
    deliveryShare += parts[lines.length] ?? 0;
    return [{ label, rate, of, sum, amount }];
  });
  const insideOf = (whole: PartsPerMillion | undefined) =>
    taxes.filter(({ of }) => of[0] === whole).reduce((total, { amount }) => total + amount, 0);
  const taxLines = taxes.map(({ label, rate, of, sum, amount }) => ({
    label,
    rate,
    base: settings.pricesIncludeTax ? sum - insideOf(of[0]) : sum,
    amount,
  }));
  return { taxLines: mergeLines(taxLines), tax: taxes.reduce((total, { amount }) => total + amount, 0), shares, deliveryShare };
}

/** A tax of several rates is one line. */
function mergeLines(lines: readonly TaxLine[]): readonly TaxLine[] {
  const merged: TaxLine[] = [];
  for (const line of lines) {
    const index = merged.findIndex((each) => isSameTax(each, line));
    const existing = merged[index];
    if (existing === undefined) merged.push(line);
    else merged[index] = { ...existing, base: existing.base + line.base, amount: existing.amount + line.amount };
  }
  return merged;
}

function isSameTax(a: TaxComponent, b: TaxComponent): boolean {
  return a.label === b.label && a.rate === b.rate;
}
