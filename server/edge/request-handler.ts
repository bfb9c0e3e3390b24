import { LRUCache } from "lru-cache";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";
import { routeAt } from "./route-at.ts";
import { answerUnavailable } from "./routes-when-unavailable.ts";

/** There are some hundred pages and calls; what browsers ask about their links is a handful of routes each time. */
const MOST_HANDLERS = 300;

/** By the ids of the routes a handler knows. */
const handlersOfBuild = new WeakMap<ServerBuild, LRUCache<string, RequestHandler>>();
/** Those that know all routes. */
const wholeHandlers = new WeakMap<ServerBuild, RequestHandler>();

/**
 * The router's handler for a path of a build, made once: it builds its tables anew each time it is made, which takes longer than many an answer. It
 * knows no more routes than the answer needs, because the router matches a path against all it knows several times, and sets all of them up for each page.
 *
 * @param askedAbout the paths that the router is asked about (discovery.ts)
 */
export function requestHandler(build: ServerBuild, isDev: boolean, pathname: string, askedAbout: readonly string[] = []): RequestHandler {
  const ids = isDev ? [] : askedAbout.length > 0 ? routesAt(build, askedAbout) : routesNeededAt(build, pathname);
  if (ids.length === 0) return wholeHandler(build, isDev);
  let handlers = handlersOfBuild.get(build);
  if (handlers === undefined) handlersOfBuild.set(build, (handlers = new LRUCache({ max: MOST_HANDLERS })));
  const key = ids.join(" ");
  let handler = handlers.get(key);
  if (handler === undefined) handlers.set(key, (handler = createRequestHandler(only(answerUnavailable(build), ids), "production")));
  return handler;
}

function wholeHandler(build: ServerBuild, isDev: boolean): RequestHandler {
  let handler = wholeHandlers.get(build);
  if (handler === undefined)
    wholeHandlers.set(build, (handler = createRequestHandler(answerUnavailable(build), isDev ? "development" : "production")));
  return handler;
}

/**
 * The routes that an answer at a path comes from. A call (it has no page) needs its own and those around it. A page tells the browser, besides, of those at the
 * paths above its own. None for what may be about any route: the router's own addresses, what a page fetches of itself (its path ends in something else), and pages that tell of all.
 */
function routesNeededAt(build: ServerBuild, pathname: string): readonly string[] {
  if (pathname.endsWith(".data") || pathname.startsWith("/__")) return [];
  const id = routeAt(build, pathname);
  const module = id === undefined ? undefined : build.routes[id]?.module;
  if (id === undefined || module === undefined) return [];
  const isCall = module.default === undefined && module.ErrorBoundary === undefined;
  if (!isCall && build.routeDiscovery.mode !== "lazy") return [];
  return routesAt(build, isCall ? [pathname] : [pathname, ...pathsAbove(pathname)]);
}

/** The routes that these paths lead to, each with those it stands in; always in the same order. */
function routesAt(build: ServerBuild, paths: readonly string[]): readonly string[] {
  const ids = paths.flatMap((path) => routeAt(build, path) ?? []);
  return [...new Set(ids.flatMap((id) => routesAround(build, id)))].toSorted();
}

/** "/a/b/c" → "/", "/a", "/a/b". */
function pathsAbove(pathname: string): readonly string[] {
  const parts = pathname.split("/").filter((part) => part !== "");
  return parts.map((_part, index) => `/${parts.slice(0, index).join("/")}`);
}

/** A route and those it stands in. */
function routesAround(build: ServerBuild, id: string): readonly string[] {
  const parentId = build.routes[id]?.parentId;
  return [id, ...(parentId === undefined ? [] : routesAround(build, parentId))];
}

/** A build with these routes only. */
function only(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const among = <T>(routes: Readonly<Record<string, T>>) => Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
  return { ...build, routes: among(build.routes), assets: { ...build.assets, routes: among(build.assets.routes) } };
}
