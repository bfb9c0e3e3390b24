import { and, desc, eq, sql } from "drizzle-orm";
import { MENU_NAMES, type MenuContents, type MenuName } from "#app/content/domain/menu.ts";
import { readStoredMenu } from "#app/content/domain/stored-menu.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cached } from "#app/platform/db/cached.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { menus, menuVersions } from "./tables.ts";

export interface StoredMenu<Name extends MenuName> {
  readonly items: MenuContents[Name];
  readonly version: number;
  /** The stored items are malformed; `items` is empty. */
  readonly isBroken: boolean;
}

/** The saved menu, cached until a change; undefined if none was saved. */
export async function findMenu<Name extends MenuName>(db: Db, name: Name): Promise<StoredMenu<Name> | undefined> {
  return cached(db, `menu ${name}`, () => readMenu(db, name));
}

async function readMenu<Name extends MenuName>(db: Db, name: Name): Promise<StoredMenu<Name> | undefined> {
  const [row] = await db.select({ items: menus.items, version: menus.version }).from(menus).where(eq(menus.name, name));
  if (row === undefined) return undefined;
  const items = readStoredMenu(name, row.items);
  return { items: items ?? [], version: row.version, isBroken: items === null };
}

/** The malformed items of menus, by menu. */
export async function listUnreadableMenus(db: Db): Promise<ReadonlyMap<string, unknown>> {
  const rows = await db.select({ name: menus.name, items: menus.items }).from(menus);
  const unreadable = rows.filter(({ name, items }) => MENU_NAMES.some((each) => each === name && readStoredMenu(each, items) === null));
  return new Map(unreadable.map(({ name, items }) => [name, items]));
}

/** Saves a whole menu and adds a version; returns the version's id. `savedBy` "" = no staff member. */
export async function saveMenu<Name extends MenuName>(tx: Db, name: Name, items: MenuContents[Name], savedBy = ""): Promise<number> {
  // Adds the menu from before versions were stored.
  await tx.execute(
    sql`insert into menu_versions (name, version, items, created_at) select name, version, items, updated_at from menus where name = ${name}
        on conflict do nothing`,
  );
  const [row] = await tx
    .insert(menus)
    .values({ name, items })
    .onConflictDoUpdate({ target: menus.name, set: { items, version: sql`${menus.version} + 1`, updatedAt: sql`now()` } })
    .returning({ version: menus.version });
  if (row === undefined) throw new Error(`the menu ${name} was not stored`);
  await tx.insert(menuVersions).values({ name, version: row.version, items, savedBy });
  return row.version;
}

/** Deletes a menu with all its versions, as if it had never been saved. */
export async function removeMenu(tx: Db, name: MenuName): Promise<void> {
  await tx.delete(menus).where(eq(menus.name, name));
  await tx.delete(menuVersions).where(eq(menuVersions.name, name));
}

export interface MenuVersion {
  readonly version: number;
  readonly savedBy: string;
  readonly savedAt: Date;
  readonly items: unknown;
}

/** The latest versions of a menu, newest first. */
export function listMenuVersions(db: Db, name: MenuName, limit: number): Promise<readonly MenuVersion[]> {
  return db
    .select({ version: menuVersions.version, savedBy: menuVersions.savedBy, savedAt: menuVersions.savedAt, items: menuVersions.items })
    .from(menuVersions)
    .where(eq(menuVersions.name, name))
    .orderBy(desc(menuVersions.version))
    .limit(limit);
}

export async function findMenuVersion<Name extends MenuName>(db: Db, name: Name, version: number): Promise<MenuContents[Name] | undefined> {
  const [row] = await db
    .select({ items: menuVersions.items })
    .from(menuVersions)
    .where(and(eq(menuVersions.name, name), eq(menuVersions.version, version)));
  return row?.items as MenuContents[Name] | undefined;
}

/** A menu for record forms and the history; its id is its position in MENU_NAMES, from 1. */
export interface MenuRecord {
  readonly name: MenuName;
  readonly items: MenuContents[MenuName];
}

const TITLES: Readonly<Record<MenuName, string>> = { site_top_menu: "Top menu", site_footer_menu: "Footer menu" };

export function menuId(name: MenuName): number {
  return MENU_NAMES.indexOf(name) + 1;
}

/** The two menus as records; `savedBy` is stored as their author. */
export function menuRecords(savedBy: string): RecordStore<MenuRecord> {
  return {
    kind: "menu",
    nameOf: ({ name }) => TITLES[name],

    async find(db, ids, lock) {
      const found = new Map<number, { readonly version: number; readonly value: MenuRecord }>();
      for (const id of ids) {
        const name = MENU_NAMES[id - 1];
        if (name === undefined) continue;
        // There may be no row to lock yet.
        if (lock !== undefined) await db.execute(sql`select pg_advisory_xact_lock(hashtext(${name}))`);
        const stored = await readMenu(db, name);
        found.set(id, { version: stored?.version ?? 0, value: { name, items: stored?.items ?? [] } });
      }
      return found;
    },

    insert: () => Promise.reject(new Error("there are two menus, and no more")),
    remove: () => Promise.reject(new Error("a menu is never removed")),

    async update(tx, _id, { name, items }) {
      await saveMenu(tx, name, items, savedBy);
    },
  };
}
