import { replace, type LoaderFunctionArgs } from "react-router";
import { requestContext } from "#app/http/context.server.ts";

interface PagedQuery {
  /** From 1. */
  readonly page: number;
  readonly per_page: number;
}

interface PagedList {
  readonly rows: readonly unknown[];
  /** On all pages. */
  readonly total: number;
}

/** The current last page, if the requested one is beyond it; else null. */
export function lastPageBefore({ page, per_page: perPage }: PagedQuery, { rows, total }: PagedList): number | null {
  if (page === 1 || rows.length > 0) return null;
  return Math.max(1, Math.min(page - 1, Math.ceil(total / perPage)));
}

/**
 * Redirects (replacing history) to the last page if the requested page is beyond it, such as after deleting its last row. A pending message waits. A
 * page that renders an action's response without JavaScript stays, or the response would be lost.
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
  throw replace(query.size === 0 ? pathname : `${pathname}?${query.toString()}`);
}
