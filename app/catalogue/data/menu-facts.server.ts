import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { ancestorIds } from "#app/catalogue/domain/category.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Cents } from "#app/values/money.ts";
import { isOneOf } from "./is-one-of.ts";
import { categories, productCategories, products } from "./tables.ts";

/** The product facts for promotion rules, without its choices. */
export interface MenuFacts {
  readonly id: number;
  readonly name: string;
  readonly price: Cents;
  readonly taxClass: string;
  readonly tags: readonly string[];
  /** Its categories and all their ancestors. */
  readonly categoryIds: readonly number[];
  readonly isReduced: boolean;
  /** Sold by weight. */
  readonly isWeighed: boolean;
}

/** Products by id; categories with descendants. */
interface MenuPart {
  readonly productIds: readonly number[];
  readonly categoryIds: readonly number[];
  readonly tags: readonly string[];
}

/** Offered products, cheapest first. */
export async function listMenuFacts(db: Db, part: MenuPart | null = null): Promise<readonly MenuFacts[]> {
  const tree = await db.select({ id: categories.id, parentId: categories.parentId }).from(categories);
  const withAbove = new Map(tree.map(({ id }) => [id, [...ancestorIds(tree, id), id]]));
  const isPart = part === null ? undefined : isInPart(part, withAbove);
  const rows = await db
    .select({
      id: products.id,
      name: products.name,
      price: products.priceCents,
      compareAt: products.compareAtCents,
      taxClass: products.taxClass,
      tags: products.tags,
      weightUnit: products.weightUnit,
    })
    .from(products)
    .where(and(isNull(products.deletedAt), eq(products.isHidden, false), isPart))
    .orderBy(products.priceCents, products.id);
  const places = await db
    .select({ productId: productCategories.productId, categoryId: productCategories.categoryId })
    .from(productCategories)
    .where(
      part === null
        ? undefined
        : isOneOf(
            productCategories.productId,
            rows.map(({ id }) => id),
          ),
    );
  const categoryIds = new Map<number, number[]>();
  for (const { productId, categoryId } of places)
    categoryIds.set(productId, [...new Set([...(categoryIds.get(productId) ?? []), ...(withAbove.get(categoryId) ?? [])])]);
  return rows.map(({ compareAt, weightUnit, ...row }) => ({
    ...row,
    categoryIds: categoryIds.get(row.id) ?? [],
    isReduced: compareAt !== null && compareAt > row.price,
    isWeighed: weightUnit !== null,
  }));
}

function isInPart({ productIds, categoryIds, tags }: MenuPart, withAbove: ReadonlyMap<number, readonly number[]>): SQL {
  const within = [...withAbove].filter(([, above]) => above.some((id) => categoryIds.includes(id))).map(([id]) => id);
  return sql`(${isOneOf(products.id, productIds)} or ${products.tags} && ${sql.param([...tags])}::text[]
    or exists (select from product_categories pc where pc.product_id = ${products.id} and ${isOneOf(sql`pc.category_id`, within)}))`;
}
