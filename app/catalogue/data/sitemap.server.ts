import { asc, count } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { isShownProduct } from "./product-lists/product-search.server.ts";
import { products } from "./tables.ts";

/** Id and last change of visible products. */
export async function listProductAddresses(
  db: Db,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly { readonly id: number; readonly updatedAt: Date }[]> {
  return db
    .select({ id: products.id, updatedAt: products.updatedAt })
    .from(products)
    .where(isShownProduct)
    .orderBy(asc(products.id))
    .limit(limit)
    .offset(offset);
}

/** How many products customers may see. */
export async function countShownProducts(db: Db): Promise<number> {
  const [row] = await db.select({ total: count() }).from(products).where(isShownProduct);
  return row?.total ?? 0;
}
