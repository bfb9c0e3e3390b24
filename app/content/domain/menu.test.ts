import fc from "fast-check";
import { expect, test } from "vitest";
import { footerMenuSchema, menuName, topMenuSchema } from "./menu.schema.ts";
import { itemHref, linkTarget } from "./menu.ts";

test.each([
  "http://example.com",
  "https://example.com/a?b#c",
  "HTTPS://example.com",
  "tel:+14165550123",
  "mailto:a@example.com",
  "//example.com",
  "#top",
])("%s is an external link", (url) => {
  expect(linkTarget(url)).toEqual({ kind: "external", href: url, newTab: false });
  expect(linkTarget(url, true)).toEqual({ kind: "external", href: url, newTab: true });
});

test.each([
  ["/about", "/about"],
  ["about", "/about"],
  ["about/team?x=1#y", "/about/team?x=1#y"],
  ["/", "/"],
  ["", "/"],
  ["  /about ", "/about"],
  ["?q=1", "/?q=1"],
  ["httpx://example.com", "/httpx://example.com"],
  ["http:example.com", "/http:example.com"],
  ["telephone", "/telephone"],
  // Nothing here may run or lead off the site.
  ["javascript:alert(1)", "/javascript:alert(1)"],
  [" JaVaScRiPt:alert(1)", "/JaVaScRiPt:alert(1)"],
  ["java\nscript:alert(1)", "/javascript:alert(1)"],
  ["\u0001javascript:alert(1)", "/javascript:alert(1)"],
  ["data:text/html,<script>", "/data:text/html,<script>"],
  ["vbscript:x", "/vbscript:x"],
  ["/\\evil.example", "/evil.example"],
  ["\\\\evil.example", "/evil.example"],
  ["\\/evil.example", "/evil.example"],
])("%j is the route %s", (url, to) => {
  expect(linkTarget(url, true)).toEqual({ kind: "internal", to });
});

test("a line break cannot hide an external address", () => {
  expect(linkTarget("/\t/evil.example")).toEqual({ kind: "external", href: "//evil.example", newTab: false });
});

test("any input leads to this site or an allowed scheme", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((tail) => `javascript:${tail}`),
        fc.string().map((tail) => `/\\${tail}`),
      ),
      (url) => {
        const target = linkTarget(url);
        const base = "https://shop.example";
        const href = target.kind === "internal" ? target.to : target.href;
        if (!URL.canParse(href, base)) return;
        const parsed = new URL(href, base);
        if (target.kind === "internal") expect(parsed.origin).toBe(base);
        else expect(["http:", "https:", "tel:", "mailto:"]).toContain(parsed.protocol);
      },
    ),
    { numRuns: 1000 },
  );
});

test("items lead by their type", () => {
  expect(itemHref({ id: "a", type: "category", text: "Pizza", categoryId: 7 })).toEqual({ kind: "internal", to: "/7/products" });
  expect(itemHref({ id: "a", type: "link", text: "Us", url: "about", openInNewTab: true })).toEqual({ kind: "internal", to: "/about" });
  expect(itemHref({ id: "a", type: "text", text: "Hello" })).toBeNull();
});

const pizza = { id: "p", type: "category", text: "Pizza", categoryId: 7 };
const link = { id: "l", type: "link", text: "About", url: "/about" };

test("parses a nested top menu with defaults", () => {
  const menu = topMenuSchema.parse([
    { ...pizza, text: " Pizza ", children: [{ ...link, children: [{ id: "t", type: "text", text: "Hi" }] }] },
  ]);
  expect(menu).toEqual([
    { ...pizza, children: [{ ...link, openInNewTab: false, children: [{ id: "t", type: "text", text: "Hi", children: [] }] }] },
  ]);
});

test("a footer has columns with an optional title", () => {
  const menu = footerMenuSchema.parse([
    { id: "c1", title: " Visit us ", items: [pizza, link] },
    { id: "c2", items: [] },
    { id: "c3", title: "", items: [] },
  ]);
  expect(menu.map((column) => column.title)).toEqual(["Visit us", null, null]);
});

const nested = (depth: number): unknown => (depth === 0 ? [] : [{ id: `d${depth}`, type: "text", text: "x", children: nested(depth - 1) }]);

test.each<[string, unknown, string]>([
  ["a text that is empty", [{ ...pizza, text: "  " }], "Enter a text."],
  ["a category that is none", [{ ...pizza, categoryId: 0 }], "Choose a category."],
  ["a category as text", [{ ...pizza, categoryId: "7" }], "Choose a category."],
  ["a link without address", [{ ...link, url: "" }], "Enter an address such as /about or https://example.com."],
  ["a script as address", [{ ...link, url: "javascript:alert(1)" }], "Enter an address that begins with /, https://, tel:, mailto: or #."],
  ["the same id twice", [pizza, { ...pizza, children: [] }], "Two items have the same id."],
  ["the same id below", [{ ...pizza, children: [pizza] }], "Two items have the same id."],
  ["four levels", nested(4), "A menu has at most 3 levels."],
  ["a hundred levels", nested(100), "A menu has at most 3 levels."],
  ["too many items", Array.from({ length: 201 }, (_, n) => ({ ...pizza, id: `p${n}` })), "A menu has at most 200 items."],
])("rejects %s in a top menu", (_, menu, message) => {
  const result = topMenuSchema.safeParse(menu);
  expect(result.success).toBe(false);
  expect(result.error?.issues.map((issue) => issue.message)).toContain(message);
});

test("rejects unknown types and fields in both menus", () => {
  for (const bad of [{ ...pizza, type: "page" }, { ...pizza, onclick: "x" }, { ...link, id: "a b" }, null, "x", []]) {
    expect(topMenuSchema.safeParse([bad]).success).toBe(false);
    expect(footerMenuSchema.safeParse([{ id: "c", items: [bad] }]).success).toBe(false);
  }
  expect(footerMenuSchema.safeParse([{ id: "c", items: [{ ...pizza, children: [] }] }]).success).toBe(false);
  expect(topMenuSchema.safeParse({}).success).toBe(false);
});

test("accepts exactly two menu names", () => {
  expect(menuName.safeParse("site_top_menu").success).toBe(true);
  expect(menuName.safeParse("site_footer_menu").success).toBe(true);
  expect(["site_side_menu", "__proto__", "", undefined].some((name) => menuName.safeParse(name).success)).toBe(false);
});
