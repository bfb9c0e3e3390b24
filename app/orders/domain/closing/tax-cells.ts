import type { TaxLine } from "#app/cart/domain/pricing/priced-cart.ts";
import { taxLabel } from "#app/cart/domain/pricing/tax-label.ts";
import type { TaxTable } from "#app/cart/domain/pricing/tax-table.ts";
import { writtenAmount, type DecimalSign } from "#app/values/money/money-input.ts";
import { formatPercentage, type Cents, type PartsPerMillion } from "#app/values/money.ts";

/** The name of the line for amounts at 0 % or exempt: "No tax 0%". */
export const UNTAXED = "No tax";

/** The format of amounts in a cell. */
export interface TaxCellFormat {
  readonly currency: string;
  readonly decimal: DecimalSign;
}

/** "GST 5%: 1.50; PST 7%: 2.10": the tax of each name and rate, the highest rate first. */
export function taxByRate(lines: readonly TaxLine[], format: TaxCellFormat): string {
  return amountsByRate(lines, ({ amount }) => amount, format);
}

/** The same with the taxed amounts. */
export function taxedByRate(lines: readonly TaxLine[], format: TaxCellFormat): string {
  return amountsByRate(lines, ({ base }) => base, format);
}

function amountsByRate(lines: readonly TaxLine[], amountOf: (line: TaxLine) => Cents, { currency, decimal }: TaxCellFormat): string {
  const byRate: ReadonlyMap<string, readonly TaxLine[]> = Map.groupBy(lines, ({ label, rate }) => `${rate} ${label}`);
  return [...byRate.values()]
    .flatMap((same) => {
      const [first] = same;
      return first === undefined ? [] : [{ ...first, amount: same.reduce((sum, line) => sum + amountOf(line), 0) }];
    })
    .toSorted((a, b) => b.rate - a.rate || (a.label < b.label ? -1 : 1))
    .map(({ label, rate, amount }) => `${taxLabel(label, rate)}: ${writtenAmount(amount, currency, decimal)}`)
    .join("; ");
}

export interface TaxedOrder {
  readonly taxLines: readonly TaxLine[];
  /** Null: an earlier version did not store it; each of its rates was one tax. */
  readonly taxTable: TaxTable | null;
}

/** The rate of the delivery fee. In orders without a stored table it was the highest. */
export function deliveryRate({ taxLines, taxTable }: TaxedOrder, deliveryTax: Cents): PartsPerMillion {
  if (taxTable !== null) return taxTable.delivery;
  return deliveryTax === 0 ? 0 : Math.max(0, ...taxLines.map(({ rate }) => rate));
}

/** "12%", and its taxes: "GST 5%; PST 7%". */
export function rateCells({ taxLines, taxTable }: TaxedOrder, rate: PartsPerMillion): readonly [rate: string, components: string] {
  const stored = taxTable?.rates.find((each) => each.rate === rate)?.components;
  const components = stored ?? (taxTable === null ? taxLines.filter((line) => line.rate === rate) : []);
  return [formatPercentage(rate), rate === 0 ? "" : components.map((each) => taxLabel(each.label, each.rate)).join("; ")];
}
