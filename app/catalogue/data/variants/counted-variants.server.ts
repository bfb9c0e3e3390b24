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

/** Options of variants by variant id, including variants of removed options. */
export async function listVariantOptions(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<VariantStock, "id" | "optionIds">>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: productVariants.id, optionIds: productVariants.optionIds })
    .from(productVariants)
    .where(isOneOf(productVariants.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** By product: the product's own options that replaced options of a template it no longer has. */
export async function listCopiedOptions(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
  if (productIds.length === 0) return new Map();
  const rows = await db.execute<{ productId: number; from: number; to: number }>(
    sql`select c.product_id as "productId", (o->>'copiedFrom')::int as "from", max((o->>'id')::int) as "to"
        from product_customizations c cross join jsonb_array_elements(c.body->'options') o
        where c.product_id = any(${sql.param([...new Set(productIds)])}::int[]) and c.body is not null and o->>'copiedFrom' is not null
          and not exists (select from product_customizations l join customization_options t on t.template_id = l.template_id
            where l.product_id = c.product_id and t.id = (o->>'copiedFrom')::int)
        group by 1, 2`,
    "objects",
  );
  const byProduct = Map.groupBy(rows, ({ productId }) => productId);
  return new Map([...byProduct].map(([id, own]) => [id, new Map(own.map(({ from, to }) => [from, to]))]));
}

/** A column for statements about products: the counted variants with the given stock. */
function variantsColumn(stock: SQL): SQL<readonly VariantStock[]> {
  return sql<
    readonly VariantStock[]
  >`coalesce((select json_agg(json_build_object('id', v.id, 'optionIds', v.option_ids, 'stock', ${stock}) order by v.id)
    from product_variants v where v.product_id = products.id and v.stock is not null and v.gone_at is null), '[]')`;
}

/** With the current stock. */
export const VARIANTS_LEFT = variantsColumn(sql`v.stock`);
/** For cached pages: 0 or 1, whether any is left. */
export const VARIANTS_SHOWN = variantsColumn(sql`least(v.stock, 1)`);
/** Whether the product has counted variants. */
export const HAS_COUNTED_VARIANTS = sql<boolean>`exists (select from product_variants v where v.product_id = products.id and v.stock is not null and v.gone_at is null)`;
