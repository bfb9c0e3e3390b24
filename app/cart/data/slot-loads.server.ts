import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";

/** Any number; together with its own class it names the one lock of all slots. */
const SLOT_LOCK = 7_412_310;

/** What is promised from `since` on: checkouts that still hold their slot, and orders up to ready. `items` counts units. */
export async function listPromisedOrders(
  db: Db,
  since: Date,
  now: Date,
  ownOrderIds: readonly string[] = [],
): Promise<readonly { readonly at: Date; readonly items: number }[]> {
  const rows = await db.execute<{ at: string; items: number }>(
    sql`select coalesce(o.requested_for, o.promised_at) as at, coalesce(sum(i.quantity), 0)::int as items
        from orders o left join order_items i on i.order_id = o.id
        where o.status in ('awaiting_payment', 'received', 'accepted', 'preparing', 'ready')
          and (o.status <> 'awaiting_payment' or o.hold_expires_at > ${now.toISOString()})
          and coalesce(o.requested_for, o.promised_at) >= ${since.toISOString()}
          and o.id <> all(${sql.param([...ownOrderIds])}::uuid[])
        group by o.id`,
    "objects",
  );
  return rows.map((row) => ({ at: new Date(row.at), items: row.items }));
}

/** Lets one checkout at a time look for room, where slots have limits: what it finds free stays free until its transaction ends. */
export async function lockSlots(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SLOT_LOCK})`);
}
