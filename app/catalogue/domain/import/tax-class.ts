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

export function unknownRateText(taxClass: string): string {
  return `There is no tax rate "${cutText(taxClass, 40)}" here; a new product gets the standard one, another keeps its own.`;
}
