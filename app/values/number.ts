import type { MoneyFormat } from "./money.ts";

/** A number in the shop's locale, with at most three decimals: 2500.5 → "2,500.5", in German "2.500,5". */
export function formatNumber(value: number, format: Pick<MoneyFormat, "locale">): string {
  return value.toLocaleString(format.locale);
}

/**
 * A number where no shop is known, as in a schema or in stored text. Spaces separate thousands from five digits on, which no country
 * misreads ("2500", "25 000").
 */
export function groupedNumber(value: number): string {
  return Math.abs(value) < 10_000 ? String(value) : value.toLocaleString("en").replaceAll(",", "\u00a0");
}
