import type { MoneyFormat } from "#app/values/money.ts";
import type { ReactNode } from "react";
import type { Question } from "#app/kit/confirm.tsx";

/** A column of a list, declared once for the table's cell and for the line of the card on a phone. */
export interface ListColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** The sort key of the list; left out = not sortable. */
  readonly sort?: string;
  /** The labels of ascending and descending order; left out = A to Z, or low to high for numbers. */
  readonly orders?: readonly [up: string, down: string];
  /** Numbers are aligned right. */
  readonly isFigure?: boolean;
  /** On a phone: next to the title, in a second line below one of the two, or not at all; left out = a line of its own with its title. */
  readonly card?: "side" | "below" | "below-side" | "none";
  /** Hidden below 1024 px. */
  readonly isMinor?: boolean;
}

/** The identity of a row, whatever its columns show. */
export interface RowFacts {
  readonly id: string;
  /** The row's name for screen readers. */
  readonly label: string;
  readonly to: string;
}

interface FilterWords {
  readonly label: string;
}

/** One of several values, in the parameter `name`. */
interface ChoiceFilter extends FilterWords {
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The value for "any" in the address; left out = the parameter is left out. */
  readonly anyValue?: string;
}

/** A date range, both days included, in two parameters (`listDay` in the schema). */
interface DaysFilter extends FilterWords {
  readonly from: string;
  readonly to: string;
  /** What the day means, in a few words next to the fields. */
  readonly note?: string;
}

export type ListFilter = ChoiceFilter | DaysFilter;

/** The query of a list page: the parsed address. Filters are texts; "" = any. */
export interface ListState {
  readonly q: string;
  readonly sort: string;
  readonly page: number;
  readonly per_page: number;
  readonly selected: "all" | readonly string[];
}

/** An action's input besides the rows: a choice or a text. */
interface ListActField {
  readonly name: string;
  readonly label: string;
  /** Left out = free text. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly suggestions?: readonly string[];
}

/** An action of the bulk bar: verb and noun. */
export interface ListAct {
  readonly intent: string;
  readonly label: string;
  readonly isDanger?: boolean;
  /** The confirmation with the number of selected rows, for actions that Undo cannot revert exactly. */
  readonly question?: (count: number, format: MoneyFormat) => Question;
  /** In the "More" menu, like every action with a field. */
  readonly isMinor?: boolean;
  readonly field?: ListActField;
  /** It changes nothing: it opens a file or page of the selected rows at this address, which reads them with `readListFile`. */
  readonly opens?: string;
}

/** A filter with these values and labels, in this order. */
export function choiceFilter(name: string, label: string, words: Readonly<Record<string, string>>): ListFilter {
  return { name, label, options: Object.entries(words).map(([value, text]) => ({ value, label: text })) };
}

export const BY_TIME = ["oldest first", "newest first"] as const;

/** A sort order for cards and tiles, which have no column heads to click. */
export interface ListOrder {
  readonly sort: string;
  readonly label: string;
}

/** Both directions of each sortable column. */
export function ordersOf<Row>(columns: readonly ListColumn<Row>[]): readonly ListOrder[] {
  return columns.flatMap(({ title, sort, isFigure, orders = isFigure === true ? ["low to high", "high to low"] : ["A to Z", "Z to A"] }) =>
    sort === undefined ? [] : orders.map((words, index) => ({ sort: index === 0 ? sort : `-${sort}`, label: `${title}, ${words}` })),
  );
}

/** The address with some parameters changed ("" removes one), on the first page. */
export function addressWith(search: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(search);
  next.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  return `?${next.toString()}`;
}
