import { and, eq, isNull } from "drizzle-orm";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { products } from "#app/catalogue/data/tables.ts";

/** Visible products: neither hidden nor in the bin. */
export const isShownProduct = and(eq(products.isHidden, false), isNull(products.deletedAt));

/** At most this many words count. */
const MAX_SEARCH_WORDS = 8;

/** The words of a typed search; control characters separate them too. */
export function searchWords(q: string): readonly string[] {
  return q
    .normalize("NFC")
    .slice(0, MAX_SEARCH_LENGTH)
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== "")
    .slice(0, MAX_SEARCH_WORDS);
}
