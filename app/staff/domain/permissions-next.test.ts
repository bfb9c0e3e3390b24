import { expect, test } from "vitest";
import { loginPath, parseNext } from "./permissions.ts";

test.each([
  ["/admin/product?page=2", "/admin/login?next=%2Fadmin%2Fproduct%3Fpage%3D2"],
  ["/admin", "/admin/login"],
  ["/admin/", "/admin/login"],
  ["/admin/login", "/admin/login"],
  ["//evil.example", "/admin/login"],
])("to reach %s one signs in at %s", (next, expected) => {
  expect(loginPath(next)).toBe(expected);
});

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/admin\n",
  "javascript:alert(1)",
  "",
  "admin",
  "/cart",
  "/admin/../cart",
  "/admin/login",
  "/admin/login?next=/admin",
  "/admin/api/me",
  "/admin/%zz",
  " /admin/users",
  "/admin\\@evil.example",
])("rejects %j as a return path", (next) => {
  expect(parseNext(next)).toBeNull();
});

test("pages under /admin are", () => {
  for (const next of ["/admin", "/admin/orders/5?print=ticket", "/admin/product?q=caf%C3%A9"]) expect(parseNext(next)).toBe(next);
});
