import type { ServerBuild } from "react-router";
import { routeAt } from "./route-at.ts";

/**
 * The router's own question, which routes stand at the paths of a page's links, with one path for each route: it matches every path against all routes, and a page has
 * dozens of links to a handful of routes. The answer is the same. Every browser asks it of every page it opens, so it must cost less than a kept page saves.
 */
export function withOnePathPerRoute(build: Pick<ServerBuild, "routes" | "routeDiscovery">, request: Request): Request {
  const url = new URL(request.url);
  const paths = request.method === "GET" ? pathsAskedAbout(build, url) : [];
  if (paths.length === 0) return request;
  const byRoute = new Map(paths.map((path) => [routeAt(build, path), path]));
  url.searchParams.set("paths", [...byRoute.values()].join(","));
  return new Request(url, { headers: request.headers, signal: request.signal });
}

/** The paths in that question; none in anything else. */
export function pathsAskedAbout({ routeDiscovery }: Pick<ServerBuild, "routeDiscovery">, url: URL): readonly string[] {
  if (url.pathname !== routeDiscovery.manifestPath) return [];
  const paths = url.searchParams.get("paths")?.split(",") ?? [];
  return paths.filter((path) => path !== "").map((path) => (path.startsWith("/") ? path : `/${path}`));
}
