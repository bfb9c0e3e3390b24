import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";

/** Station per product: its own, or its first category's, inherited. */
export async function readProductStations(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (productIds.length === 0) return new Map();
  const rows = await db.execute<{ id: number; station: string }>(
    sql`with recursive places (id, station) as (
          select id, station from categories where parent_id is null
          union all
          select c.id, coalesce(c.station, p.station) from categories c join places p on p.id = c.parent_id
        ), found (id, station) as (
          select p.id, coalesce(p.station, (
            select s.station from product_categories pc join places s on s.id = pc.category_id
            where pc.product_id = p.id and s.station is not null order by s.id limit 1))
          from products p where p.id = any(${sql.param([...new Set(productIds)])}::int[])
        )
        select id, station from found where station is not null`,
    "objects",
  );
  return new Map(rows.map((row) => [row.id, row.station]));
}
