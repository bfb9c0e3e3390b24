import { formatPercentage, type Cents, type PartsPerMillion } from "#app/values/money.ts";
import type { TaxLine } from "./priced-cart.ts";

/** "HST 13%"; a name that ends with its rate is not followed by it. */
export function taxLabel(label: string, rate: PartsPerMillion): string {
  const percent = formatPercentage(rate);
  return ` ${label.replace(" %", "%")}`.endsWith(` ${percent}`) ? label : `${label} ${percent}`;
}

/** The taxes of an order by name. Equal names get their percentage. */
export function namedTaxes(lines: readonly TaxLine[]): readonly { readonly label: string; readonly amount: Cents }[] {
  return lines.map(({ label, rate, amount }) => {
    const isAlone = lines.filter((each) => each.label === label).length === 1;
    return { label: isAlone ? label : taxLabel(label, rate), amount };
  });
}
