import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";

/** Products that have one of these SKUs, by the SKU as it is wanted. */
export async function findSkuHolders(
  db: Db,
  skus: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly name: string }>> {
  if (skus.length === 0) return new Map();
  const rows = await db.execute<{ wanted: string; id: number; name: string }>(
    sql`select w.sku as wanted, p.id, p.name from unnest(${sql.param([...skus])}::text[]) w (sku) join products p on lower(p.sku) = lower(w.sku)`,
    "objects",
  );
  return new Map(rows.map(({ wanted, ...holder }) => [wanted, holder]));
}
