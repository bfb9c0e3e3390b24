import { asc, eq, inArray, sql } from "drizzle-orm";
import {
  ancestorIds,
  buildCategoryTree,
  descendantIds,
  type CategoryNode,
  type CategoryPlace,
  type CategorySummary,
} from "#app/catalogue/domain/category.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { pictureColumns, toPicture } from "#app/media/data/media.server.ts";
import { remembered, rememberedById } from "#app/platform/db/remembered.server.ts";
import { categories } from "./tables.ts";
import { media } from "#app/media/data/tables.ts";

/** Every category in menu order (position, then id). A shop has tens of them, so the tree is always read whole, in one query. */
export async function listCategories(db: Db): Promise<readonly CategorySummary[]> {
  return remembered(db, "categories", () => readCategories(db));
}

async function readCategories(db: Db): Promise<readonly CategorySummary[]> {
  const rows = await db
    .select({
      id: categories.id,
      parentId: categories.parentId,
      name: categories.name,
      description: categories.description,
      hue: categories.hue,
      isHidden: categories.isHidden,
      hours: categories.hours,
      picture: pictureColumns,
    })
    .from(categories)
    .leftJoin(media, eq(media.id, categories.mediaId))
    .orderBy(asc(categories.position), asc(categories.id));
  return rows.map((row) => ({ ...row, picture: row.picture === null ? null : toPicture(row.picture) }));
}

/** Names by id, hidden ones included; unknown ids are absent. */
export async function listCategoryNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return rememberedById(db, "name of category", ids, async (missing) => {
    const rows = await db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(inArray(categories.id, [...missing]));
    return new Map(rows.map((row) => [row.id, row.name]));
  });
}

/**
 * Categories customers may see: not hidden, nor under a hidden one. Products in hidden categories keep their own switch and stay reachable
 * through other categories and search.
 */
export async function listShownCategories(db: Db): Promise<readonly CategorySummary[]> {
  return keepShown(await listCategories(db));
}

/** The tree with the number of offered products in and below each category. Hidden ones are left out unless asked for. */
export async function listCategoryTree(db: Db, options: { readonly includeHidden?: boolean } = {}): Promise<readonly CategoryNode[]> {
  const rows = options.includeHidden === true ? await listCategories(db) : await listShownCategories(db);
  return buildCategoryTree(rows, await countOfferedProducts(db));
}

/** A category customers may see, with its place in the tree; hidden categories are undefined unless asked for. */
export async function findCategory(
  db: Db,
  id: number,
  options: { readonly includeHidden?: boolean } = {},
): Promise<CategoryPlace | undefined> {
  const rows = options.includeHidden === true ? await listCategories(db) : await listShownCategories(db);
  const category = rows.find((row) => row.id === id);
  if (category === undefined) return undefined;
  const above = ancestorIds(rows, id);
  return {
    category,
    ancestors: above.flatMap((ancestor) => rows.filter((row) => row.id === ancestor)),
    siblings: rows.filter((row) => row.parentId === category.parentId),
    children: rows.filter((row) => row.parentId === id),
  };
}

/** The category and everything below it that customers may see, in menu order; empty when the category is not shown itself. */
export async function listShownDescendantIds(db: Db, id: number): Promise<readonly number[]> {
  const rows = await listShownCategories(db);
  return rows.some((row) => row.id === id) ? descendantIds(rows, id) : [];
}

function keepShown(rows: readonly CategorySummary[]): readonly CategorySummary[] {
  const shown = (row: CategorySummary): boolean =>
    !row.isHidden && ancestorIds(rows, row.id).every((id) => rows.find((each) => each.id === id)?.isHidden === false);
  return rows.filter(shown);
}

/** Offered products in and below each category, each counted once. */
async function countOfferedProducts(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db.execute<{ id: number; count: number }>(
    sql`with recursive below as (
          select id as root, id from categories
          union
          select below.root, c.id from categories c join below on c.parent_id = below.id
        )
        select below.root as id, count(distinct pc.product_id)::int as count
        from below
        join product_categories pc on pc.category_id = below.id
        join products p on p.id = pc.product_id and not p.is_hidden and p.deleted_at is null
        group by below.root`,
    "objects",
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Own categories and all their ancestors, hidden or not, per product. */
export async function loadCategoryIds(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  return rememberedById(db, "categories of product", productIds, (missing) => readCategoryIds(db, missing));
}

async function readCategoryIds(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db.execute<{ productId: number; ids: number[] }>(
    sql`with recursive above as (
          select pc.product_id, c.id, c.parent_id from product_categories pc join categories c on c.id = pc.category_id
          where ${inArray(sql`pc.product_id`, [...productIds])}
          union
          select above.product_id, c.id, c.parent_id from categories c join above on above.parent_id = c.id
        )
        select product_id as "productId", array_agg(id order by id) as ids from above group by product_id`,
    "objects",
  );
  return new Map(rows.map((row) => [row.productId, row.ids]));
}
