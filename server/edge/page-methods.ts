import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { normalizePath } from "#app/staff/domain/permissions.ts";

const READ = ["GET", "HEAD"] as const;
const READ_AND_SEND = ["GET", "HEAD", "POST"] as const;

type BuiltRoute = NonNullable<ServerBuild["routes"][string]>;

/**
 * The methods a page (or a file such as /sitemap.xml) answers: reading, and sending where it has a form. null = a call, which knows its own
 * methods. Asked for changing methods only, so the few lookups per request do not matter.
 */
export function methodsOf(build: Pick<ServerBuild, "routes">, pathname: string): readonly string[] | null {
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
