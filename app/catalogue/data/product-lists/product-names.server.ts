import { and, asc, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { WeightUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { Cents } from "#app/values/money.ts";
import { searchIds } from "#app/catalogue/data/search/search-products.server.ts";
import { findIdsByCode } from "./find-by-code.server.ts";
import { products } from "#app/catalogue/data/tables.ts";

/** A product in pickers; may be hidden, but not in the bin. */
export interface ProductName {
  readonly id: number;
  readonly name: string;
  readonly price: Cents;
  readonly weightUnit: WeightUnit | null;
  readonly isHidden: boolean;
}

const columns = {
  id: products.id,
  name: products.name,
  price: products.priceCents,
  weightUnit: products.weightUnit,
  isHidden: products.isHidden,
};

/** Best matches for the typed text, an exact SKU or barcode first; without input the first products of the menu. */
export async function searchProductNames(db: Db, q: string, limit: number): Promise<readonly ProductName[]> {
  if (q.trim() === "")
    return db
      .select(columns)
      .from(products)
      .where(isNull(products.deletedAt))
      .orderBy(asc(products.position), asc(products.id))
      .limit(limit);
  const coded = await findIdsByCode(db, q);
  const found = await searchIds(db, q, { categoryIds: null, dietaryTags: [], sort: "relevance", offset: 0, limit, includesHidden: true });
  return listProductNames(db, [...new Set([...coded, ...found.ids])].slice(0, limit));
}

/** These products in the order of ids. */
export async function listProductNames(db: Db, ids: readonly number[]): Promise<readonly ProductName[]> {
  if (ids.length === 0) return [];
  return db
    .select(columns)
    .from(products)
    .where(and(inArray(products.id, [...ids]), isNull(products.deletedAt)))
    .orderBy(sql`array_position(${sql.param([...ids])}::int[], ${products.id})`, asc(products.id));
}
