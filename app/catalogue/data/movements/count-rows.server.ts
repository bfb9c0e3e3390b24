import { sql } from "drizzle-orm";
import { listNamedVariants } from "#app/catalogue/data/variants/named-variants.server.ts";
import { countKey, type Count, type CountRow, type LaterMovement } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import { soldByWeight, type StoredWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** The counted stock of these products, in order: the product itself, then its variants. */
export async function listCountRows(db: Db, productIds: readonly number[]): Promise<readonly CountRow[]> {
  if (productIds.length === 0) return [];
  const ids = sql`${sql.param([...productIds])}::int[]`;
  // A single statement reads stock and last movement, so that they are consistent.
  const rows = await db.execute<Omit<CountRow, "options" | "step"> & StoredWeight>(
    sql`select p.id as "productId", v.id as "variantId", p.name, v.sku, v.barcode, v.stock, p.weight_unit as "weightUnit",
          p.weight_step as "weightStep", p.weight_min as "weightMin", coalesce((select m.id from stock_movements m
            where m.product_id = p.id and m.variant_id is not distinct from v.id order by m.id desc limit 1), 0)::float8 as movement
        from products p cross join lateral (
          select null::int as id, p.sku, p.barcode, p.stock where p.stock is not null
          union all select v.id, v.sku, v.barcode, v.stock from product_variants v
            where v.product_id = p.id and v.stock is not null and v.gone_at is null) v
        where p.id = any(${ids}) and p.deleted_at is null order by array_position(${ids}, p.id), v.id nulls first`,
    "objects",
  );
  const named = rows.some(({ variantId }) => variantId !== null) ? await listNamedVariants(db, productIds) : new Map();
  const names = new Map([...named.values()].flat().map(({ id, names: options }) => [id, options.join(", ")]));
  return rows.map(({ weightUnit, weightStep, weightMin, ...row }) => {
    const sold = soldByWeight({ weightUnit, weightStep, weightMin });
    return { ...row, options: names.get(row.variantId) ?? "", step: sold === null ? null : { unit: sold.unit, weight: sold.step } };
  });
}

/** Locks products and then their variants, as orders do. Returns their stock, null if not counted. */
export async function lockCountedStock(tx: Db, productIds: readonly number[]): Promise<readonly LockedStock[]> {
  const ids = sql`${sql.param([...productIds])}::int[]`;
  const own = await tx.execute<LockedStock>(
    sql`select id as "productId", null as "variantId", case when deleted_at is null then stock end as stock from products where id = any(${ids}) order by id for update`,
    "objects",
  );
  const ofVariants = await tx.execute<LockedStock>(
    sql`select v.product_id as "productId", v.id as "variantId", v.stock from product_variants v
        where v.product_id = any(${ids}) and v.gone_at is null
          and exists (select from products p where p.id = v.product_id and p.deleted_at is null) order by v.id for update of v`,
    "objects",
  );
  return [...own, ...ofVariants];
}

type LockedStock = Pick<Count, "productId" | "variantId"> & { readonly stock: number | null };

/** Movements since the page loaded the rows, by key, oldest first. */
export async function listLaterMovements(
  tx: Db,
  counts: readonly (Count & { readonly countedFrom: Date; readonly countedAt: Date })[],
): Promise<ReadonlyMap<string, readonly LaterMovement[]>> {
  const rows = await tx.execute<LaterMovement & { productId: number; variantId: number | null }>(
    sql`select m.product_id as "productId", m.variant_id as "variantId", m.before, m.after, m.reason, m.user_name as "userName",
          m.stock_taking as "stockTaking", m.at > c."countedAt" as "isAfter", m.at > c."countedFrom" and m.at <= c."countedAt" as "isDuring"
        from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
          as c ("productId" int, "variantId" int, movement bigint, "countedFrom" timestamptz, "countedAt" timestamptz)
        join stock_movements m on m.product_id = c."productId" and m.variant_id is not distinct from c."variantId" and m.id > c.movement
        order by m.id`,
    "objects",
  );
  return Map.groupBy(rows, countKey);
}

/** Stores the stock of locked products and variants, in units. */
export async function putCounted(
  tx: Db,
  counted: readonly { readonly productId: number; readonly variantId: number | null; readonly stock: number }[],
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as c ("productId" int, "variantId" int, stock int)`;
  await tx.execute(
    sql`update products p set stock = coalesce(c.stock, p.stock), version = p.version + 1, updated_at = now()
        from (select "productId", max(stock) filter (where "variantId" is null) as stock from ${rows} group by 1) c where p.id = c."productId"`,
  );
  await tx.execute(sql`update product_variants v set stock = c.stock from ${rows} where v.id = c."variantId"`);
}
