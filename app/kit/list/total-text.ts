import { formatNumber } from "#app/values/number.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { capitalised } from "#app/values/text.ts";

/** "Orders: 1", correct for every number. */
export function totalText(nouns: string, total: number, isCapped: boolean, format: Pick<MoneyFormat, "locale">): string {
  return `${capitalised(nouns)}: ${isCapped ? "more than " : ""}${formatNumber(total, format)}`;
}

/** "Sorted by price, low to high."; `label` is the list's name of the order, undefined = the default order. */
export function sortedText(label: string | undefined): string {
  return label === undefined ? "Usual order." : `Sorted by ${label.slice(0, 1).toLowerCase()}${label.slice(1)}.`;
}
