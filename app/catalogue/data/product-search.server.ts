import { and, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import type { ProductSort } from "#app/catalogue/domain/product.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { productCategories, products } from "./tables.ts";

/** What customers may see: neither hidden nor in the bin. */
export const isShownProduct = and(eq(products.isHidden, false), isNull(products.deletedAt));

/** At most this many words count: each costs a look at every product. */
const MAX_SEARCH_WORDS = 8;

/** Where each product stands in the menu of these categories (given in menu order); a product in several stands at its first place. */
export function placesIn(db: Db, categoryIds: readonly number[]) {
  const within = inArray(productCategories.categoryId, [...categoryIds]);
  const place = db
    .select({ productId: productCategories.productId, place: sql<number>`${productCategories.position}::bigint`.as("place") })
    .from(productCategories)
    .where(within);
  if (categoryIds.length === 1) return place.as("placed");
  const rank = sql`array_position(${sql.param([...categoryIds])}::int[], ${productCategories.categoryId})::bigint * 1000000 + ${productCategories.position}`;
  return db
    .select({ productId: productCategories.productId, place: sql<number>`min(${rank})`.as("place") })
    .from(productCategories)
    .where(within)
    .groupBy(productCategories.productId)
    .as("placed");
}

/** The `order by` of a list; `place` comes from `placesIn` when one category is listed. */
export function orderOf(sort: ProductSort, words: readonly string[], place: SQL.Aliased | undefined): SQL[] {
  const menu = [...(place === undefined ? [] : [sql`${place}`]), sql`${products.position}`, sql`${products.id}`];
  switch (sort) {
    case "name":
      return [sql`lower(${products.name})`, sql`${products.id}`];
    case "price":
      return [sql`${products.priceCents}`, ...menu];
    case "price-desc":
      return [sql`${products.priceCents} desc`, ...menu];
    case "newest":
      return [sql`${products.createdAt} desc`, sql`${products.id} desc`];
    case "relevance":
      return [...(words.length === 0 ? [] : [relevanceRank(words)]), ...menu];
    case "menu":
      return menu;
  }
}

/** 0 name is the query, 1 name begins with it, 2 a word of the name does, 3 the name contains it, 4 only summary or tags. */
function relevanceRank(words: readonly string[]): SQL {
  const phrase = escapeLike(words.join(" "));
  const name = products.name;
  return sql`case when ${name} ilike ${phrase} then 0 when ${name} ilike ${`${phrase}%`} then 1 when ${name} ilike ${`% ${phrase}%`} then 2 when ${name} ilike ${`%${phrase}%`} then 3 else 4 end`;
}

/** The word occurs in name, summary or a tag. */
export function containsWord(word: string): SQL {
  const pattern = `%${escapeLike(word)}%`;
  return sql`(${products.name} ilike ${pattern} or ${products.summary} ilike ${pattern} or exists (select 1 from unnest(${products.tags}) tag where tag ilike ${pattern}))`;
}

/** What a customer typed, as words; control characters separate too. */
export function searchWords(q: string): readonly string[] {
  return q
    .normalize("NFC")
    .slice(0, MAX_SEARCH_LENGTH)
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== "")
    .slice(0, MAX_SEARCH_WORDS);
}

/** The text as a pattern of LIKE takes it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
