import { and, isNull, sql } from "drizzle-orm";
import { isOneOf } from "#app/catalogue/data/is-one-of.ts";
import { loadGroupsByProduct } from "#app/catalogue/data/customizations/customization-templates.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { HAS_COUNTED_VARIANTS, VARIANTS_LEFT } from "#app/catalogue/data/variants/counted-variants.server.ts";
import { isOrderable } from "#app/catalogue/domain/customization/customization.ts";
import { withSoldOutVariants } from "#app/catalogue/domain/variants/variant.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** The stock of the product or of a variant is at or below its level: the variant's own level, else the product's. */
export const IS_LOW = sql<boolean>`((${products.lowStock} is not null and (${products.stock} <= ${products.lowStock} or exists (
    select from product_variants v where v.product_id = products.id and v.gone_at is null and v.low_stock is null and v.stock <= ${products.lowStock})))
  or ${products.id} = any(array(select v.product_id from product_variants v where v.low_stock is not null and v.gone_at is null and v.stock <= v.low_stock)))`;

/** The stock of the product or of a variant is counted. */
export const IS_COUNTED = sql<boolean>`(${products.stock} is not null or ${HAS_COUNTED_VARIANTS})`;

/** Products with an empty variant. */
const WITH_EMPTY = sql`(select z.product_id from product_variants z where z.stock = 0 and z.gone_at is null)`;

/**
 * The common case with an empty variant, decided in SQL: all variants combine the same questions, one of them has stock, no question has
 * hidden or sold-out options, and every required question has options.
 */
const SURELY_LEFT = sql`(products.id in (select v.product_id from product_variants v cross join unnest(v.option_ids) u (id)
      join customization_options o on o.id = u.id
      where v.product_id in ${WITH_EMPTY} and v.stock is not null and v.gone_at is null group by v.product_id
      having bool_or(v.stock > 0) and count(distinct o.template_id) = min(cardinality(v.option_ids))
        and count(distinct o.template_id) = max(cardinality(v.option_ids)))
  and products.id not in (select c.product_id from product_customizations c left join customization_templates t on t.id = c.template_id
    where c.body is not null or t.min_select > 1 or c.overrides::text ~ '"(hidden|soldOut|minSelect)"'
      or (t.min_select > 0 and t.id not in (select o.template_id from customization_options o))
      or t.id in (select o.template_id from customization_options o where o.is_hidden or o.is_sold_out)))`;

/** Products without any available combination of options. @param among only these */
export async function listSoldOutByOptions(db: Db, among?: readonly number[]): Promise<readonly number[]> {
  if (among?.length === 0) return [];
  const rows = await db
    .select({ id: products.id, variants: VARIANTS_LEFT, now: sql`now()`.mapWith(products.createdAt) })
    .from(products)
    .where(
      and(
        among === undefined ? isNull(products.deletedAt) : isOneOf(products.id, among),
        sql`products.id in ${WITH_EMPTY}`,
        among === undefined ? sql`not ${SURELY_LEFT}` : undefined,
      ),
    );
  const [first] = rows;
  if (first === undefined) return [];
  const ids = rows.map(({ id }) => id);
  const groups = await loadGroupsByProduct(db, ids, first.now);
  return rows.filter(({ id, variants }) => !isOrderable(withSoldOutVariants(groups.get(id) ?? [], variants))).map(({ id }) => id);
}
