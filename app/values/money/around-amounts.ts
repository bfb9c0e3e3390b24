import { formatterOf, halfWidth, type MoneyFormat } from "#app/values/money.ts";

/** The prefix and suffix of amounts in the shop's locale: "$" and "", "" and " €", "CHF " and "". */
export function aroundAmounts(format: MoneyFormat): { readonly prefix: string; readonly suffix: string } {
  const parts = formatterOf(format).formatToParts(0);
  const isDigits = ({ type }: Intl.NumberFormatPart) => type === "integer" || type === "decimal" || type === "fraction";
  const textOf = (some: readonly Intl.NumberFormatPart[]) => halfWidth(some.map(({ value }) => value).join(""));
  return { prefix: textOf(parts.slice(0, parts.findIndex(isDigits))), suffix: textOf(parts.slice(parts.findLastIndex(isDigits) + 1)) };
}
