import { and, eq, sql } from "drizzle-orm";
import type { MenuContents, MenuName } from "#app/content/domain/menu.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { menus } from "./tables.ts";

export interface StoredMenu<Name extends MenuName> {
  readonly items: MenuContents[Name];
  readonly version: number;
}

/** A menu as it was saved; undefined while it never was. */
export async function findMenu<Name extends MenuName>(db: Db, name: Name): Promise<StoredMenu<Name> | undefined> {
  const [row] = await db.select({ items: menus.items, version: menus.version }).from(menus).where(eq(menus.name, name));
  // The column is only written by `saveMenu`, which takes checked contents.
  return row === undefined ? undefined : { items: row.items as MenuContents[Name], version: row.version };
}

/**
 * Saves a menu as a whole. `version` is the one that was edited, 0 for a menu that never was saved. False = somebody else saved it meanwhile and
 * nothing was changed.
 */
export async function saveMenu<Name extends MenuName>(db: Db, name: Name, items: MenuContents[Name], version: number): Promise<boolean> {
  if (version === 0) {
    return (await db.insert(menus).values({ name, items }).onConflictDoNothing().returning({ name: menus.name })).length === 1;
  }
  const updated = await db
    .update(menus)
    .set({ items, version: sql`${menus.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(menus.name, name), eq(menus.version, version)))
    .returning({ name: menus.name });
  return updated.length === 1;
}
