import { and, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { isOneOf } from "#app/catalogue/data/is-one-of.ts";
import type { VariantStock } from "#app/catalogue/domain/variants/variant.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { productVariants } from "./tables.ts";

/** Counted variants by product. */
export async function listCountedVariants(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly VariantStock[]>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select({
      productId: productVariants.productId,
      id: productVariants.id,
      optionIds: productVariants.optionIds,
      stock: sql<number>`${productVariants.stock}`,
    })
    .from(productVariants)
    .where(and(isOneOf(productVariants.productId, productIds), isNotNull(productVariants.stock), isNull(productVariants.goneAt)))
    .orderBy(productVariants.id);
  return Map.groupBy(rows, (row) => row.productId);
}

/** As a column of a statement about products: the counted variants with the given stock. */
function variantsColumn(stock: SQL): SQL<readonly VariantStock[]> {
  return sql<
    readonly VariantStock[]
  >`coalesce((select json_agg(json_build_object('id', v.id, 'optionIds', v.option_ids, 'stock', ${stock}) order by v.id)
    from product_variants v where v.product_id = products.id and v.stock is not null and v.gone_at is null), '[]')`;
}

/** With stock as it is now. */
export const VARIANTS_LEFT = variantsColumn(sql`v.stock`);
/** For cached pages: 0 or 1, whether any is left. */
export const VARIANTS_SHOWN = variantsColumn(sql`least(v.stock, 1)`);
/** Whether it has any. */
export const HAS_COUNTED_VARIANTS = sql<boolean>`exists (select from product_variants v where v.product_id = products.id and v.stock is not null and v.gone_at is null)`;
