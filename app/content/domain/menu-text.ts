import type { FooterMenu, MenuItem, TopMenu } from "./menu.ts";

/** A menu as canonical JSON, independent of field order: equal menus are equal texts. */
export function menuText(menu: TopMenu | FooterMenu): string {
  return JSON.stringify(
    menu.map((entry) => ("items" in entry ? { id: entry.id, title: entry.title, items: entry.items.map(plainItem) } : topItem(entry))),
  );
}

function topItem(item: TopMenu[number]): object {
  return { ...plainItem(item), children: item.children.map(topItem) };
}

function plainItem(item: MenuItem): MenuItem {
  const { id, text } = item;
  switch (item.type) {
    case "category":
      return { id, type: "category", text, categoryId: item.categoryId };
    case "link":
      return { id, type: "link", text, url: item.url, openInNewTab: item.openInNewTab };
    case "text":
      return { id, type: "text", text };
  }
}
