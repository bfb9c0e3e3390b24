import { and, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import type { ProductSort } from "#app/catalogue/domain/product.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { productCategories, products } from "./tables.ts";

/** What customers may see: neither hidden nor in the bin. */
export const isShownProduct = and(eq(products.isHidden, false), isNull(products.deletedAt));

/** At most this many words count. */
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
  const name = sql`product_fold(${products.name})`;
  const like = (pattern: string) => sql`${name} like product_fold(${pattern})`;
  return sql`case when ${like(phrase)} then 0 when ${like(`${phrase}%`)} then 1 when ${like(`% ${phrase}%`)} then 2 when ${like(`%${phrase}%`)} then 3 else 4 end`;
}

/** The word occurs in name, summary or a tag, whatever its case and accents; one or two letters begin a word there. */
export function containsWord(word: string): SQL {
  const start = /^[\p{L}\p{N}]{1,2}$/u.test(word) ? "% " : "%";
  return sql`${products.shopSearch} like product_fold(${`${start}${escapeLike(word)}%`})`;
}

/** Words shorter than that are taken as they are typed: everything resembles them. */
const MIN_MISTYPED_LENGTH = 4;

/** Whether a mistyped word may be meant at all. */
export function mayBeMistyped(words: readonly string[]): boolean {
  return words.some((word) => word.length >= MIN_MISTYPED_LENGTH);
}

/** Something in name, summary or tags resembles the word: a letter is missing, doubled or another. */
export function resemblesWord(word: string): SQL {
  return word.length < MIN_MISTYPED_LENGTH ? containsWord(word) : sql`product_fold(${word}) <% ${products.shopSearch}`;
}

/** What resembles most comes first. */
export function resemblance(words: readonly string[]): SQL {
  const each = words.map((word) => sql`word_similarity(product_fold(${word}), ${products.shopSearch})`);
  return sql`${sql.join(each, sql` + `)} desc`;
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
