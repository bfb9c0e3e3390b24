import { formatPercentage, type Cents, type MoneyFormat, type PartsPerMillion } from "#app/values/money.ts";
import type { TaxLine } from "./priced-cart.ts";

/** "HST 13%"; a name that already ends with its rate is used alone. Without a format it is the text for a file. */
export function taxLabel(label: string, rate: PartsPerMillion, format?: MoneyFormat): string {
  const percent = formatPercentage(rate, format);
  const bare = (text: string) => ` ${text.replace(/\s%/, "%")}`;
  return bare(label).endsWith(bare(percent)) ? label : `${label} ${percent}`;
}

/** The taxes of an order by name and rate: many countries require the rate on a receipt. */
export function namedTaxes(lines: readonly TaxLine[], format: MoneyFormat): readonly { readonly label: string; readonly amount: Cents }[] {
  return lines.map(({ label, rate, amount }) => ({ label: taxLabel(label, rate, format), amount }));
}
