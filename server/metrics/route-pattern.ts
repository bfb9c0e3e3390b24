import type { ServerBuild } from "react-router";
import { isTooDeep } from "#server/edge/request-path.ts";
import { routeAt } from "#server/edge/route-at.ts";

/** Paths the HTTP layer serves itself, by their first part. */
const EDGE_PATHS: ReadonlySet<string> = new Set([
  "healthz",
  "readyz",
  "metrics",
  "media",
  "assets",
  "icons",
  "sounds",
  "_simulator",
  "_csp-report",
]);

const NO_ROUTE = "(none)";

/** The pattern of a path, such as "/products/:id": a label with few values, whatever path is requested. */
export function routePattern(build: Pick<ServerBuild, "routes">, pathname: string): string {
  const first = pathname.split("/", 2)[1] ?? "";
  if (EDGE_PATHS.has(first)) return `/${first}`;
  // Refused before routing, because the router would match it slowly.
  if (isTooDeep(pathname)) return NO_ROUTE;
  const path = pathname.replace(/(?:\/_root|\/_)?\.data$/, "") || "/";
  const id = routeAt(build, path);
  const parts: string[] = [];
  for (let at = id === undefined ? undefined : build.routes[id]; at !== undefined;) {
    if (at.path !== undefined && at.path !== "") parts.unshift(at.path);
    at = at.parentId === undefined ? undefined : build.routes[at.parentId];
  }
  return id === undefined ? NO_ROUTE : `/${parts.join("/")}`;
}
