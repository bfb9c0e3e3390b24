import { MAX_MENU_DEPTH } from "#app/values/limits.ts";
import type { FooterMenu, TopMenu, TopMenuItem } from "./menu.ts";

/** A category in tree order. */
export interface FillingCategory {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly isHidden: boolean;
}

const COLUMN_TITLE = "Menu";

/** Adds the shown categories that the top menu lacks, with their subcategories. Existing items are unchanged. */
export function fillTopMenu(menu: TopMenu, categories: readonly FillingCategory[]): TopMenu {
  const all = menu.flatMap(withDescendants);
  const listed = new Set(all.flatMap((item) => (item.type === "category" ? [item.categoryId] : [])));
  const idOf = freeIds(all.map(({ id }) => id));
  const itemsBelow = (parentId: number | null, level: number): TopMenuItem[] =>
    level > MAX_MENU_DEPTH
      ? []
      : categories
          .filter((category) => category.parentId === parentId && !category.isHidden && !listed.has(category.id))
          .map(({ id, name }) => ({ id: idOf(id), type: "category", text: name, categoryId: id, children: itemsBelow(id, level + 1) }));
  return [...menu, ...itemsBelow(null, 1)];
}

/** Adds the shown top-level categories that the footer lacks, to the column "Menu" or as one. Existing items are unchanged. */
export function fillFooterMenu(menu: FooterMenu, categories: readonly FillingCategory[]): FooterMenu {
  const all = menu.flatMap(({ items }) => items);
  const listed = new Set(all.flatMap((item) => (item.type === "category" ? [item.categoryId] : [])));
  const idOf = freeIds([...menu, ...all].map(({ id }) => id));
  const added = categories
    .filter(({ id, parentId, isHidden }) => parentId === null && !isHidden && !listed.has(id))
    .map(({ id, name }) => ({ id: idOf(id), type: "category" as const, text: name, categoryId: id }));
  if (added.length === 0) return menu;
  const column = menu.find(({ title }) => title === COLUMN_TITLE);
  if (column === undefined) return [...menu, { id: idOf("column"), title: COLUMN_TITLE, items: added }];
  return menu.map((each) => (each === column ? { ...each, items: [...each.items, ...added] } : each));
}

function withDescendants(item: TopMenuItem): readonly TopMenuItem[] {
  return [item, ...item.children.flatMap(withDescendants)];
}

/** Generates unused ids for new items. */
function freeIds(taken: readonly string[]): (name: number | string) => string {
  const used = new Set(taken);
  return (name) => {
    let id = `category-${name}`;
    while (used.has(id)) id += "-";
    used.add(id);
    return id;
  };
}
