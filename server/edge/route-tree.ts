import { LRUCache } from "lru-cache";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

type BuiltRoute = NonNullable<ServerBuild["routes"][string]>;
const trees = new WeakMap<object, RouteObject[]>();

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
  const key = pathname.replace(IDS, "0");
  let known = paths.get(key);
  if (known === undefined) paths.set(key, (known = { id: match(build, pathname) }));
  return known.id;
}

function match(build: Pick<ServerBuild, "routes">, pathname: string): string | undefined {
  return matchRoutes(routeTree(build), pathname)?.at(-1)?.route.id;
}

/** The routes of a build as the tree in which addresses are matched; made once a build. */
export function routeTree({ routes }: Pick<ServerBuild, "routes">): RouteObject[] {
  let tree = trees.get(routes);
  if (tree === undefined) {
    const all = Object.values(routes).filter((route) => route !== undefined);
    trees.set(routes, (tree = below(undefined, all)));
  }
  return tree;
}

function below(parentId: string | undefined, all: readonly BuiltRoute[]): RouteObject[] {
  return all
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive = false }): RouteObject => {
      const common = { id, caseSensitive, ...(path === undefined ? {} : { path }) };
      return index === true ? { ...common, index } : { ...common, children: below(id, all) };
    });
}
