import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { isShared } from "./shared-pages.ts";

/** The routes as the build has them. */
function built(entries: readonly RouteConfigEntry[], parentId?: string): readonly (readonly [string, object])[] {
  return entries.flatMap(({ file, path, index, caseSensitive, children = [], ...entry }) => {
    const id = entry.id ?? file.replace(/\.tsx?$/, "");
    return [[id, { id, parentId, path, index, caseSensitive }] as const, ...built(children, id)];
  });
}
const build = { routes: Object.fromEntries(built(routes)) as ServerBuild["routes"] };

test.each([
  "/",
  "/_.data",
  "/1/products",
  "/1/products?sort=price&page=2",
  "/products/1",
  "/products/1.data?_routes=routes%2Fshop%2Fproduct",
  "/about",
  "/sitemap.xml?part=2",
  "/robots.txt",
  "/manifest.webmanifest",
  "/api/categories",
  "/api/products?page=2",
  "/api/products/1",
  "/api/suggestions?q=bread",
  "/api/site-menu/site_top_menu",
  "/api/site-settings",
  "/api/version",
  "/api/openapi.json",
])("caches %s", (address) => {
  expect(isShared(build, address)).toBe(true);
});

test.each([
  "/?code=SUMMER",
  "/about?x=1",
  "/cart",
  "/checkout",
  "/my-orders",
  "/my-orders.data",
  "/pay-order?token=x",
  "/payment-complete?token=x",
  "/page-preview/token",
  "/page-preview/token/home",
  "/admin",
  "/admin/products",
  "/ADMIN/products",
  "/%61dmin/products",
  "/admin/products.data",
  "/api/cart",
  "/api/cart-badge",
  "/api/slots",
  "/api/order-status?token=x",
  "/api/_auth/session",
  "/__manifest?p=/",
  `/${"x".repeat(300)}`,
])("does not cache %s", (address) => {
  expect(isShared(build, address)).toBe(false);
});
