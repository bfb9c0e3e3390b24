import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";

export interface SkuHolder {
  /** The product with the SKU, or whose variant has it. */
  readonly id: number;
  readonly name: string;
  readonly isInBin: boolean;
  readonly isVariant: boolean;
}

/** Products that have one of these SKUs, directly or in a variant, by the requested SKU. */
export async function findSkuHolders(db: Db, skus: readonly string[]): Promise<ReadonlyMap<string, readonly SkuHolder[]>> {
  if (skus.length === 0) return new Map();
  const rows = await db.execute<SkuHolder & { wanted: string }>(
    sql`with wanted as (select distinct unnest(${sql.param([...skus])}::text[]) as sku)
        select w.sku as wanted, p.id, p.name, p.deleted_at is not null as "isInBin", false as "isVariant" from wanted w join products p on lower(p.sku) = lower(w.sku)
        union all
        select w.sku, p.id, p.name, p.deleted_at is not null, true from wanted w join product_variants v on lower(v.sku) = lower(w.sku) and v.gone_at is null
          join products p on p.id = v.product_id`,
    "objects",
  );
  return Map.groupBy(rows, ({ wanted }) => wanted);
}
