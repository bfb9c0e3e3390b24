import { expect, test } from "vitest";
import { filterKey, isSamePage, STAFF_PAGES } from "./same-page.ts";

const addressOf = (path: string) => {
  const { pathname, search } = new URL(path, "http://shop.test");
  return { pathname, search };
};

const STAFF = STAFF_PAGES;
const SHOP = { pageParams: ["q"], partParam: null };

test.each([
  ["another path", STAFF, "/admin/orders", "/admin/product", false],
  ["another view", STAFF, "/admin/orders", "/admin/orders?view=kitchen", false],
  ["another part of a list", STAFF, "/admin/product?q=a", "/admin/product?q=a&page=2", false],
  ["a filter", STAFF, "/admin/product?q=a", "/admin/product?q=ab", true],
  ["a filter that returns to the first part", STAFF, "/admin/product?page=2", "/admin/product?q=a", true],
  ["an order that returns to the first part", STAFF, "/admin/product?page=2&sort=name", "/admin/product?sort=price", true],
  ["a search of the shop", SHOP, "/", "/?q=pizza", false],
  ["another search of the shop", SHOP, "/?q=pizza", "/?q=juice", false],
  ["the order of what was found", SHOP, "/?q=pizza", "/?q=pizza&sort=price", true],
  ["more of a list of the shop", SHOP, "/5/products", "/5/products?page=2", true],
] as const)("compares pages: %s", (_, params, from, to, isSame) => {
  expect(isSamePage(addressOf(from), addressOf(to), params)).toBe(isSame);
});

test.each(["?q=a&page=2", "?page=3&q=a", "?q=a&view=sheet"])("a page change alone is no change of filters: %s", (search) => {
  expect(filterKey(new URLSearchParams(search))).toBe(filterKey(new URLSearchParams("?q=a")));
  expect(filterKey(new URLSearchParams(search))).not.toBe(filterKey(new URLSearchParams("?q=b")));
});
