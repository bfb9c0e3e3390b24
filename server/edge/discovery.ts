import type { ServerBuild } from "react-router";
import { routeAt, shapeOf } from "./route-at.ts";

/** In characters of the whole address; the router refuses longer ones, and answers another version's question without looking at its paths. */
const LONGEST_QUESTION = 7_680;
/** A page has links to a dozen routes and texts. Who asks about more is no page of ours: the router looks at its paths itself, as it would without this file. */
const MOST_SHAPES = 60;

/**
 * The router's own question, which routes stand at the paths of a page's links, with one path for each route: it matches every path against all routes, and a page has
 * dozens of links to a handful of routes. The answer is the same. Every browser asks it of every page it opens, so it must cost less than a kept page saves.
 */
export function withOnePathPerRoute(build: Build, request: Request): Request {
  const url = new URL(request.url);
  const paths = request.method === "GET" ? pathsAskedAbout(build, url) : [];
  if (paths.length === 0) return request;
  const byRoute = new Map(paths.map((path) => [routeAt(build, path), path]));
  url.searchParams.set("paths", [...byRoute.values()].join(","));
  return new Request(url, { headers: request.headers, signal: request.signal });
}

type Build = Pick<ServerBuild, "routes" | "routeDiscovery" | "assets">;

/** The paths in that question, of those that differ in their ids only one; none in anything else, and none where the router should look at them itself. */
export function pathsAskedAbout({ routeDiscovery, assets }: Build, url: URL): readonly string[] {
  if (url.pathname !== routeDiscovery.manifestPath || url.href.length > LONGEST_QUESTION) return [];
  if (url.searchParams.get("version") !== assets.version) return [];
  const paths = url.searchParams.get("paths")?.split(",") ?? [];
  const full = paths.filter((path) => path !== "").map((path) => (path.startsWith("/") ? path : `/${path}`));
  const byShape = new Map(full.map((path) => [shapeOf(path), path]));
  return byShape.size > MOST_SHAPES ? [] : [...byShape.values()];
}
