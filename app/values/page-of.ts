/** One page of a complete list of rows, and the total. */
export function pageOf<Row>(
  all: readonly Row[],
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
): { readonly rows: readonly Row[]; readonly total: number } {
  return { rows: all.slice((page - 1) * perPage, page * perPage), total: all.length };
}
