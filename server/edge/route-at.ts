import { LRUCache } from "lru-cache";
import { matchRoutes, type ServerBuild } from "react-router";
import { routeTree } from "./route-tree.ts";

/** Ids differ, the route does not: no route names a number or a UUID. */
const IDS = /(?<=\/)(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\/|$)/gi;
const REMEMBERED_PATHS = 500;
const LONGEST_REMEMBERED = 200;
const remembered = new WeakMap<object, LRUCache<string, { readonly id: string | undefined }>>();

/**
 * The route that answers a path; undefined for none. Matching all routes takes half a millisecond, so the answer is remembered for a path and
 * those that differ in their ids.
 */
export function routeAt(build: Pick<ServerBuild, "routes">, pathname: string): string | undefined {
  if (pathname.length > LONGEST_REMEMBERED) return match(build, pathname);
  let paths = remembered.get(build.routes);
  if (paths === undefined) remembered.set(build.routes, (paths = new LRUCache({ max: REMEMBERED_PATHS })));
  const key = shapeOf(pathname);
  let known = paths.get(key);
  if (known === undefined) paths.set(key, (known = { id: match(build, pathname) }));
  return known.id;
}

/** A path without its ids: two of the same shape lead to the same route. */
function shapeOf(pathname: string): string {
  return pathname.replace(IDS, "0");
}

function match(build: Pick<ServerBuild, "routes">, pathname: string): string | undefined {
  return matchRoutes(routeTree(build), pathname)?.at(-1)?.route.id;
}
