import { data, isRouteErrorResponse, useMatches, type DataStrategyResult } from "react-router";
import { useEffect } from "react";
import { reportLostConnection } from "#app/kit/connection.ts";
import { isLostConnection } from "#app/kit/lost-connection.ts";

/** What the page shows, by route: what stays when it cannot be read again. */
let shown: Readonly<Record<string, unknown>> = {};

/** Remembers what the page was drawn from. Stands once, in the root. */
export function useShownPage(): void {
  const matches = useMatches();
  useEffect(() => {
    shown = Object.fromEntries(matches.map((match) => [match.id, match.loaderData]));
  }, [matches]);
}

type Results = Record<string, DataStrategyResult>;

/**
 * No answer of the network replaces a page with a form on it: what cannot be read again stays as it is, and what could not be sent leaves its
 * page as it was, typed values and all. Only going to another page fails, with a page of our own (error-view.tsx).
 */
export async function keepPage({ request }: { readonly request: Request }, next: () => Promise<Results>): Promise<Results> {
  const results = await next();
  const { pathname, search } = new URL(request.url);
  const isHere = pathname === location.pathname && search === location.search;
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type !== "error" || !isNoAnswer(result)) continue;
    const isSent = request.method !== "GET";
    reportLostConnection(isSent ? "unsure" : "lost");
    if (isSent) results[routeId] = { type: "data", result: data(undefined) };
    else if (isHere && routeId in shown) results[routeId] = { type: "data", result: shown[routeId] };
  }
  return results;
}

/** Nothing came, or something between us and the shop answered for it. What an action throws comes in the router's own wrapping. */
function isNoAnswer(thrown: unknown): boolean {
  const isWrapped = (thrown as { readonly type?: unknown } | null)?.type === "DataWithResponseInit";
  const error = isWrapped ? (thrown as { readonly data: unknown }).data : thrown;
  return isLostConnection(error) || (isRouteErrorResponse(error) && error.status >= 502 && error.status <= 504);
}
