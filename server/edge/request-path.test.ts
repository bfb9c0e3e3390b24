import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { isPlainPath, isTooDeep, withoutDepth } from "./request-path.ts";

test.each([
  "/",
  "/cart",
  "/Admin/Orders",
  "/products/12",
  "/caf%C3%A9",
  "/a%20b",
  "/a%2Cb",
  "/100%25",
  "/100%25-off",
  "/50%2525",
  "/%E2%9C%93",
])("%s is read by everybody alike", (path) => {
  expect(isPlainPath(path)).toBe(true);
});

test.each([
  "//cart",
  "/a//b",
  "/a\\b",
  "/a%5cb",
  "/admin%2forders",
  "/%61dmin",
  "/%2e%2e/admin",
  "/a%00b",
  "/a%0d%0ab",
  "/a%zz",
  "/a%",
  "/%ff",
  "/%C3",
  "/%2561dmin",
  "/admin/orders/..%252f..%252fcart",
  "/admin/orders/..%25252fcart",
  `/%${"25".repeat(4000)}2f`,
])("%s might be read as another path", (path) => {
  expect(isPlainPath(path)).toBe(false);
});

test("a path with more segments than any address is too deep", () => {
  expect([isTooDeep("/"), isTooDeep("/a".repeat(8)), isTooDeep("/a".repeat(9)), isTooDeep("/a".repeat(4000))]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("no route has more segments than allowed", () => {
  const longest = (routes: readonly RouteConfigEntry[], above: number): number =>
    Math.max(
      ...routes.map((route) => {
        const parts = above + (route.path?.split("/").filter((part) => part !== "").length ?? 0);
        return route.children === undefined ? parts : longest(route.children, parts);
      }),
    );
  expect(longest(routes as readonly RouteConfigEntry[], 0)).toBeLessThanOrEqual(8);
});

test("cuts off excess segments", () => {
  const cut = (path: string) => withoutDepth(new Request(`http://localhost${path}`)).url;
  expect(cut(`${"/a".repeat(4000)}?q=1`)).toBe(`http://localhost${"/a".repeat(9)}?q=1`);
  expect(cut("//cart/")).toBe("http://localhost//cart/");
});
