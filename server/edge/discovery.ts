import type { ServerBuild } from "react-router";
import { routeAt } from "./route-at.ts";

/**
 * The router's own question, which routes stand at the paths of a page's links, with one path for each route: it matches every path against all routes, and a page has
 * dozens of links to a handful of routes. The answer is the same. Every browser asks it of every page it opens, so it must cost less than a kept page saves.
 */
export function withOnePathPerRoute(build: Pick<ServerBuild, "routes" | "routeDiscovery">, request: Request): Request {
  const url = new URL(request.url);
  const paths = url.searchParams.get("paths");
  if (request.method !== "GET" || url.pathname !== build.routeDiscovery.manifestPath || paths === null) return request;
  const byRoute = new Map<string | undefined, string>();
  for (const path of paths.split(",")) {
    const full = path.startsWith("/") ? path : `/${path}`;
    if (path !== "") byRoute.set(routeAt(build, full), full);
  }
  url.searchParams.set("paths", [...byRoute.values()].join(","));
  return new Request(url, { headers: request.headers, signal: request.signal });
}
