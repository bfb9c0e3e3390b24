import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import { routePattern } from "./route-pattern.ts";

const route = (id: string, path: string) => ({ id, path, parentId: undefined, module: {} });
const build = {
  routes: { home: { ...route("home", ""), index: true }, product: route("product", "products/:id"), page: route("page", "*") },
} as unknown as Pick<ServerBuild, "routes">;

test.each([
  ["/products/:id", "/products/12"],
  ["/products/:id", "/products/12.data"],
  ["/*", "/about"],
  ["/media", "/media/x/y.webp"],
  // Refused before routing.
  ["(none)", "/a".repeat(4000)],
])("labels a path by its route: %s", (pattern, path) => {
  expect(routePattern(build, path)).toBe(pattern);
});
