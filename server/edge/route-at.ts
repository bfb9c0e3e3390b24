import { LRUCache } from "lru-cache";
import { matchRoutes, type ServerBuild } from "react-router";
import { routeTree } from "./route-tree.ts";

/** Ids differ, the route does not: no route names a number or UUID. */
const IDS = /(?<=\/)(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\/|$)/gi;
const REMEMBERED_PATHS = 500;
const LONGEST_REMEMBERED = 200;
const remembered = new WeakMap<object, LRUCache<string, { readonly id: string | undefined }>>();

/** The route of a path; undefined for none. Matching takes half a millisecond, so it is cached by path shape. */
export function routeAt(build: Pick<ServerBuild, "routes">, pathname: string): string | undefined {
  if (pathname.length > LONGEST_REMEMBERED) return match(build, pathname);
  let paths = remembered.get(build.routes);
  if (paths === undefined) remembered.set(build.routes, (paths = new LRUCache({ max: REMEMBERED_PATHS })));
  const key = shapeOf(pathname);
  let known = paths.get(key);
  if (known === undefined) paths.set(key, (known = { id: match(build, pathname) }));
  return known.id;
}

/** A path without ids: equal shapes have equal routes. */
function shapeOf(pathname: string): string {
  return pathname.replace(IDS, "0");
}

function match(build: Pick<ServerBuild, "routes">, pathname: string): string | undefined {
  return matchRoutes(routeTree(build), pathname)?.at(-1)?.route.id;
}
