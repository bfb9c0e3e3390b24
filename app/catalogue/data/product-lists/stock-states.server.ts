import { and, isNull, sql } from "drizzle-orm";
import { isOneOf } from "#app/catalogue/data/is-one-of.ts";
import { loadGroupsByProduct } from "#app/catalogue/data/customizations/customization-templates.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { HAS_COUNTED_VARIANTS, VARIANTS_LEFT } from "#app/catalogue/data/variants/counted-variants.server.ts";
import { isOrderable } from "#app/catalogue/domain/customization/customization.ts";
import { withSoldOutVariants } from "#app/catalogue/domain/variants/variant.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** Its stock, or that of one of its variants, is at its level or below: the variant's own level, else the product's. */
export const IS_LOW = sql<boolean>`((${products.lowStock} is not null and (${products.stock} <= ${products.lowStock} or exists (
    select from product_variants v where v.product_id = products.id and v.gone_at is null and v.low_stock is null and v.stock <= ${products.lowStock})))
  or ${products.id} = any(array(select v.product_id from product_variants v where v.low_stock is not null and v.gone_at is null and v.stock <= v.low_stock)))`;

/** Its stock, or that of one of its variants, is counted. */
export const IS_COUNTED = sql<boolean>`(${products.stock} is not null or ${HAS_COUNTED_VARIANTS})`;

/** Products of which no combination of options is left that can be ordered. @param among only these */
export async function listSoldOutByOptions(db: Db, among?: readonly number[]): Promise<readonly number[]> {
  if (among?.length === 0) return [];
  const rows = await db
    .select({ id: products.id, variants: VARIANTS_LEFT, now: sql`now()`.mapWith(products.createdAt) })
    .from(products)
    .where(
      and(
        among === undefined ? isNull(products.deletedAt) : isOneOf(products.id, among),
        sql`exists (select from product_variants v where v.product_id = products.id and v.stock = 0 and v.gone_at is null)`,
      ),
    );
  const [first] = rows;
  if (first === undefined) return [];
  const ids = rows.map(({ id }) => id);
  const groups = await loadGroupsByProduct(db, ids, first.now);
  return rows.filter(({ id, variants }) => !isOrderable(withSoldOutVariants(groups.get(id) ?? [], variants))).map(({ id }) => id);
}
