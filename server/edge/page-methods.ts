import { LRUCache } from "lru-cache";
import { matchRoutes, type ServerBuild } from "react-router";
import { normalizePath } from "#app/staff/domain/permissions.ts";
import { routeTree } from "./route-tree.ts";

const READ = ["GET", "HEAD"] as const;
const READ_AND_SEND = ["GET", "HEAD", "POST"] as const;

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
  const leaf = matchRoutes(routeTree(build), normalizePath(pathname) ?? pathname)?.at(-1)?.route.id;
  const module = leaf === undefined ? undefined : build.routes[leaf]?.module;
  if (module?.action === undefined) return READ;
  return module.default === undefined ? null : READ_AND_SEND;
}
