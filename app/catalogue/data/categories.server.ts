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
import { cached, cachedById } from "#app/platform/db/cached.server.ts";
import { categories } from "./tables.ts";
import { media } from "#app/media/data/tables.ts";

/** All categories in menu order. A shop has tens, so the tree is read completely. */
export async function listCategories(db: Db): Promise<readonly CategorySummary[]> {
  return cached(db, "categories", () => readCategories(db));
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

/** Names by id, hidden ones included. */
export async function listCategoryNames(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return cachedById(db, "name of category", ids, async (missing) => {
    const rows = await db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(inArray(categories.id, [...missing]));
    return new Map(rows.map((row) => [row.id, row.name]));
  });
}

/** Visible categories: neither hidden nor below a hidden one. Products in hidden categories stay reachable through other categories and search. */
export async function listShownCategories(db: Db): Promise<readonly CategorySummary[]> {
  return cached(db, "shown categories", async () => keepShown(await listCategories(db)));
}

/** The tree with counts of offered products. Without hidden ones by default. */
export async function listCategoryTree(db: Db, options: { readonly includeHidden?: boolean } = {}): Promise<readonly CategoryNode[]> {
  const rows = options.includeHidden === true ? await listCategories(db) : await listShownCategories(db);
  return buildCategoryTree(rows, await countOfferedProducts(db, await listCategories(db)));
}

/** A visible category with its place in the tree; undefined if hidden, by default. */
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
    ancestors: above.flatMap((ancestor) => rows.find((row) => row.id === ancestor) ?? []),
    siblings: rows.filter((row) => row.parentId === category.parentId),
    children: rows.filter((row) => row.parentId === id),
  };
}

/** A category and its visible descendants in menu order; empty if hidden. */
export async function listShownDescendantIds(db: Db, id: number): Promise<readonly number[]> {
  const rows = await listShownCategories(db);
  return rows.some((row) => row.id === id) ? descendantIds(rows, id) : [];
}

/** Computes each category's visibility once. */
function keepShown(rows: readonly CategorySummary[]): readonly CategorySummary[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Map<number, boolean>();
  const isShown = (row: CategorySummary): boolean => {
    const before = known.get(row.id);
    if (before !== undefined) return before;
    known.set(row.id, false); // a cycle, which cannot occur, would be hidden
    const parent = row.parentId === null ? null : byId.get(row.parentId);
    const shown = !row.isHidden && (parent === null || (parent !== undefined && isShown(parent)));
    known.set(row.id, shown);
    return shown;
  };
  return rows.filter(isShown);
}

/** Offered products per category tree, each counted once; cached. */
async function countOfferedProducts(db: Db, rows: readonly CategorySummary[]): Promise<ReadonlyMap<number, number>> {
  return cached(db, "products in categories", async () => {
    const parents = [...new Set(rows.flatMap((row) => row.parentId ?? []))];
    const below = parents.flatMap((root) => descendantIds(rows, root).map((id) => ({ root, id })));
    const own = await countPlaces(db);
    if (below.length === 0) return own;
    const repeated = await countRepeated(db, below);
    const sums = new Map<number, number>();
    for (const { root, id } of below) sums.set(root, (sums.get(root) ?? -(repeated.get(root) ?? 0)) + (own.get(id) ?? 0));
    return new Map([...own, ...sums]);
  });
}

/** A product that is hidden from customers. */
const IS_UNSEEN = sql`(h.is_hidden or h.deleted_at is not null)`;

/** Offered products per category. Counting by index and subtracting hidden ones takes a third of the time of looking up each product. */
async function countPlaces(db: Db): Promise<ReadonlyMap<number, number>> {
  const counts = await db.execute<{ id: number; count: number }>(
    sql`select c.id, (select count(*)::int from product_categories pc where pc.category_id = c.id) - coalesce(unseen.count, 0) as count
        from categories c
        left join (
          select pc.category_id as id, count(*)::int as count
          from products h join product_categories pc on pc.product_id = h.id where ${IS_UNSEEN} group by pc.category_id
        ) unseen on unseen.id = c.id`,
    "objects",
  );
  return new Map(counts.map((row) => [row.id, row.count]));
}

/**
 * Duplicates in a category's total: entries of offered products in several of its subcategories, beyond the first. An index shows whether
 * there are any; only then the query joins ("offset 0" first).
 */
async function countRepeated(
  db: Db,
  below: readonly { readonly root: number; readonly id: number }[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.execute<{ id: number; count: number }>(
    sql`with below as materialized (
          select * from unnest(${sql.param(below.map(({ root }) => root))}::int[], ${sql.param(below.map(({ id }) => id))}::int[]) below(root, id)
        )
        select root as id, count(*)::int as count from (
          select distinct here.root, pair.product_id, pair.category_id
          from (
            select a.product_id, a.category_id, b.category_id as other_id
            from product_categories a join product_categories b on b.product_id = a.product_id and b.category_id > a.category_id
            where (select count(*) > count(distinct product_id) from product_categories) offset 0
          ) pair
          join below here on here.id = pair.category_id
          join below there on there.id = pair.other_id and there.root = here.root
          where not exists (select from products h where h.id = pair.product_id and ${IS_UNSEEN})
        ) place group by root`,
    "objects",
  );
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Categories with all ancestors, hidden ones included, per product. */
export async function loadCategoryIds(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  return cachedById(db, "categories of product", productIds, (missing) => readCategoryIds(db, missing));
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
