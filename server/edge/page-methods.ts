import { LRUCache } from "lru-cache";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { normalizePath } from "#app/staff/domain/permissions.ts";

const READ = ["GET", "HEAD"] as const;
const READ_AND_SEND = ["GET", "HEAD", "POST"] as const;

type BuiltRoute = NonNullable<ServerBuild["routes"][string]>;

type Methods = readonly string[] | null;
/** Ids differ, the route does not: no route names a number or a UUID. */
const IDS = /(?<=\/)(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\/|$)/gi;
const REMEMBERED_PATHS = 500;
const LONGEST_REMEMBERED = 200;
const remembered = new WeakMap<object, LRUCache<string, { readonly methods: Methods }>>();

/**
 * The methods a page (or a file such as /sitemap.xml) answers: reading, and sending where it has a form. null = a call, which knows its own
 * methods. Matching all routes takes half a millisecond, so the answer is remembered for a path and those that differ in their ids.
 */
export function methodsOf(build: Pick<ServerBuild, "routes">, pathname: string): Methods {
  if (pathname.length > LONGEST_REMEMBERED) return matchMethods(build, pathname);
  let paths = remembered.get(build.routes);
  if (paths === undefined) remembered.set(build.routes, (paths = new LRUCache({ max: REMEMBERED_PATHS })));
  const key = pathname.replace(IDS, "0");
  const known = paths.get(key);
  if (known !== undefined) return known.methods;
  const methods = matchMethods(build, pathname);
  paths.set(key, { methods });
  return methods;
}

function matchMethods(build: Pick<ServerBuild, "routes">, pathname: string): Methods {
  const leaf = matchRoutes(treeOf(build), normalizePath(pathname) ?? pathname)?.at(-1)?.route.id;
  const module = leaf === undefined ? undefined : build.routes[leaf]?.module;
  if (module?.action === undefined) return READ;
  return module.default === undefined ? null : READ_AND_SEND;
}

const trees = new WeakMap<object, RouteObject[]>();

function treeOf({ routes }: Pick<ServerBuild, "routes">): RouteObject[] {
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
