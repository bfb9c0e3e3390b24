import { cut } from "./cells.ts";

/** The file says that it is taxed, not at which rate. */
export const TAXED = "at any rate";

/** The tax class a product shall have: a file that only says "taxed" leaves a reduced rate alone. undefined = as it is. */
export function wantedTaxClass({ taxClass }: { readonly taxClass: string | undefined }, current: string | null): string | undefined {
  if (taxClass !== TAXED) return taxClass;
  return current === null || current === "zero" ? "standard" : current;
}

/** False when a file names a rate that is none of the shop's, whose keys are `rates`. */
export function isKnownTaxClass(taxClass: string | undefined, rates: readonly string[]): boolean {
  return taxClass === undefined || [TAXED, "standard", "zero", ...rates].includes(taxClass);
}

export function unknownRateText(taxClass: string): string {
  return `There is no tax rate "${cut(taxClass, 40)}" here; a new product gets the standard one, another keeps its own.`;
}
