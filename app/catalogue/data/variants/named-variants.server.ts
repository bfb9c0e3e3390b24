import { sql } from "drizzle-orm";
import type { StoredOverrides, VariantRecord } from "#app/catalogue/domain/variants/variant-record.ts";
import type { Db } from "#app/platform/db/database.server.ts";

export interface NamedVariant extends Omit<VariantRecord, keyof StoredOverrides>, StoredOverrides {
  readonly id: number;
  /** The option names, in the order of `optionIds`. */
  readonly names: readonly string[];
}

/** Variants of products with the names of their options. */
export async function listNamedVariants(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly NamedVariant[]>> {
  if (productIds.length === 0) return new Map();
  const rows = await db.execute<NamedVariant & { productId: number }>(
    sql`select v.product_id as "productId", v.id, v.option_ids as "optionIds", v.sku, v.barcode, v.stock, v.low_stock as "lowStock",
          v.vendor, v.weight_grams as "weightGrams", v.cost_cents as "costCents",
          array(select coalesce(o.name, copied.name, '') from unnest(v.option_ids) with ordinality w (id, place)
            left join customization_options o on o.id = w.id
            left join lateral (select e->>'name' as name from product_customizations c cross join jsonb_array_elements(c.body->'options') e
              where c.product_id = v.product_id and c.body is not null and (e->>'id')::int = w.id limit 1) copied on true
            order by w.place) as names
        from product_variants v where v.product_id = any(${sql.param([...productIds])}::int[]) and v.gone_at is null order by v.id`,
    "objects",
  );
  return Map.groupBy(rows, ({ productId }) => productId);
}
