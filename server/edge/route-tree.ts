import type { RouteObject, ServerBuild } from "react-router";

type BuiltRoute = NonNullable<ServerBuild["routes"][string]>;
const trees = new WeakMap<object, RouteObject[]>();

/** The route tree of a build, created once. */
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
