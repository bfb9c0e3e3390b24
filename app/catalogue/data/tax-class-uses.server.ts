import { eq, inArray, sql } from "drizzle-orm";
import { products } from "#app/catalogue/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** Reduced tax rates used by products, bin included. */
export const taxClassUses = {
  /** Products per tax class; unused classes are missing. */
  async count(tx: Db, taxClasses: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await tx
      .select({ taxClass: products.taxClass, count: sql<number>`count(*)::int` })
      .from(products)
      .where(inArray(products.taxClass, [...taxClasses]))
      .groupBy(products.taxClass);
    return new Map(rows.map((row) => [row.taxClass, row.count]));
  },

  /** Moves the products of one tax class to another. */
  async move(tx: Db, from: string, to: string): Promise<void> {
    await tx
      .update(products)
      .set({ taxClass: to, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
      .where(eq(products.taxClass, from));
  },
};
