import { expect, test } from "vitest";
import { brokenTarget, itemGaps, linkWords } from "#app/content/domain/menu-targets.ts";
import type { MenuItem } from "#app/content/domain/menu.ts";
import { freeId, fromRows, outline, toRows, without } from "./menu-rows.ts";

const pizza = { id: "p", type: "category", text: "Pizza", categoryId: 7 } as const;
const about = { id: "a", type: "link", text: "About", url: "/about", openInNewTab: false } as const;
const top = JSON.stringify([{ ...pizza, children: [{ ...about, children: [] }] }]);
const footer = JSON.stringify([
  { id: "c", title: "Visit", items: [pizza] },
  { id: "d", title: null, items: [] },
]);

test("converts a menu to rows and back", () => {
  expect(fromRows("top", toRows("top", top))).toBe(top);
  expect(fromRows("footer", toRows("footer", footer))).toBe(footer);
  // The database keeps the fields in an order of its own.
  const mixed = JSON.stringify([
    { items: [{ text: "Pizza", categoryId: 7, id: "p", type: "category" }], title: "Visit", id: "c" },
    { items: [], id: "d", title: null },
  ]);
  expect(fromRows("footer", toRows("footer", mixed))).toBe(footer);
  for (const text of ["no menu", "{}", "[null]", '[{"id":"x"}]', footer]) expect(toRows("top", text)).toEqual([]);
  for (const text of ['[{"id":"x"}]', '[{"id":"x","title":1,"items":[]}]', top]) expect(toRows("footer", text)).toEqual([]);
  expect(outline("top", top)).toBe("Pizza → category 7\n    About → /about");
  expect(outline("top", top, [{ id: 7, path: "Kitchen › Pizza", isHidden: false }])).toBe(
    "Pizza → category Kitchen › Pizza\n    About → /about",
  );
  expect(outline("footer", footer)).toBe("Visit\n    Pizza → category 7\nColumn without a title");
});

test("removing a row removes its children", () => {
  expect(without(toRows("top", top), "p")).toEqual([]);
  expect(without(toRows("footer", footer), "d").map((row) => row.id)).toEqual(["c", "p"]);
  expect(freeId(toRows("footer", footer))).toBe("i4");
});

const targets = {
  categories: [
    { id: 7, path: "Pizza", isHidden: false },
    { id: 8, path: "Old", isHidden: true },
  ],
  pages: [
    { slug: "about", title: "About us", isPublished: true },
    { slug: "draft", title: "Draft", isPublished: false },
  ],
};
const link = (url: string): MenuItem => ({ ...about, url });

test.for<readonly [MenuItem, string | null]>([
  [pizza, null],
  [{ ...pizza, categoryId: 8 }, "The category “Old” is hidden."],
  [{ ...pizza, categoryId: 9 }, "This category is deleted."],
  [link("/about"), null],
  [link("about/?x=1#y"), null],
  [link("/draft"), "The page “Draft” is not published."],
  [link("/gone"), "There is no page at /gone."],
  [link("/9/products"), "This category is deleted."],
  [link("/7/products"), null],
  [link("/"), null],
  [link("/cart"), null],
  [link("/products/3"), null],
  [link("https://example.com/gone"), null],
  [link("#top"), null],
  [link("/wh at"), "There is no such page."],
  [{ id: "t", type: "text", text: "Hello" }, null],
])("%j: %s", ([item, problem]) => {
  expect(brokenTarget(item, targets)).toBe(problem);
});

test("reports missing parts at their fields", () => {
  expect(itemGaps({ ...pizza, text: " " })).toEqual({ text: "Enter a text." });
  expect(itemGaps({ ...pizza, text: "", categoryId: 0 })).toEqual({ text: "Enter a text.", categoryId: "Choose a category." });
  expect(itemGaps({ ...link(""), text: "" })).toEqual({
    text: "Enter a text.",
    url: "Enter an address such as /about or https://example.com.",
  });
  expect(itemGaps(link("javascript:alert(1)"))).toEqual({ url: "Enter an address that begins with /, https://, tel:, mailto: or #." });
  expect(itemGaps(link("/about"))).toEqual({});
});

test("reports the link rule while typing", () => {
  expect(linkWords("about", true)).toBe("A page of this shop: /about");
  expect(linkWords("https://example.com", true)).toBe("Leads elsewhere: https://example.com, in a new tab");
  expect(linkWords("tel:+1416", false)).toBe("Leads elsewhere: tel:+1416");
});
