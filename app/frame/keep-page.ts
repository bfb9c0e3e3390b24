import { data, isRouteErrorResponse, useMatches, type DataStrategyResult } from "react-router";
import { useEffect } from "react";
import { reportBusy, reportLostConnection } from "#app/kit/connection.ts";
import { isRecord, jsonOf } from "#app/values/json.ts";
import { isLostConnection } from "#app/kit/lost-connection.ts";
import { warn } from "#app/kit/warn.ts";
import { propertyOf, textOf } from "#app/values/narrow.ts";

/** The rendered loader data by route, kept when revalidation fails. Failed routes are missing. */
let shown: Readonly<Record<string, unknown>> = {};

/** Stores the loader data of the rendered page. Used once, in the root. */
export function useShownPage(): void {
  const matches = useMatches();
  useEffect(() => {
    shown = Object.fromEntries(matches.map((match) => [match.id, match.loaderData]));
  }, [matches]);
}

/** The rendered loader data of a route; undefined for a route that failed or is not on the page. */
export function shownData(routeId: string): unknown {
  return shown[routeId];
}

/** Whether a request revalidates the current page. */
export function isHere({ url }: Request): boolean {
  const { pathname, search } = new URL(url);
  return pathname === location.pathname && search === location.search;
}

/** Whether a fetcher loads a part of the current page, such as the menu of an order that staff enter. */
function isPartOfPage({ url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname === location.pathname && searchParams.has("part");
}

/** Time to read the result of a submission. */
const LEGIBLE_SECONDS = 8;

type Results = Record<string, DataStrategyResult>;

/**
 * No network failure replaces a page with a form on it. Data that cannot be revalidated (also because of a server error) stays as it is,
 * and a failed submission leaves its page unchanged, input included. A part of the page that cannot be loaded is `{ part: "unread" }`. Only
 * navigation to another page fails, with our own error page (error-view.tsx).
 */
export async function keepPage({ request }: { readonly request: Request }, next: () => Promise<Results>): Promise<Results> {
  const results = await next();
  // A newer request replaced this one.
  if (request.signal.aborted) return results;
  for (const [routeId, { type, result }] of Object.entries(results)) {
    if (type !== "error") continue;
    const error = unwrap(result);
    const isSent = request.method !== "GET";
    const own = ownWords(error) ?? (isSent ? refusalWords(error) : null);
    const stays = whatStays(request, routeId);
    if (own === null && !isNoAnswer(error)) {
      if (isSent || stays === null || !isFault(error)) continue;
      // The server has logged the error. The page keeps its data.
      warn(`${routeId} could not be read again.`, error);
    } else if (own === null) reportLostConnection(isSent ? "unsure" : "lost");
    else if (stays !== null) reportBusy(own.message, isSent ? Math.max(own.retryAfterSeconds, LEGIBLE_SECONDS) : own.retryAfterSeconds);
    if (stays !== null) results[routeId] = stays;
  }
  return results;
}

/** The substitute for a route's missing response; null = the error page. */
function whatStays(request: Request, routeId: string): DataStrategyResult | null {
  if (request.method !== "GET") return { type: "data", result: data(undefined) };
  // A new object each time: a fetcher keeps its old data for undefined, so the change would go unnoticed.
  if (isPartOfPage(request)) return { type: "data", result: data({ part: "unread" }) };
  return isHere(request) && shown[routeId] !== undefined ? { type: "data", result: shown[routeId] } : null;
}

/** Unwraps what an action throws: it arrives as the return value of `data()`. */
function unwrap(thrown: unknown): unknown {
  const isWrapped = isRecord(thrown) && !(thrown instanceof Error) && !isRouteErrorResponse(thrown) && "data" in thrown;
  return isWrapped ? thrown["data"] : thrown;
}

interface OwnWords {
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** The shop's own message that it cannot serve now (server/edge/routes-when-unavailable.ts); null for any other error. */
function ownWords(error: unknown): OwnWords | null {
  if (!isRouteErrorResponse(error) || error.status !== 503) return null;
  const message = textOf(error.data, "message");
  const retryAfterSeconds = propertyOf(error.data, "retryAfterSeconds");
  return message === undefined ? null : { message, retryAfterSeconds: typeof retryAfterSeconds === "number" ? retryAfterSeconds : 1 };
}

/**
 * The server's JSON problem for a form that it refuses before any page reads it, such as one that is too large. null for any other error.
 */
function refusalWords(error: unknown): OwnWords | null {
  if (!isRouteErrorResponse(error) || error.status >= 500 || typeof error.data !== "string") return null;
  const problem = jsonOf(error.data);
  return isRecord(problem) && typeof problem["message"] === "string" ? { message: problem["message"], retryAfterSeconds: 0 } : null;
}

/** A server bug, as the router reports it: an `Error`, or a response of 500. */
function isFault(error: unknown): boolean {
  return error instanceof Error || (isRouteErrorResponse(error) && error.status >= 500);
}

/** No response, or a response of an intermediary. */
function isNoAnswer(error: unknown): boolean {
  return isLostConnection(error) || (isRouteErrorResponse(error) && error.status >= 502 && error.status <= 504);
}
