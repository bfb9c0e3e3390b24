import type { MenuTargets } from "#app/content/domain/menu-targets.ts";
import type { FooterMenu, MenuItem, TopMenu, TopMenuItem } from "#app/content/domain/menu.ts";
import { menuText } from "#app/content/domain/menu-text.ts";
import type { TreeItem } from "#app/kit/tree/tree-moves.ts";
import { jsonOf } from "#app/values/json.ts";

/** The kind of menu: nested, or columns with items. */
export type MenuShape = "top" | "footer";

/** One row of the builder's tree: an item, or a footer column. */
export interface MenuRow extends TreeItem {
  readonly part: MenuItem | { readonly type: "column"; readonly title: string };
}

/** The rows of a menu in the form's format; an invalid menu has none. */
export function toRows(shape: MenuShape, text: string): readonly MenuRow[] {
  const menu = parseMenu(shape, text);
  if (shape === "footer") {
    return (menu as FooterMenu).flatMap(({ id, title, items }) => [
      rowOf(id, null, { type: "column", title: title ?? "" }),
      ...items.map((item) => rowOf(item.id, id, item)),
    ]);
  }
  const level = (items: TopMenu, parentId: string | null): readonly MenuRow[] =>
    items.flatMap(({ children, ...item }) => [rowOf(item.id, parentId, item), ...level(children, item.id)]);
  return level(menu as TopMenu, null);
}

/** The menu of these rows, in the form's format. */
export function fromRows(shape: MenuShape, rows: readonly MenuRow[]): string {
  return menuText(shape === "top" ? topOf(rows) : footerOf(rows));
}

export function topOf(rows: readonly MenuRow[], parentId: string | null = null): TopMenu {
  return rows.flatMap(({ id, parentId: at, part }): readonly TopMenuItem[] =>
    at !== parentId || part.type === "column" ? [] : [{ ...part, children: topOf(rows, id) }],
  );
}

export function footerOf(rows: readonly MenuRow[]): FooterMenu {
  return rows.flatMap(({ id, part }) =>
    part.type !== "column"
      ? []
      : [
          {
            id,
            title: part.title === "" ? null : part.title,
            items: rows.flatMap((row) => (row.parentId === id && row.part.type !== "column" ? [row.part] : [])),
          },
        ],
  );
}

export function rowOf(id: string, parentId: string | null, own: MenuRow["part"]): MenuRow {
  const part = own.type === "column" ? own : { ...own, id };
  const name = part.type === "column" ? part.title : part.text;
  const noName = part.type === "column" ? "Column without a title" : "No text yet";
  return { id, parentId, part, label: name.trim() === "" ? noName : name };
}

/** An unused id. */
export function freeId(rows: readonly MenuRow[]): string {
  for (let number = rows.length + 1; ; number += 1) {
    if (!rows.some((row) => row.id === `i${number}`)) return `i${number}`;
  }
}

/** The rows without this one and its descendants. */
export function without(rows: readonly MenuRow[], id: string): readonly MenuRow[] {
  const gone = new Set([id]);
  for (let size = 0; size !== gone.size;) {
    size = gone.size;
    for (const row of rows) if (row.parentId !== null && gone.has(row.parentId)) gone.add(row.id);
  }
  return rows.filter((row) => !gone.has(row.id));
}

/** The menu as an outline, one line per item, for comparing two versions; a deleted category is shown by its id. */
export function outline(shape: MenuShape, text: string, categories: MenuTargets["categories"] = []): string {
  const rows = toRows(shape, text);
  const depthOf = (row: MenuRow): number => {
    const parent = rows.find((each) => each.id === row.parentId);
    return parent === undefined ? 0 : 1 + depthOf(parent);
  };
  return rows.map((row) => `${"    ".repeat(depthOf(row))}${row.label}${targetOf(row.part, categories)}`).join("\n");
}

function targetOf(part: MenuRow["part"], categories: MenuTargets["categories"]): string {
  if (part.type === "category") return ` → category ${categories.find((each) => each.id === part.categoryId)?.path ?? part.categoryId}`;
  return part.type === "link" ? ` → ${part.url}${part.openInNewTab ? " (new tab)" : ""}` : "";
}

/** Without scripts the text may be anything: invalid text gives no rows. */
function parseMenu(shape: MenuShape, text: string): TopMenu | FooterMenu {
  const isWhole = shape === "top" ? isTopItem : isColumn;
  const menu = jsonOf(text, "[]");
  return Array.isArray(menu) && menu.every(isWhole) ? (menu as TopMenu | FooterMenu) : [];
}

function isColumn(value: unknown): boolean {
  const { id, title, items } = fieldsOf(value);
  return typeof id === "string" && (title === null || typeof title === "string") && Array.isArray(items) && items.every(isItem);
}

function isTopItem(value: unknown): boolean {
  const { children } = fieldsOf(value);
  return isItem(value) && Array.isArray(children) && children.every(isTopItem);
}

function isItem(value: unknown): boolean {
  const { id, text, type, url, categoryId } = fieldsOf(value);
  if (typeof id !== "string" || typeof text !== "string") return false;
  return type === "text" || (type === "link" ? typeof url === "string" : type === "category" && typeof categoryId === "number");
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
