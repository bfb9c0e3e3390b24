import { inArray, or } from "drizzle-orm";
import { listCategoryRows, type CategoryRow } from "#app/catalogue/data/category-records.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import type { MenuTargets } from "#app/content/domain/menu-targets.ts";
import { slugOfPath, type PageContent } from "#app/content/domain/page.ts";
import { brokenLinks, linksOf, type BrokenLink, type LinkTargets, type TextLink } from "#app/content/domain/text-links.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { pages } from "./tables.ts";

/** The broken links of each text, in the order of the texts. */
export async function listBrokenLinks(
  db: Db,
  texts: readonly Pick<PageContent, "html" | "home">[],
): Promise<readonly (readonly BrokenLink[])[]> {
  const links = texts.map(linksOf);
  const all = links.flat();
  if (all.length === 0) return texts.map(() => []);
  const [categories, products, found] = await Promise.all([
    all.some(({ href }) => /^\/\d+\/products/.test(href)) ? listCategoryTargets(db) : [],
    listProductTargets(db, all.map(({ href }) => href).join("\n")),
    listPages(db, all),
  ]);
  return links.map((own) => brokenLinks(own, { categories, products, pages: found }));
}

/** Every category, and whether visitors can open it. */
export async function listCategoryTargets(db: Db): Promise<MenuTargets["categories"]> {
  const rows = await listCategoryRows(db);
  return rows.map((row) => ({ id: row.id, path: row.path, isHidden: isHidden(row, rows) }));
}

/** The products that a text links to; a deleted one has no name. */
export async function listProductTargets(db: Db, text: string): Promise<NonNullable<MenuTargets["products"]>> {
  const ids = [...new Set([...text.matchAll(/\/products\/([1-9]\d{0,8})/g)].map(([, id]) => Number(id)))];
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: products.id, name: products.name, isHidden: products.isHidden, deletedAt: products.deletedAt })
    .from(products)
    .where(inArray(products.id, ids));
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id);
    return row === undefined || row.deletedAt !== null
      ? { id, name: row?.name ?? "", state: "deleted" }
      : { id, name: row.name, state: row.isHidden ? "hidden" : "shown" };
  });
}

async function listPages(db: Db, links: readonly TextLink[]): Promise<LinkTargets["pages"]> {
  const ids = links.flatMap(({ pageId }) => pageId ?? []);
  const slugs = links.flatMap(({ href }) => (href.startsWith("/") ? (slugOfPath(href.replace(/[?#].*$/, "")) ?? []) : []));
  const rows = await db
    .select({ id: pages.id, slug: pages.slug, title: pages.title, status: pages.status })
    .from(pages)
    .where(or(inArray(pages.id, [...new Set(ids)]), inArray(pages.slug, [...new Set(slugs)])));
  return rows.map(({ status, ...page }) => ({ ...page, isPublished: status === "published" }));
}

function isHidden(row: CategoryRow, rows: readonly CategoryRow[]): boolean {
  if (row.isHidden) return true;
  const parent = rows.find((each) => each.id === row.parentId);
  return parent !== undefined && isHidden(parent, rows);
}
