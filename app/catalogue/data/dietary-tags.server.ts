import { and, eq, inArray, sql } from "drizzle-orm";
import { listShownDescendantIds } from "./categories.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cached } from "#app/platform/db/cached.server.ts";
import { isShownProduct } from "./product-lists/product-search.server.ts";
import { productCategories, products } from "./tables.ts";

/** Maximum tags of a readable filter. */
const MOST_TAGS = 30;

/** Dietary tags of products in a category tree, most common first; cached. */
export async function listDietaryTags(db: Db, categoryId: number): Promise<readonly string[]> {
  return cached(db, `dietary tags in ${categoryId}`, () => readDietaryTags(db, categoryId));
}

async function readDietaryTags(db: Db, categoryId: number): Promise<readonly string[]> {
  const categoryIds = await listShownDescendantIds(db, categoryId);
  if (categoryIds.length === 0) return [];
  const tag = sql<string>`unnest(${products.dietaryTags})`.as("tag");
  const carried = db
    .selectDistinct({ id: products.id, tag })
    .from(products)
    .innerJoin(productCategories, eq(productCategories.productId, products.id))
    .where(and(isShownProduct, inArray(productCategories.categoryId, [...categoryIds])))
    .as("carried");
  const rows = await db
    .select({ tag: carried.tag })
    .from(carried)
    .groupBy(carried.tag)
    .orderBy(sql`count(*) desc`, carried.tag)
    .limit(MOST_TAGS);
  return rows.map((row) => row.tag);
}
