import { readCatalogueNames, type CatalogueNames } from "#app/catalogue/data/catalogue-names.server.ts";
import { listUnreadableMenus, menuId, menuRecords, removeMenu, saveMenu, type MenuRecord } from "#app/content/data/menus.server.ts";
import { configuredMenus, type FileMenus } from "#app/content/domain/configuration/configuration.schema.ts";
import { footerMenuSchema, topMenuSchema } from "#app/content/domain/menu.schema.ts";
import { MENU_NAMES, type FooterColumn, type MenuItem, type TopMenuItem } from "#app/content/domain/menu.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { isRecord } from "#app/values/json.ts";
import { propertyOf, textOf } from "#app/values/narrow.ts";
import { counted } from "#texts/plural.ts";
import { planRecords, readPart } from "./compare-entries.ts";
import type { ConfigurationPart, Reading } from "./configuration-change.ts";

/**
 * The two menus. Unlike in their forms, a menu that was never saved is missing, and can be deleted again. A malformed one has its stored
 * items, so that Undo restores it.
 */
function wholeMenuRecords(savedBy: string): RecordStore<MenuRecord> {
  const own = menuRecords(savedBy);
  return {
    ...own,
    async find(db, ids, lock) {
      const found = await own.find(db, ids, lock);
      const unreadable = await listUnreadableMenus(db);
      return new Map(
        [...found].flatMap(([id, { version, value }]) => {
          const items = (unreadable.get(value.name) ?? value.items) as MenuRecord["items"];
          return version === 0 ? [] : [[id, { version, value: { ...value, items } }] as const];
        }),
      );
    },
    async insert(tx, { name, items }) {
      await saveMenu(tx, name, items, savedBy);
      return MENU_NAMES.indexOf(name) + 1;
    },
    async remove(tx, id) {
      const name = MENU_NAMES[id - 1];
      if (name !== undefined) await removeMenu(tx, name);
    },
  };
}

/** The menus by name; categories are named by their path from the root. */
export const menusPart: ConfigurationPart<FileMenus> = {
  section: "menus",
  schema: configuredMenus,
  stores: [wholeMenuRecords("Undo")],

  async exported(db) {
    const stored = await listMenus(db, await readCatalogueNames(db, []));
    return Object.fromEntries(stored.flatMap(({ value, entry }) => (entry === undefined ? [] : [[value.name, entry]])));
  },

  async planned(wanted, reading) {
    const { db, lock, problems, left } = reading;
    const names = await readCatalogueNames(db, []);
    const stored = await listMenus(db, names, lock);
    const lost: string[] = [];
    const plans = MENU_NAMES.flatMap((name) => {
      const path = `menus.${name}`;
      const items = wanted[name] && withNumbers(wanted[name], path, { ...reading, names, lost });
      if (items === undefined) return [];
      const parsed = name === "site_top_menu" ? topMenuSchema.safeParse(items) : footerMenuSchema.safeParse(items);
      const read = readPart<MenuRecord["items"]>(parsed, path, problems);
      const before = stored.find(({ id }) => id === menuId(name));
      if (read === undefined) return [];
      return [{ name, id: before?.id ?? null, before: before?.entry, after: withNames(read, names), value: { name, items: read } }];
    });
    if (lost.length > 0) left.push(`${counted(lost.length, "menu item", "menu items")} (${lost.slice(0, 10).join(", ")})`);
    return planRecords(
      "menus",
      plans,
      ({ userName }) => wholeMenuRecords(userName),
      (items) => outline(items).join("\n"),
    );
  },
};

/** The saved menus with their entries; undefined: malformed. */
async function listMenus(db: Db, names: CatalogueNames, lock?: "lock") {
  const records = await wholeMenuRecords("").find(db, MENU_NAMES.map(menuId), lock);
  const unreadable = await listUnreadableMenus(db);
  return [...records].map(([id, { value }]) => ({
    id,
    value,
    entry: unreadable.has(value.name) ? undefined : withNames(value.items, names),
  }));
}

/** Items in the file's format. Items of deleted categories are broken here and would be refused elsewhere. */
function withNames(parts: readonly (TopMenuItem | MenuItem | FooterColumn)[], names: CatalogueNames): readonly object[] {
  return parts.flatMap((part): readonly object[] => {
    if ("items" in part) return [{ title: part.title, items: withNames(part.items, names) }];
    const { id: _id, children, ...item } = { children: [], ...part };
    const below = children.length === 0 ? {} : { children: withNames(children, names) };
    if (item.type !== "category") return [{ ...item, ...below }];
    if (!names.hasCategory(item.categoryId)) return [];
    return [{ type: item.type, text: item.text, category: names.categoryPath(item.categoryId), ...below }];
  });
}

interface Numbering extends Reading {
  readonly names: CatalogueNames;
  /** Items whose category does not exist yet. */
  readonly lost: string[];
}

/** The file's items with ids instead of names, and with the item ids that the builder needs. */
function withNumbers(parts: readonly unknown[], path: string, numbering: Numbering, id = "item"): readonly unknown[] {
  const { names, lost, isEmpty, problems } = numbering;
  return parts.flatMap((part, at): readonly unknown[] => {
    if (!isRecord(part)) return [part];
    const own: Record<string, unknown> = { ...part, id: `${id}-${at + 1}` };
    const place = `${path}[${at}]`;
    for (const list of ["children", "items"])
      if (Array.isArray(own[list])) own[list] = withNumbers(own[list], `${place}.${list}`, numbering, `${id}-${at + 1}`);
    if (Array.isArray(own["children"]) && own["children"].length === 0) delete own["children"];
    if (own["type"] !== "category") return [own];
    const { category, ...item } = own;
    const name = Array.isArray(category) ? category.join(" > ") : "";
    const categoryId = names.categoryId(category);
    if (isEmpty) lost.push(textOf(item, "text") || name);
    else if (categoryId === undefined) problems.push({ path: `${place}.category`, message: `There is no category “${name}”.` });
    return isEmpty ? [] : [{ ...item, categoryId: categoryId ?? 1 }];
  });
}

/** A menu as indented lines. */
function outline(parts: readonly unknown[], depth = 0): readonly string[] {
  return parts.flatMap((part) => {
    const words = textOf(part, "text") ?? textOf(part, "title") ?? "(no title)";
    const url = textOf(part, "url");
    const below = propertyOf(part, "children") ?? propertyOf(part, "items");
    const line = `${"  ".repeat(depth)}${words}${url === undefined ? "" : ` → ${url}`}`;
    return [line, ...(Array.isArray(below) ? outline(below, depth + 1) : [])];
  });
}
