import { escapeLike } from "#app/platform/db/escape-like.ts";
import { and, asc, eq, isNull, sql, type Column, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { searchWords } from "#app/catalogue/data/product-lists/product-search.server.ts";
import type { Sellable } from "#app/catalogue/domain/sellable.ts";
import { hasWords } from "#app/catalogue/data/search/search-words.server.ts";
import {
  categories,
  customizationOptions,
  customizationTemplates,
  productCategories,
  productCustomizations,
  products,
} from "#app/catalogue/data/tables.ts";

/** The rank of a name for the search text: 0 = equal, 1 = prefix, 2 = contained, 3 = found elsewhere, as in the description. */
function fit(name: Column, q: string): SQL<number> {
  const typed = sql`product_fold(${escapeLike(q.trim())})`;
  const folded = sql`product_fold(${name})`;
  return sql<number>`case when ${folded} like ${typed} then 0 when ${folded} like ${typed} || '%' then 1 when ${folded} like '%' || ${typed} || '%' then 2 else 3 end`;
}

/** Products and shared options with every word, at most `limit` each; the best name matches come first. */
export async function searchSellable(db: Db, q: string, limit: number): Promise<readonly Sellable[]> {
  const words = searchWords(q);
  if (words.length === 0) return [];
  const isFound = await hasWords(db, q);
  const [found, options] = await Promise.all([
    db
      .select({
        id: products.id,
        name: products.name,
        isSoldOut: products.isSoldOut,
        fit: fit(products.name, q),
        within: sql<
          string[]
        >`coalesce(array_agg(${categories.name} order by ${categories.name}) filter (where ${categories.id} is not null), '{}')`,
      })
      .from(products)
      .leftJoin(productCategories, eq(productCategories.productId, products.id))
      .leftJoin(categories, eq(categories.id, productCategories.categoryId))
      .where(and(isNull(products.deletedAt), isFound))
      .groupBy(products.id)
      .orderBy(fit(products.name, q), asc(products.name), asc(products.id))
      .limit(limit),
    db
      .select({
        id: customizationOptions.id,
        name: customizationOptions.name,
        group: customizationTemplates.title,
        isSoldOut: customizationOptions.isSoldOut,
        fit: fit(customizationOptions.name, q),
        within: sql<string[]>`coalesce(array_agg(distinct ${products.name}) filter (where ${products.id} is not null), '{}')`,
      })
      .from(customizationOptions)
      .innerJoin(customizationTemplates, eq(customizationTemplates.id, customizationOptions.templateId))
      .leftJoin(productCustomizations, eq(productCustomizations.templateId, customizationTemplates.id))
      .leftJoin(products, and(eq(products.id, productCustomizations.productId), isNull(products.deletedAt)))
      .where(and(...words.map((word) => sql`product_fold(${customizationOptions.name}) like product_fold(${`%${escapeLike(word)}%`})`)))
      .groupBy(customizationOptions.id, customizationTemplates.id)
      .orderBy(fit(customizationOptions.name, q), asc(customizationOptions.name), asc(customizationOptions.id))
      .limit(limit),
  ]);
  const some = (within: readonly string[]) => ({ within: within.slice(0, 3), withinCount: within.length });
  const all = [
    ...found.map(({ within, ...product }) => ({ kind: "product" as const, ...product, ...some(within) })),
    ...options.map(({ within, group, ...option }) => ({
      kind: "option" as const,
      ...option,
      name: `${group}: ${option.name}`,
      ...some(within),
    })),
  ];
  return all.toSorted((a, b) => a.fit - b.fit).map(({ fit: _fit, ...sellable }) => sellable);
}
