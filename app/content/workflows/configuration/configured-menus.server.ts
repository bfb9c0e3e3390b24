import { isDeepStrictEqual } from "node:util";
import { categoryPaths, listCategoryEntries } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { labelKey } from "#app/catalogue/domain/import/category-paths.ts";
import { readMenus } from "#app/content/data/configuration/configured-records.server.ts";
import type { Configuration, FileItem } from "#app/content/domain/configuration.schema.ts";
import { footerMenuSchema, topMenuSchema } from "#app/content/domain/menu.schema.ts";
import type { FooterMenu, MenuContents, MenuName } from "#app/content/domain/menu.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { pathText, type ConfigurationChange, type FileProblem } from "./configuration-change.ts";

/** What a file would make of the menus. */
export async function planMenus(
  db: Db,
  wanted: Configuration["menus"],
  problems: FileProblem[],
  lock?: "lock",
): Promise<{ readonly changes: readonly ConfigurationChange[]; readonly contents: Partial<MenuContents> }> {
  const stored = await readMenus(db, lock);
  const byPath = new Map([...categoryPaths(await listCategoryEntries(db))].map(([id, path]) => [path.map(labelKey).join("\u0000"), id]));
  const toItem = (item: FileItem, path: string, id: string, nests: boolean): Record<string, unknown> => {
    const { children = [], ...own } = item;
    const below = nests
      ? { children: children.map((each, index) => toItem(each, `${path}.children[${index}]`, `${id}-${index + 1}`, true)) }
      : {};
    if (!nests && children.length > 0) problems.push({ path: `${path}.children`, message: "The footer menu has one level." });
    if (own.type !== "category") return { ...own, id, ...below };
    const categoryId = byPath.get(own.category.map(labelKey).join("\u0000"));
    if (categoryId === undefined)
      problems.push({ path: `${path}.category`, message: `There is no category “${own.category.join(" > ")}”.` });
    return { type: "category", text: own.text, categoryId: categoryId ?? 1, id, ...below };
  };
  const contents: { site_top_menu?: MenuContents["site_top_menu"]; site_footer_menu?: FooterMenu } = {};
  const changes: ConfigurationChange[] = [];
  const take = (name: MenuName, items: unknown, was: unknown): boolean => {
    if (isDeepStrictEqual(withoutIds(items), withoutIds(was))) return false;
    changes.push({ section: "menus", name, before: was === undefined ? null : outline(was), after: outline(items) });
    return true;
  };
  if (wanted.site_top_menu !== undefined) {
    const raw = wanted.site_top_menu.map((item, index) => toItem(item, `menus.site_top_menu[${index}]`, `item-${index + 1}`, true));
    const parsed = topMenuSchema.safeParse(raw);
    if (!parsed.success) note(problems, "menus.site_top_menu", parsed.error.issues);
    else if (take("site_top_menu", parsed.data, stored.site_top_menu)) contents.site_top_menu = parsed.data;
  }
  if (wanted.site_footer_menu !== undefined) {
    const raw = wanted.site_footer_menu.map(({ title, items }, column) => ({
      id: `column-${column + 1}`,
      title,
      items: items.map((item, index) =>
        toItem(item, `menus.site_footer_menu[${column}].items[${index}]`, `item-${column + 1}-${index + 1}`, false),
      ),
    }));
    const parsed = footerMenuSchema.safeParse(raw);
    if (!parsed.success) note(problems, "menus.site_footer_menu", parsed.error.issues);
    else if (take("site_footer_menu", parsed.data, stored.site_footer_menu)) contents.site_footer_menu = parsed.data;
  }
  return { changes, contents };
}

function note(
  problems: FileProblem[],
  base: string,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): void {
  for (const { path, message } of issues) {
    const rest = pathText(path);
    problems.push({ path: rest === "" || rest.startsWith("[") ? `${base}${rest}` : `${base}.${rest}`, message });
  }
}

/** Ids identify items only while dragging. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null, (key, part: unknown) => (key === "id" ? undefined : part)));
}

/** A menu as indented lines. */
function outline(menu: unknown, depth = 0): string {
  if (!Array.isArray(menu)) return "";
  return menu
    .map(
      (entry: {
        readonly text?: string;
        readonly title?: string | null;
        readonly url?: string;
        readonly children?: unknown;
        readonly items?: unknown;
      }) => {
        const words = `${"  ".repeat(depth)}${entry.text ?? entry.title ?? "(no title)"}${entry.url === undefined ? "" : ` → ${entry.url}`}`;
        return [words, outline(entry.children ?? entry.items, depth + 1)].filter((line) => line !== "").join("\n");
      },
    )
    .join("\n");
}
