import { and, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { isShownProduct } from "#app/catalogue/data/product-lists/product-search.server.ts";
import { products } from "#app/catalogue/data/tables.ts";

/** The visible product whose page had this path in the previous shop (`tidyOldPath`); if there are several, the latest. */
export async function findByOldPath(db: Db, oldPath: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.oldPath, oldPath), isShownProduct))
    .orderBy(desc(products.id))
    .limit(1);
  return row?.id;
}

/** The visible product that a Shopify file imported with this handle. Shopify's handles are lower case. */
export async function findOldAddress(db: Db, handle: string): Promise<number | undefined> {
  const exact = `shopify:${handle}`;
  const keys = [exact, `shopify:${handle.toLowerCase()}`];
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.importKey, keys), isShownProduct))
    .orderBy(desc(eq(products.importKey, exact)))
    .limit(1);
  return row?.id;
}
