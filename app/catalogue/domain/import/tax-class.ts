import { cutText } from "#app/values/text.ts";

/** Taxed at an unspecified rate. */
export const TAXED = "at any rate";

/** The tax class: "taxed" alone keeps a reduced rate. undefined: unchanged. */
export function wantedTaxClass({ taxClass }: { readonly taxClass: string | undefined }, current: string | null): string | undefined {
  if (taxClass !== TAXED) return taxClass;
  return current === null || current === "zero" ? "standard" : current;
}

/** False for an unknown rate (known keys: `rates`). */
export function isKnownTaxClass(taxClass: string | undefined, rates: readonly string[]): boolean {
  return taxClass === undefined || [TAXED, "standard", "zero", ...rates].includes(taxClass);
}

/** The percentage of every tax class of the shop. */
export type TaxClassRates = Readonly<Record<string, number>>;

/** The class of a cell: by its key, or by a percentage ("7", "7 %", "7,0") that exactly one class has. undefined: none. */
export function namedTaxClass(cell: string, rates: TaxClassRates): string | undefined {
  const named = cell.toLowerCase();
  if (isKnownTaxClass(named, Object.keys(rates))) return named;
  const [, digits] = /^(\d{1,3}(?:[.,]\d{1,4})?)\s*%?$/.exec(named) ?? [];
  if (digits === undefined) return undefined;
  const percent = Number(digits.replace(",", "."));
  const [only, ...others] = Object.keys(rates).filter((key) => rates[key] === percent);
  return others.length === 0 ? only : undefined;
}

export function unknownRateText(taxClass: string, rates: TaxClassRates): string {
  return `There is no tax rate "${cutText(taxClass, 40)}" here. There are: ${Object.keys(rates).join(", ")}. A new product gets the standard one, another keeps its own.`;
}
