import { expect, test } from "vitest";
import { toShownFooter, toShownTopMenu } from "./shown-menu.ts";

test("serializes a menu as labels and URLs", () => {
  const menu = toShownTopMenu([
    {
      id: "kitchen",
      type: "text",
      text: "Kitchen",
      children: [{ id: "pizza", type: "category", text: "Pizza", categoryId: 7, children: [] }],
    },
    { id: "about", type: "link", text: "About us", url: "about", openInNewTab: true, children: [] },
    { id: "map", type: "link", text: "Map", url: "https://maps.example", openInNewTab: true, children: [] },
    { id: "call", type: "link", text: "Call", url: "tel:+14165550142", openInNewTab: false, children: [] },
  ]);
  expect(menu).toEqual([
    { text: "Kitchen", children: [{ text: "Pizza", to: "/7/products" }] },
    { text: "About us", to: "/about" },
    { text: "Map", href: "https://maps.example", newTab: true },
    { text: "Call", href: "tel:+14165550142" },
  ]);
});

test("keeps a footer column with or without title", () => {
  expect(toShownFooter([{ id: "a", title: null, items: [{ id: "b", type: "text", text: "Hello" }] }])).toEqual([
    { title: null, items: [{ text: "Hello" }] },
  ]);
});
