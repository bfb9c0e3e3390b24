import { asc, eq, sql } from "drizzle-orm";
import type { FilePage } from "#app/content/domain/configuration.schema.ts";
import type { MenuContents, MenuName } from "#app/content/domain/menu.ts";
import { menus, menuVersions, pages } from "#app/content/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** All menus by name; `lock` holds them against other writers. */
export async function readMenus(db: Db, lock?: "lock"): Promise<Partial<MenuContents>> {
  const query = db.select({ name: menus.name, items: menus.items }).from(menus).orderBy(asc(menus.name));
  const rows = await (lock === undefined ? query : query.for("update"));
  return Object.fromEntries(rows.map(({ name, items }) => [name, items]));
}

/** Stores a menu, and keeps the version for later. */
export async function writeMenu<Name extends MenuName>(tx: Db, name: Name, items: MenuContents[Name], savedBy: string): Promise<void> {
  await tx.execute(
    sql`insert into menu_versions (name, version, items) select name, version, items from menus where name = ${name} on conflict do nothing`,
  );
  const [row] = await tx
    .insert(menus)
    .values({ name, items })
    .onConflictDoUpdate({ target: menus.name, set: { items, version: sql`${menus.version} + 1`, updatedAt: sql`now()` } })
    .returning({ version: menus.version });
  await tx
    .insert(menuVersions)
    .values({ name, version: row?.version ?? 1, items, savedBy })
    .onConflictDoNothing();
}

const PAGE = {
  slug: pages.slug,
  title: pages.title,
  html: pages.html,
  summary: pages.summary,
  status: pages.status,
  seoTitle: pages.seoTitle,
  seoDescription: pages.seoDescription,
};

/** Every page by its address, as it is public or would be. */
export async function readPages(db: Db, lock?: "lock"): Promise<readonly FilePage[]> {
  const query = db.select(PAGE).from(pages).orderBy(asc(pages.slug));
  return lock === undefined ? query : query.for("update");
}

export async function writePage(tx: Db, page: FilePage): Promise<void> {
  const changed = await tx
    .update(pages)
    // What staff had changed and not published goes: the file says what the page is.
    .set({ ...page, draft: null, publishAt: null, version: sql`${pages.version} + 1`, updatedAt: sql`now()` })
    .where(eq(pages.slug, page.slug))
    .returning({ id: pages.id });
  if (changed.length === 0) await tx.insert(pages).values(page);
}
