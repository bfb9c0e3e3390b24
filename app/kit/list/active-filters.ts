import { formatDay, type RegionFormat } from "#app/values/clock/shop-clock.ts";
import { isLocalDate, type LocalDate } from "#app/values/time.ts";
import { addressWith, type ListFilter, type ListState } from "./list-columns.ts";

export interface ActiveFilter {
  /** "“soup”", "Status: hidden", "placed on Fri, Nov 20, 2026" */
  readonly words: string;
  /** The parameters that remove it. */
  readonly without: Readonly<Record<string, string>>;
}

/** The parameter names of a filter. */
export function namesOf(filter: ListFilter): readonly string[] {
  return "from" in filter ? [filter.from, filter.to] : [filter.name];
}

/** The search and the active filters, each in words. */
export function activeFilters(
  { q }: Pick<ListState, "q">,
  search: URLSearchParams,
  filters: readonly ListFilter[],
  region: RegionFormat,
): readonly ActiveFilter[] {
  return [
    ...(q === "" ? [] : [{ words: `“${q}”`, without: { q: "" } }]),
    ...filters.flatMap((filter) => activeFilter(search, filter, region)),
  ];
}

function activeFilter(search: URLSearchParams, filter: ListFilter, region: RegionFormat): readonly ActiveFilter[] {
  if ("from" in filter) {
    const [first, last] = daysOf(search.get(filter.from), search.get(filter.to));
    if (first === "" && last === "") return [];
    return [{ words: `${filter.label.toLowerCase()} ${daysWords(first, last, region)}`, without: { [filter.from]: "", [filter.to]: "" } }];
  }
  const option = filter.options.find((each) => each.value === search.get(filter.name));
  if (option === undefined) return [];
  return [{ words: `${filter.label}: ${option.label.toLowerCase()}`, without: { [filter.name]: filter.anyValue ?? "" } }];
}

/** The address without its search and filters. */
export function addressWithout(search: URLSearchParams, active: readonly ActiveFilter[]): string {
  return addressWith(search, Object.fromEntries(active.flatMap((filter) => Object.entries(filter.without))));
}

/** The two days of a range as the list reads them: sorted, and "" for an invalid day. */
export function daysOf(from: string | null, to: string | null): readonly [string, string] {
  const [first, last] = [from, to].map((day) => (day !== null && isLocalDate(day) ? day : ""));
  return first !== "" && last !== "" && String(first) > String(last) ? [String(last), String(first)] : [first ?? "", last ?? ""];
}

function daysWords(first: string, last: string, region: RegionFormat): string {
  // Includes the year, because a list may go back for years.
  const words = (date: LocalDate) => formatDay(date, region, { weekday: "short", hasYear: true });
  if (first === last) return `on ${words(first)}`;
  if (first === "") return `until ${words(last)}`;
  return last === "" ? `since ${words(first)}` : `from ${words(first)} to ${words(last)}`;
}
