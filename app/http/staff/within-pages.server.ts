import { replace, type LoaderFunctionArgs } from "react-router";
import { requestContext } from "#app/http/context.server.ts";

interface PagedQuery {
  /** From 1. */
  readonly page: number;
  readonly per_page: number;
}

interface PagedList {
  readonly rows: readonly unknown[];
  /** On all pages together. */
  readonly total: number;
}

/** The page that is the last now, of a list whose page asked for lies behind it; null = there is nothing behind. */
export function lastPageBefore({ page, per_page: perPage }: PagedQuery, { rows, total }: PagedList): number | null {
  if (page === 1 || rows.length > 0) return null;
  return Math.max(1, Math.min(page - 1, Math.ceil(total / perPage)));
}

/**
 * The page of a list as it is, unless it lies behind the last one, as after the last row of the last page has gone (deleted, or changed so that
 * it no longer fits the filters): then throws a redirect to the page that is the last now, with everything else of the address, in its place
 * in the browser's history. A message that waits for the browser waits for that page. The page that shows what an action answered, without
 * scripts, is left as it is: the answer would be lost on the way.
 */
export function withinPages<List extends PagedList>(
  { url: { pathname, search }, context }: Pick<LoaderFunctionArgs, "url" | "context">,
  paged: PagedQuery,
  list: List,
): List {
  const last = lastPageBefore(paged, list);
  const { method } = context.get(requestContext);
  if (last === null || (method !== "GET" && method !== "HEAD")) return list;
  const query = new URLSearchParams(search);
  if (last === 1) query.delete("page");
  else query.set("page", String(last));
  // oxlint-disable-next-line only-throw-error -- answers are thrown, in the form the router takes
  throw replace(query.size === 0 ? pathname : `${pathname}?${query.toString()}`);
}
