/** What an address of a product list says; the server reads the same names. */
export interface ListingQuery {
  readonly q?: string;
  readonly sort: string | null;
  readonly dietaryTags: readonly string[];
  readonly page?: number;
}

/** The query part of a list's address, "" when there is nothing to say. Changing the order or a filter begins at the first page. */
export function listingSearch({ q, sort, dietaryTags, page = 1 }: ListingQuery): string {
  const query = new URLSearchParams();
  if (q !== undefined && q !== "") query.set("q", q);
  if (sort !== null) query.set("sort", sort);
  for (const tag of dietaryTags) query.append("tag", tag);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
