import type { ServerBuild } from "react-router";
import { normalizePath } from "#app/staff/domain/permissions.ts";
import { routeAt } from "#server/edge/route-at.ts";

/** Shared routes and their query parameters. Other parameters bypass the cache. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  "routes/shop/index": [],
  "routes/shop/category": ["sort", "tag", "page"],
  "routes/shop/product": ["reviews"],
  "routes/shop/page": [],
  "routes/shop/files/sitemap": ["part"],
  "routes/shop/files/robots": [],
  "routes/shop/files/manifest": [],
  "routes/api/categories": [],
  "routes/api/products": ["category", "sort", "page", "per_page"],
  "routes/api/cart/suggestions": ["q"],
  "routes/api/product": [],
  "routes/api/site-menu": [],
  "routes/api/site-settings": [],
  "routes/api/version": [],
  "routes/api/openapi": [],
};
const LONGEST = 300;
/** Data requests of client navigation; `_routes` selects parts. */
const DATA = /(?:\/_root|\/_)?\.data$/;

/** Whether a path and query may be cached: a shared route with known parameters only. */
export function isShared(build: Pick<ServerBuild, "routes">, address: string): boolean {
  if (address.length > LONGEST) return false;
  const [path = "", query = ""] = address.split("?", 2);
  // "/:id/products" also matches "/admin/products", which the guard protects.
  if (/^\/admin(?:\/|$)/i.test(normalizePath(path) ?? "/admin")) return false;
  const isData = DATA.test(path);
  const parameters = SHARED[routeOf(build, isData ? path.replace(DATA, "") || "/" : path) ?? ""];
  if (parameters === undefined) return false;
  return [...new URLSearchParams(query).keys()].every((key) => parameters.includes(key) || (isData && key === "_routes"));
}

function routeOf(build: Pick<ServerBuild, "routes">, pathname: string): string | undefined {
  // The router's own paths match the catch-all.
  if (pathname.startsWith("/__")) return undefined;
  return routeAt(build, pathname);
}
