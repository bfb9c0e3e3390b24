import { LANGUAGE } from "./language.ts";

const RULES = new Intl.PluralRules(LANGUAGE);

/** The form of a word that goes with a number: "order" for 1, otherwise "orders". */
export function pluralForm(count: number, one: string, other: string): string {
  return RULES.select(count) === "one" ? one : other;
}

/** "1 order", "2,500 orders", the number as the `locale` writes it; it is not grouped where no shop is known. */
export function counted(count: number, one: string, other: string, format?: { readonly locale: string }): string {
  return `${format === undefined ? count : count.toLocaleString(format.locale)} ${pluralForm(count, one, other)}`;
}
