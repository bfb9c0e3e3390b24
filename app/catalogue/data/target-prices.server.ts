import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Cents } from "#app/values/money.ts";
import { products } from "./tables.ts";

interface TargetIds {
  readonly everything: boolean;
  readonly productIds: readonly number[];
  readonly categoryIds: readonly number[];
  readonly tags: readonly string[];
  readonly excludedProductIds: readonly number[];
}

/** Prices of the menu as rules see them: of one product, and of what a target covers, dearest first. */
export async function listTargetPrices(
  db: Db,
): Promise<{ readonly of: (target: TargetIds) => readonly Cents[]; readonly ofProduct: (id: number) => Cents | null }> {
  const rows = await db
    .select({
      id: products.id,
      price: products.priceCents,
      tags: products.tags,
      categoryIds: sql<number[]>`(
        with recursive above as (
          select c.id, c.parent_id from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = ${products.id}
          union select c.id, c.parent_id from categories c join above on c.id = above.parent_id)
        select coalesce(array_agg(id), '{}') from above)`,
    })
    .from(products)
    .where(and(isNull(products.deletedAt), eq(products.isHidden, false)));
  return {
    ofProduct: (id) => rows.find((row) => row.id === id)?.price ?? null,
    of: (target) =>
      rows
        .filter(
          (row) =>
            !target.excludedProductIds.includes(row.id) &&
            (target.everything ||
              target.productIds.includes(row.id) ||
              target.categoryIds.some((id) => row.categoryIds.includes(id)) ||
              target.tags.some((tag) => row.tags.includes(tag))),
        )
        .map((row) => row.price)
        .sort((a, b) => b - a),
  };
}
