import { expect, test } from "vitest";
import { isPlainPath, isTooDeep } from "./request-path.ts";

test.each(["/", "/cart", "/Admin/Orders", "/products/12", "/caf%C3%A9", "/a%20b", "/a%2Cb", "/100%25", "/%E2%9C%93"])(
  "%s is read by everybody alike",
  (path) => {
    expect(isPlainPath(path)).toBe(true);
  },
);

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
])("%s might be read as another path", (path) => {
  expect(isPlainPath(path)).toBe(false);
});

test("a path of more parts than any address has is too deep", () => {
  expect([isTooDeep("/"), isTooDeep("/a".repeat(32)), isTooDeep("/a".repeat(33)), isTooDeep("/a".repeat(4000))]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
