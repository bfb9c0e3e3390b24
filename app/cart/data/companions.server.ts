import { and, desc, inArray, notInArray, sql } from "drizzle-orm";
import { products } from "#app/catalogue/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { boughtTogether } from "./tables.ts";

/** Suggested product ids, best first: chosen by staff, then most often bought together. May include deleted or hidden products. */
export async function listCompanions(db: Db, productIds: readonly number[], limit: number): Promise<readonly number[]> {
  if (productIds.length === 0) return [];
  const inCart = [...new Set(productIds)];
  const chosen = await db.select({ id: products.id, goesWith: products.goesWith }).from(products).where(inArray(products.id, inCart));
  const bought = await db
    .select({ id: boughtTogether.otherId })
    .from(boughtTogether)
    .where(and(inArray(boughtTogether.productId, inCart), notInArray(boughtTogether.otherId, inCart)))
    .groupBy(boughtTogether.otherId)
    .orderBy(desc(sql`sum(${boughtTogether.orders})`), boughtTogether.otherId)
    .limit(limit);
  const byStaff = inCart.flatMap((id) => chosen.find((row) => row.id === id)?.goesWith ?? []);
  return [...new Set([...byStaff, ...bought.map((row) => row.id)])].filter((id) => !inCart.includes(id)).slice(0, limit);
}
