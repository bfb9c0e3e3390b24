const RULES = new Intl.PluralRules("en");
const FIGURES = new Intl.NumberFormat("en");

/** The form of a word that goes with a number: "order" for 1, otherwise "orders". */
export function pluralForm(count: number, one: string, other: string): string {
  return RULES.select(count) === "one" ? one : other;
}

/** "1 order", "2,500 orders". */
export function counted(count: number, one: string, other: string): string {
  return `${FIGURES.format(count)} ${pluralForm(count, one, other)}`;
}
