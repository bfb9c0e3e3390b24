import { asc, eq, ne } from "drizzle-orm";
import type { FilePage } from "#app/content/domain/configuration.schema.ts";
import type { MenuContents } from "#app/content/domain/menu.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { menus, pages } from "#app/content/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** All menus by name; `lock` holds them against other writers. */
export async function readMenus(db: Db, lock?: "lock"): Promise<Partial<MenuContents>> {
  const query = db.select({ name: menus.name, items: menus.items }).from(menus).orderBy(asc(menus.name));
  const rows = await (lock === undefined ? query : query.for("update"));
  return Object.fromEntries(rows.map(({ name, items }) => [name, items]));
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

export async function findPageId(db: Db, slug: string): Promise<number | undefined> {
  const [row] = await db.select({ id: pages.id }).from(pages).where(eq(pages.slug, slug));
  return row?.id;
}

/** Every page by its address, as it is public or would be, but the home page. */
export async function readPages(db: Db, lock?: "lock"): Promise<readonly FilePage[]> {
  const query = db.select(PAGE).from(pages).where(ne(pages.slug, HOME_SLUG)).orderBy(asc(pages.slug));
  return lock === undefined ? query : query.for("update");
}
