import { sql } from "drizzle-orm";
import { boolean, customType, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { products } from "#app/catalogue/data/tables.ts";

const wordList = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * The search index: one narrow row per product, written by triggers only (migration product-search). Words are lower case without accents and
 * punctuation.
 */
export const productSearch = pgTable(
  "product_search",
  {
    productId: integer("product_id")
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Words of the name, each after a space: " crepe suzette". */
    name: text("name").notNull(),
    /** Words of name, summary, tags, and visible categories with ancestors. */
    words: wordList("words").notNull(),
    isShown: boolean("is_shown").notNull(),
    isPopular: boolean("is_popular").notNull(),
    position: integer("position").notNull(),
  },
  (t) => [
    index("product_search_words_idx").using("gin", t.words),
    index("product_search_name_idx").using("btree", t.name.op("text_pattern_ops"), t.productId),
    index("product_search_popular_idx")
      .on(t.productId)
      .where(sql`${t.isPopular}`),
  ],
);

/** All product words, for typos and substrings. May contain duplicates and old words (writers do not wait); a nightly job removes them. */
export const productWords = pgTable("product_words", { word: text("word").notNull() }, (t) => [
  index("product_words_word_idx").using("btree", t.word.op("text_pattern_ops")),
  index("product_words_alike_idx").using("gin", t.word.op("gin_trgm_ops")),
]);
