import { otherTaxRates, type OtherTaxRate } from "./tax-rates.ts";
import { counted, pluralForm } from "#texts/plural.ts";

/** A reduced rate that a change removes; products may still use its key. */
export interface GoneRate {
  readonly rate: OtherTaxRate;
  /** The new rate that is probably the same one renamed; null = none. */
  readonly heir: OtherTaxRate | null;
}

/**
 * The rates that a change of REDUCED_TAX_RATES removes. A new name with the same percentage is a renamed rate. So is a single new rate if
 * only one rate is removed.
 */
export function goneRates(before: string, after: string): readonly GoneRate[] {
  const [old, kept] = [otherTaxRates(before), otherTaxRates(after)];
  const gone = old.filter((rate) => !kept.some((each) => each.key === rate.key));
  const added = kept.filter((rate) => !old.some((each) => each.key === rate.key));
  return gone.map((rate) => {
    const alike = added.filter((each) => each.percent === rate.percent);
    const isOnly = gone.filter((each) => each.percent === rate.percent).length === 1;
    if (alike.length === 1 && isOnly) return { rate, heir: alike[0] ?? null };
    return { rate, heir: gone.length === 1 && added.length === 1 ? (added[0] ?? null) : null };
  });
}

/** "12 products are taxed as “Groceries”." and what to do about it. */
export function goneRateSentence({ rate, heir }: GoneRate, products: number): string {
  const uses = `${counted(products, "product is", "products are")} taxed as “${rate.label}”`;
  const them = pluralForm(products, "it", "them");
  if (heir === null) return `${uses}. Keep this rate, or choose another tax for ${them} first.`;
  return `${uses}. The rate will be removed: without it ${pluralForm(products, "it", "they")} would be taxed in full. Move ${them} to “${heir.label}”, ${heir.percent}%?`;
}
