import type { MoneyFormat } from "#app/values/money.ts";
import type { ReactNode } from "react";
import type { Question } from "#app/kit/confirm.tsx";

/** A column of a list, declared once: the same words make the table's cell and the line of the card on a phone. */
export interface ListColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** The list's name for this order; left out = it cannot be sorted by it. */
  readonly sort?: string;
  /** What this order and the opposite one are called; left out = A to Z, or low to high of figures. */
  readonly orders?: readonly [up: string, down: string];
  /** Figures stand at the right. */
  readonly isFigure?: boolean;
  /** On a phone: next to the title, in a second line below one of the two, or not at all; left out = a line of its own with its title. */
  readonly card?: "side" | "below" | "below-side" | "none";
  /** Left out below 1024 px. */
  readonly isMinor?: boolean;
}

/** What a row is, whatever its columns show. */
export interface RowFacts {
  readonly id: string;
  /** What the row is called, for screen readers. */
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
  /** What "any" is called in the address; left out = the parameter is left out. */
  readonly anyValue?: string;
}

/** From one day to another, both included, in two parameters (`listDay` in the schema). */
interface DaysFilter extends FilterWords {
  readonly from: string;
  readonly to: string;
  /** What a day is, in a few words beside the fields. */
  readonly note?: string;
}

export type ListFilter = ChoiceFilter | DaysFilter;

/** What a list page is asked: the parsed address. Filters are texts; "" = any. */
export interface ListState {
  readonly q: string;
  readonly sort: string;
  readonly page: number;
  readonly per_page: number;
  readonly selected: "all" | readonly string[];
}

/** What an act has to know besides the rows: one of a list, or a word. */
interface ListActField {
  readonly name: string;
  readonly label: string;
  /** Left out = a word is typed. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly suggestions?: readonly string[];
}

/** An action of the bulk bar: verb and noun. */
export interface ListAct {
  readonly intent: string;
  readonly label: string;
  readonly isDanger?: boolean;
  /** Asked first, with the number of chosen rows; for what Undo cannot bring back as it was. */
  readonly question?: (count: number, format: MoneyFormat) => Question;
  /** Stands under "More", as all that have a field do. */
  readonly isMinor?: boolean;
  readonly field?: ListActField;
  /** It changes nothing: a file or a page of the chosen rows at this address, read by `readListFile`. */
  readonly opens?: string;
}

/** A filter with these values and their words, in this order. */
export function choiceFilter(name: string, label: string, words: Readonly<Record<string, string>>): ListFilter {
  return { name, label, options: Object.entries(words).map(([value, text]) => ({ value, label: text })) };
}

export const BY_TIME = ["oldest first", "newest first"] as const;

/** An order that can be chosen where there are no heads to press: on cards and tiles. */
export interface ListOrder {
  readonly sort: string;
  readonly label: string;
}

/** Both ways of each column that can be sorted by. */
export function ordersOf<Row>(columns: readonly ListColumn<Row>[]): readonly ListOrder[] {
  return columns.flatMap(({ title, sort, isFigure, orders = isFigure === true ? ["low to high", "high to low"] : ["A to Z", "Z to A"] }) =>
    sort === undefined ? [] : orders.map((words, index) => ({ sort: index === 0 ? sort : `-${sort}`, label: `${title}, ${words}` })),
  );
}

/** The address with some parameters changed ("" takes one out), on its first page. */
export function addressWith(search: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(search);
  next.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  return `?${next.toString()}`;
}
