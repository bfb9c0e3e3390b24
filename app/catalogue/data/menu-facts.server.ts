import { and, eq, isNull } from "drizzle-orm";
import { ancestorIds } from "#app/catalogue/domain/category.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Cents } from "#app/values/money.ts";
import { categories, productCategories, products } from "./tables.ts";

/** What rules ask of a product, without its choices. */
export interface MenuFacts {
  readonly id: number;
  readonly name: string;
  readonly price: Cents;
  readonly taxClass: string;
  readonly tags: readonly string[];
  /** Its own categories and all above them. */
  readonly categoryIds: readonly number[];
  readonly isReduced: boolean;
}

/** The whole menu, cheapest first: what customers may order. */
export async function listMenuFacts(db: Db): Promise<readonly MenuFacts[]> {
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      price: products.priceCents,
      compareAt: products.compareAtCents,
      taxClass: products.taxClass,
      tags: products.tags,
    })
    .from(products)
    .where(and(isNull(products.deletedAt), eq(products.isHidden, false)))
    .orderBy(products.priceCents, products.id);
  const places = await db
    .select({ productId: productCategories.productId, categoryId: productCategories.categoryId })
    .from(productCategories);
  const tree = await db.select({ id: categories.id, parentId: categories.parentId }).from(categories);
  const withAbove = new Map(tree.map(({ id }) => [id, [...ancestorIds(tree, id), id]]));
  const categoryIds = new Map<number, number[]>();
  for (const { productId, categoryId } of places)
    categoryIds.set(productId, [...new Set([...(categoryIds.get(productId) ?? []), ...(withAbove.get(categoryId) ?? [])])]);
  return rows.map(({ compareAt, ...row }) => ({
    ...row,
    categoryIds: categoryIds.get(row.id) ?? [],
    isReduced: compareAt !== null && compareAt > row.price,
  }));
}
