import { expect, test } from "vitest";
import { fillFooterMenu, fillTopMenu, type FillingCategory } from "./fill-menu.ts";
import { footerMenuSchema, topMenuSchema } from "./menu.schema.ts";

const category = (id: number, parentId: number | null, isHidden = false): FillingCategory => ({ id, parentId, name: `C${id}`, isHidden });
/** 1 › 2 › 3 › 4, the hidden 5 › 6, and 7. */
const CATEGORIES = [
  category(1, null),
  category(2, 1),
  category(3, 2),
  category(4, 3),
  category(5, null, true),
  category(6, 5),
  category(7, null),
];
const about = { id: "category-1", type: "link", text: "About", url: "/about", openInNewTab: false, children: [] } as const;

test("fills a top menu with the shown categories up to its depth and keeps what it has", () => {
  const filled = fillTopMenu([about], CATEGORIES);
  expect(topMenuSchema.parse(filled)).toEqual(filled);
  const names = (items: typeof filled): unknown[] => items.map(({ text, children }) => [text, ...names(children)]);
  expect(names(filled)).toEqual([["About"], ["C1", ["C2", ["C3"]]], ["C7"]]);
  expect(fillTopMenu(filled, CATEGORIES)).toEqual(filled);
});

test("does not add a category that the top menu has at another place", () => {
  const has = { id: "x", type: "category", text: "Mine", categoryId: 7, children: [] } as const;
  expect(fillTopMenu([{ ...about, children: [has] }], CATEGORIES).map(({ text }) => text)).toEqual(["About", "C1"]);
});

test("fills a footer with one column of the top level and keeps what it has", () => {
  const { children: _, ...link } = about;
  const filled = fillFooterMenu([{ id: "us", title: "Us", items: [link] }], CATEGORIES);
  expect(footerMenuSchema.parse(filled)).toEqual(filled);
  expect(filled.map(({ title, items }) => [title, ...items.map(({ text }) => text)])).toEqual([
    ["Us", "About"],
    ["Menu", "C1", "C7"],
  ]);
  expect(fillFooterMenu(filled, CATEGORIES)).toBe(filled);
  const more = fillFooterMenu(filled, [...CATEGORIES, category(8, null)]);
  expect(more.map(({ title, items }) => [title, items.length])).toEqual([
    ["Us", 1],
    ["Menu", 3],
  ]);
});
