/** The parts of `useLocation` that tell pages apart. */
export interface PageAddress {
  readonly pathname: string;
  /** Begins with "?", or is empty. */
  readonly search: string;
}

/**
 * Whether both addresses show the same page. Filters and the sort order do not make another page, even if they reset the list to its first
 * part. `pageParams` names the query parameters that do. `partParam` names the parameter of a list's part: another part alone is another
 * page.
 */
export function isSamePage(a: PageAddress, b: PageAddress, { pageParams, partParam }: PageParams): boolean {
  if (a.pathname !== b.pathname) return false;
  const [one, other] = [new URLSearchParams(a.search), new URLSearchParams(b.search)];
  if (pageParams.some((name) => one.get(name) !== other.get(name))) return false;
  if (partParam === null || one.get(partParam) === other.get(partParam)) return true;
  one.delete(partParam);
  other.delete(partParam);
  return one.toString() !== other.toString();
}

export interface PageParams {
  readonly pageParams: readonly string[];
  /** null = the list handles its parts itself. */
  readonly partParam: string | null;
}

/** Pages of the staff area: another view or another part of a list is another page. */
export const STAFF_PAGES = { pageParams: ["view"], partParam: "page" } as const satisfies PageParams;

/** The query parameters that filter a page of the staff area. Any other change makes another page, whose title is announced. */
export function filterKey(search: URLSearchParams): string {
  const filters = new URLSearchParams(search);
  for (const name of [...STAFF_PAGES.pageParams, STAFF_PAGES.partParam]) filters.delete(name);
  return filters.toString();
}
