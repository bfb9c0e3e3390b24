import { expect, test } from "vitest";
import { editTargetOf } from "./edit-path.ts";

test.each([
  ["/products/12", "/admin/product/edit/12"],
  ["/12/products", "/admin/category/edit/12"],
  ["/12/products/", "/admin/category/edit/12"],
  ["/", "/admin/cms/home"],
  ["/about", undefined],
  ["/products/0", undefined],
  ["/products/x", undefined],
  ["/cart", undefined],
])("the page at %s is edited at %s", (pathname, path) => {
  expect(editTargetOf(pathname)?.path).toBe(path);
});
