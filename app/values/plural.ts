import type { MoneyFormat } from "./money.ts";

const RULES = new Intl.PluralRules("en");

/** The form of a word that goes with a number: "order" for 1, otherwise "orders". */
export function pluralForm(count: number, one: string, other: string): string {
  return RULES.select(count) === "one" ? one : other;
}

type Writing = Pick<MoneyFormat, "locale">;

/** A number as the shop writes it, with at most three decimals: 2500.5 → "2,500.5", in German "2.500,5". */
export function formatNumber(value: number, format: Writing): string {
  return value.toLocaleString(format.locale);
}

/**
 * A number where no shop is known, as in a schema or in what is stored: thousands apart by a space, which no country misreads, from five digits on
 * ("2500", "25 000").
 */
export function groupedNumber(value: number): string {
  return Math.abs(value) < 10_000 ? String(value) : value.toLocaleString("en").replaceAll(",", "\u00a0");
}

/** "1 order", "2,500 orders"; the number is not grouped where no shop is known. */
export function counted(count: number, one: string, other: string, format?: Writing): string {
  return `${format === undefined ? count : formatNumber(count, format)} ${pluralForm(count, one, other)}`;
}
