import { sql } from "drizzle-orm";
import { boughtTogether } from "#app/cart/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";

/** No page shows more of them. */
const COMPANIONS_PER_PRODUCT = 8;
/** A single order with both products is coincidence. */
const LEAST_ORDERS = 2;

/** Whether the statistics have any rows. */
export async function hasBoughtTogether(db: Db): Promise<boolean> {
  return (await db.select({ id: boughtTogether.productId }).from(boughtTogether).limit(1)).length > 0;
}

/**
 * Recomputes which products were ordered together since then, without gifts, cancelled orders and test orders. Must run in a transaction,
 * so that readers never see a partial table. Returns the number of pairs.
 */
export async function countBoughtTogether(tx: Db, since: Date): Promise<number> {
  await tx.delete(boughtTogether);
  const pairs = await tx.execute<{ product_id: number }>(
    sql`
    insert into ${boughtTogether} (product_id, other_id, orders)
      with bought as (
        select distinct i.order_id, i.product_id from ${orderItems} i join ${orders} o on o.id = i.order_id
        where o.placed_at >= ${since.toISOString()} and o.status not in ('rejected', 'cancelled') and not o.is_test and not i.is_free_item
      ), pairs as (
        select one.product_id, other.product_id as other_id, count(*)::int as n,
          row_number() over (partition by one.product_id order by count(*) desc, other.product_id) as place
        from bought one join bought other on other.order_id = one.order_id and other.product_id <> one.product_id
        group by one.product_id, other.product_id having count(*) >= ${LEAST_ORDERS}
      )
      select product_id, other_id, n from pairs where place <= ${COMPANIONS_PER_PRODUCT}
      returning product_id`,
    "objects",
  );
  return pairs.length;
}
