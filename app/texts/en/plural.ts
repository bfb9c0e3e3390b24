import { LANGUAGE } from "./language.ts";

const RULES = new Intl.PluralRules(LANGUAGE);

/** The form of a word for a number: "order" for 1, otherwise "orders". */
export function pluralForm(count: number, one: string, other: string): string {
  return RULES.select(count) === "one" ? one : other;
}

/** "1 order", "2,500 orders", with the number in the format of `locale`; without a locale it is not grouped. */
export function counted(count: number, one: string, other: string, format?: { readonly locale: string }): string {
  return `${format === undefined ? count : count.toLocaleString(format.locale)} ${pluralForm(count, one, other)}`;
}
