import { data, isRouteErrorResponse, useMatches, type DataStrategyResult } from "react-router";
import { useEffect } from "react";
import { reportBusy, reportLostConnection } from "#app/kit/connection.ts";
import { isRecord, jsonOf } from "#app/values/json.ts";
import { isLostConnection } from "#app/kit/lost-connection.ts";
import { warn } from "#app/kit/warn.ts";
import { propertyOf, textOf } from "#app/values/narrow.ts";

/** What the page shows, by route: what stays when it cannot be read again. Nothing for a route that failed. */
let shown: Readonly<Record<string, unknown>> = {};

/** Keeps the loader data of the rendered page. Used once, in the root. */
export function useShownPage(): void {
  const matches = useMatches();
  useEffect(() => {
    shown = Object.fromEntries(matches.map((match) => [match.id, match.loaderData]));
  }, [matches]);
}

/** What a route of the page shows; undefined for a route that failed, or is not on the page. */
export function shownData(routeId: string): unknown {
  return shown[routeId];
}

/** Whether a request reads the page that is shown, rather than another one. */
export function isHere({ url }: Request): boolean {
  const { pathname, search } = new URL(url);
  return pathname === location.pathname && search === location.search;
}

/** Whether a fetcher asks for a part of the page that is shown, such as the menu of an order that staff enter. */
function isPartOfPage({ url }: Request): boolean {
  const { pathname, searchParams } = new URL(url);
  return pathname === location.pathname && searchParams.has("part");
}

/** What became of something that was sent stays for as long as one reads it. */
const LEGIBLE_SECONDS = 8;

type Results = Record<string, DataStrategyResult>;

/**
 * No answer of the network replaces a page with a form on it: what cannot be read again (also because of a fault of the server) stays as it is,
 * and what could not be sent leaves its page as it was, typed values and all. A part of the page that cannot be read is `{ part: "unread" }`. Only
 * going to another page fails, with a page of our own (error-view.tsx).
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
      // The server has logged the fault. The page stays with what it showed.
      warn(`${routeId} could not be read again.`, error);
    } else if (own === null) reportLostConnection(isSent ? "unsure" : "lost");
    else if (stays !== null) reportBusy(own.message, isSent ? Math.max(own.retryAfterSeconds, LEGIBLE_SECONDS) : own.retryAfterSeconds);
    if (stays !== null) results[routeId] = stays;
  }
  return results;
}

/** What a route has in place of an answer that did not come; null = the error page. */
function whatStays(request: Request, routeId: string): DataStrategyResult | null {
  if (request.method !== "GET") return { type: "data", result: data(undefined) };
  // A new object each time: a fetcher keeps its old data for undefined, so the change would go unnoticed.
  if (isPartOfPage(request)) return { type: "data", result: data({ part: "unread" }) };
  return isHere(request) && shown[routeId] !== undefined ? { type: "data", result: shown[routeId] } : null;
}

/** What an action throws comes as the return value of `data()`. */
function unwrap(thrown: unknown): unknown {
  const isWrapped = isRecord(thrown) && !(thrown instanceof Error) && !isRouteErrorResponse(thrown) && "data" in thrown;
  return isWrapped ? thrown["data"] : thrown;
}

interface OwnWords {
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** What the shop itself says of not serving now (server/edge/routes-when-unavailable.ts); null for any other error. */
function ownWords(error: unknown): OwnWords | null {
  if (!isRouteErrorResponse(error) || error.status !== 503) return null;
  const message = textOf(error.data, "message");
  const retryAfterSeconds = propertyOf(error.data, "retryAfterSeconds");
  return message === undefined ? null : { message, retryAfterSeconds: typeof retryAfterSeconds === "number" ? retryAfterSeconds : 1 };
}

/** What the server says when it refuses a form before any page reads it, such as one that is too large: a problem as JSON. null for any other error. */
function refusalWords(error: unknown): OwnWords | null {
  if (!isRouteErrorResponse(error) || error.status >= 500 || typeof error.data !== "string") return null;
  const problem = jsonOf(error.data);
  return isRecord(problem) && typeof problem["message"] === "string" ? { message: problem["message"], retryAfterSeconds: 0 } : null;
}

/** A bug of the server, as the router hands it on: an `Error`, or a response of 500. */
function isFault(error: unknown): boolean {
  return error instanceof Error || (isRouteErrorResponse(error) && error.status >= 500);
}

/** Nothing came, or something between us and the shop answered for it. */
function isNoAnswer(error: unknown): boolean {
  return isLostConnection(error) || (isRouteErrorResponse(error) && error.status >= 502 && error.status <= 504);
}
