import { LRUCache } from "lru-cache";
import { matchRoutes, type ServerBuild } from "react-router";
import { routeTree } from "./route-tree.ts";

/** Ids do not affect the route: no route has a number or UUID in its name. */
const IDS = /(?<=\/)(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\/|$)/gi;
const MAX_CACHED_PATHS = 500;
const MAX_CACHED_LENGTH = 200;
const pathCaches = new WeakMap<object, LRUCache<string, { readonly id: string | undefined }>>();

/** The route of a path; undefined for none. Matching takes half a millisecond, so it is cached by path shape. */
export function routeAt(build: Pick<ServerBuild, "routes">, pathname: string): string | undefined {
  if (pathname.length > MAX_CACHED_LENGTH) return match(build, pathname);
  let paths = pathCaches.get(build.routes);
  if (paths === undefined) pathCaches.set(build.routes, (paths = new LRUCache({ max: MAX_CACHED_PATHS })));
  const key = shapeOf(pathname);
  let route = paths.get(key);
  if (route === undefined) paths.set(key, (route = { id: match(build, pathname) }));
  return route.id;
}

/** A path without ids: equal shapes have equal routes. */
function shapeOf(pathname: string): string {
  return pathname.replace(IDS, "0");
}

function match(build: Pick<ServerBuild, "routes">, pathname: string): string | undefined {
  return matchRoutes(routeTree(build), pathname)?.at(-1)?.route.id;
}
