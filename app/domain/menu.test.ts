import { expect, test } from "vitest";
import { isExternalUrl, menuLink, type MenuItem } from "./menu.ts";

const link = (url: string, openInNewTab = false): MenuItem => ({ id: "1", type: "link", text: "Link", url, openInNewTab, children: [] });

test.each(["http://a.example", "https://a.example", "HTTPS://a.example", "tel:+15550100", "mailto:a@b.example", "//a.example", "#top"])("%s is external", (url) => {
  expect(isExternalUrl(url)).toBe(true);
});

test.each(["/about", "about", "", "javascript:alert(1)", "ftp://a.example", "help#top"])("%j is an internal route", (url) => {
  expect(isExternalUrl(url)).toBe(false);
});

test("internal links are paths from the root and never open a tab", () => {
  expect(menuLink(link("about", true))).toEqual({ href: "/about", isExternal: false, opensNewTab: false });
  expect(menuLink(link("javascript:alert(1)"))?.href).toBe("/javascript:alert(1)");
});

test("external links open a new tab when asked", () => {
  expect(menuLink(link("https://a.example", true))).toEqual({ href: "https://a.example", isExternal: true, opensNewTab: true });
});

test("a category leads to its products, a text nowhere", () => {
  expect(menuLink({ id: "1", type: "category", text: "Tea", categoryId: 7, children: [] })?.href).toBe("/7/products");
  expect(menuLink({ id: "1", type: "text", text: "Hours", children: [] })).toBeNull();
});
