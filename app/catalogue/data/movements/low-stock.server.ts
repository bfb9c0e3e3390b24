import { sql } from "drizzle-orm";
import type { StoredWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** A product or variant whose stock is at or below its level. */
export interface LowStock extends StoredWeight {
  readonly productId: number;
  /** 0: the product itself. */
  readonly variantId: number;
  readonly name: string;
  /** Units, or steps for a product sold by weight. */
  readonly stock: number;
  readonly level: number;
}

/** Arbitrary, but unique among the advisory locks. */
const LOW_STOCK_LOCK = 730_114;

const WEIGHT = sql`p.weight_unit as "weightUnit", p.weight_step as "weightStep", p.weight_min as "weightMin"`;

/** Visible products and their variants with low stock. */
const LOW = sql`(select p.id as "productId", 0 as "variantId", p.name, p.stock, p.low_stock as level, ${WEIGHT} from products p
    where p.deleted_at is null and p.low_stock is not null and not p.is_hidden and p.stock <= p.low_stock
  union all select p.id, v.id, p.name, v.stock, coalesce(v.low_stock, p.low_stock), ${WEIGHT} from products p join product_variants v on v.product_id = p.id
    where p.deleted_at is null and not p.is_hidden and v.gone_at is null and v.stock <= coalesce(v.low_stock, p.low_stock))`;

/** Low stock without a notification, or that recovered in between. Deletes the notices of recovered stock. Call it in a transaction. */
export async function listNewlyLow(tx: Db): Promise<readonly LowStock[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOW_STOCK_LOCK})`);
  await tx.execute(
    sql`delete from low_stock_notices n where not exists (select from ${LOW} l where l."productId" = n.product_id and l."variantId" = n.variant_id)`,
  );
  return tx.execute<LowStock & Record<string, unknown>>(
    sql`select l.* from ${LOW} l left join low_stock_notices n on n.product_id = l."productId" and n.variant_id = l."variantId"
        where n.at is null or exists (select from stock_movements m where m.product_id = l."productId"
          and coalesce(m.variant_id, 0) = l."variantId" and m.at > n.at and m.before > l.level)
        order by product_fold(l.name), l."productId", l."variantId"`,
    "objects",
  );
}

/** Records the notification of staff about these. */
export async function noteLowStock(tx: Db, told: readonly LowStock[]): Promise<void> {
  await tx.execute(
    sql`insert into low_stock_notices (product_id, variant_id, at)
        select l."productId", l."variantId", now() from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as l ("productId" int, "variantId" int)
        on conflict (product_id, variant_id) do update set at = excluded.at`,
  );
}
