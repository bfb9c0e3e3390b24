import { redirect } from "react-router";

interface PagedQuery {
  readonly page: number;
  readonly per_page: number;
}

/**
 * The page of a list as it is, unless it lies behind the last one, as after the last row of the last page has gone (deleted, or changed so that
 * it no longer fits the filters): then throws a redirect to the page that is the last now, with everything else of the address. A message
 * that waits for the browser waits for that page.
 */
export function withinPages<List extends { readonly rows: readonly unknown[]; readonly total: number }>(
  { pathname, search }: URL,
  { page, per_page: perPage }: PagedQuery,
  list: List,
): List {
  if (page === 1 || list.rows.length > 0) return list;
  const last = Math.max(1, Math.min(page - 1, Math.ceil(list.total / perPage)));
  const query = new URLSearchParams(search);
  if (last === 1) query.delete("page");
  else query.set("page", String(last));
  // oxlint-disable-next-line only-throw-error -- answers are thrown, in the form the router takes
  throw redirect(query.size === 0 ? pathname : `${pathname}?${query.toString()}`);
}
