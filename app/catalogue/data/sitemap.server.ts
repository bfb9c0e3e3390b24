import { asc } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { isShownProduct } from "./product-search.server.ts";
import { products } from "./tables.ts";

/** A sitemap file holds at most 50 000 addresses; the rest of the shop's pages are few. */
const MAX_PRODUCTS = 49_000;

/** Id and last change of every product customers may see, by id. */
export async function listProductAddresses(db: Db): Promise<readonly { readonly id: number; readonly updatedAt: Date }[]> {
  return db
    .select({ id: products.id, updatedAt: products.updatedAt })
    .from(products)
    .where(isShownProduct)
    .orderBy(asc(products.id))
    .limit(MAX_PRODUCTS);
}
