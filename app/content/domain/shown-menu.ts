import { itemHref, type FooterMenu, type MenuItem, type TopMenu, type TopMenuItem } from "./menu.ts";

/* The menus for rendering. They are part of every page's data, so they contain only what is rendered: no ids, kinds or empty values. */

/** A menu item with its target: a route of the shop, or external (in a new tab if set); neither = plain text. */
export interface ShownItem {
  readonly text: string;
  readonly to?: string;
  readonly href?: string;
  readonly newTab?: boolean;
  readonly children?: readonly ShownItem[];
}

export interface ShownColumn {
  readonly title: string | null;
  readonly items: readonly ShownItem[];
}

export function toShownTopMenu(menu: TopMenu): readonly ShownItem[] {
  return menu.map(toShownTopItem);
}

export function toShownFooter(menu: FooterMenu): readonly ShownColumn[] {
  return menu.map(({ title, items }) => ({ title, items: items.map(toShownItem) }));
}

function toShownTopItem(item: TopMenuItem): ShownItem {
  return { ...toShownItem(item), ...(item.children.length === 0 ? {} : { children: item.children.map(toShownTopItem) }) };
}

function toShownItem(item: MenuItem): ShownItem {
  const target = itemHref(item);
  if (target === null) return { text: item.text };
  if (target.kind === "internal") return { text: item.text, to: target.to };
  return { text: item.text, href: target.href, ...(target.newTab ? { newTab: true } : {}) };
}
