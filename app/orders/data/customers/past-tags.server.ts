import { eq, sql } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { customerRecords } from "./customer-records.server.ts";
import { customers } from "./tables.ts";

/**
 * In a statement on orders: the tags of the order's customer when the order was placed, as a JSON array; empty without a customer. The first later
 * change in the history has the old tags; without such a change the current tags apply. Tags of a customer whose record was merged since are unknown.
 */
export const TAGS_WHEN_ORDERED = sql<readonly string[]>`coalesce((
  select coalesce(
    (select h.before -> c.id::text -> 'tags' from ${auditLog} h
      where h.subject_kind = ${customerRecords.kind} and h.subject_ids @> array[c.id::text] and h.at > orders.placed_at
        and jsonb_exists(h.before -> c.id::text, 'tags') order by h.at, h.id limit 1),
    to_jsonb(c.tags))
  from ${customers} c where c.id = orders.customer_id), '[]')`;

/** The same for one order. */
export async function readTagsWhenOrdered(db: Db, orderId: string): Promise<readonly string[]> {
  const [row] = await db.select({ tags: TAGS_WHEN_ORDERED }).from(orders).where(eq(orders.id, orderId));
  return row?.tags ?? [];
}
