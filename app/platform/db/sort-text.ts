import { sql, type SQL, type SQLWrapper } from "drizzle-orm";

/** What lists sort a text by: lower case without accents, so that "Éclair" sorts between "Eau" and "Egg". Uses the search's own function (db/migrations). */
export function sortText(text: SQLWrapper): SQL {
  return sql`product_fold(${text})`;
}
