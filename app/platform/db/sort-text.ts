import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/**
 * The sort key of a text in lists: lower case without accents, so that "Éclair" sorts between "Eau" and "Egg". Uses the search's SQL
 * function (db/migrations).
 */
export function sortText(text: SQLWrapper): SQL {
  return sql`product_fold(${text})`;
}
