import { sql } from "drizzle-orm";
import { boolean, customType, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { products } from "#app/catalogue/data/tables.ts";

const wordList = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * What is searched, one narrow row for each product that is not in the bin. Triggers keep it (migration product-search): nothing else writes here.
 * Words are in small letters, without accents and punctuation, as `product_words()` splits them.
 */
export const productSearch = pgTable(
  "product_search",
  {
    productId: integer("product_id")
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    /** The words of the name, each behind a space: " crepe suzette". */
    name: text("name").notNull(),
    /** All words of name, summary, tags, its categories that are shown and those above them. */
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

/**
 * Every word that some product has had, for what is typed wrong or in the middle of a word. A word may stand here twice (those who write wait for
 * nobody) or be of the past; the nightly tidying takes both away.
 */
export const productWords = pgTable("product_words", { word: text("word").notNull() }, (t) => [
  index("product_words_word_idx").using("btree", t.word.op("text_pattern_ops")),
  index("product_words_alike_idx").using("gin", t.word.op("gin_trgm_ops")),
]);
