/** The query of a product list; the server parses the same names. */
export interface ListingQuery {
  readonly q?: string;
  readonly sort: string | null;
  readonly dietaryTags: readonly string[];
  readonly page?: number;
}

/** The query string of a list, "" if empty. Changing the order or a filter returns to the first page. */
export function listingSearch({ q, sort, dietaryTags, page = 1 }: ListingQuery): string {
  const query = new URLSearchParams();
  if (q !== undefined && q !== "") query.set("q", q);
  if (sort !== null) query.set("sort", sort);
  for (const tag of dietaryTags) query.append("tag", tag);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
