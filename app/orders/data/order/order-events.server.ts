import { and, eq, gte, sql, type SQL } from "drizzle-orm";
import type { OrderActor, OrderStatus } from "#app/orders/domain/order.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { insertSet } from "#app/platform/db/insert-set.server.ts";
import type { Cents } from "#app/values/money.ts";
import { orderEvents, orders, refunds } from "#app/orders/data/tables.ts";

/** Recorded when the provider gave no usable response while the payment was created. */
export const PROVIDER_SILENT_EVENT = "provider_silent";

/** Recorded on an add-on when the order it goes with was rejected or cancelled. */
const FIRST_ENDED_EVENT = "first_ended";

/** Recorded on a link order that was paid while the shop took no orders: it is not accepted automatically any more. */
export const LEFT_TO_STAFF_EVENT = "left_to_staff";

export interface NewOrderEvent {
  readonly orderId: string;
  readonly actor: OrderActor;
  readonly event: string;
  readonly fromStatus: OrderStatus | null;
  readonly toStatus: OrderStatus;
  /** The staff user; left out for guests and the system. */
  readonly actorUserId?: number | null;
  readonly actorName?: string;
  readonly data?: Record<string, unknown>;
}

export async function insertOrderEvent(tx: Db, event: NewOrderEvent): Promise<void> {
  await tx.execute(orderEventInsert(event));
}

export async function hasOrderEvent(db: Db, orderId: string, event: string): Promise<boolean> {
  return (await db.$count(orderEvents, and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, event)))) > 0;
}

/** The insert statement, for a combined statement. */
export function orderEventInsert(event: NewOrderEvent): SQL {
  return insertSet(orderEvents, [{ ...event, data: event.data ?? {} }]);
}

/** Records on each open add-on, for staff, that its order has ended. */
export async function notifyAddOns(
  tx: Db,
  first: { readonly id: string; readonly number: string | null },
  status: OrderStatus,
): Promise<void> {
  await tx.execute(
    sql`insert into ${orderEvents} (order_id, actor, event, from_status, to_status, data)
        select id, 'system', ${FIRST_ENDED_EVENT}, status, status, ${JSON.stringify({ text: `${first.number ?? "Its order"}: ${status}` })}::jsonb
        from ${orders} where goes_with = ${first.id} and status not in ('abandoned', 'rejected', 'cancelled', 'completed')`,
  );
}

/**
 * Cents that changes of an order's items refunded to the card between the previous add-on and the next one; an add-on begins with its
 * earliest event. Refunds for lower weights belong to no add-on, and failed refunds do not count.
 */
export async function refundedForSwap(tx: Db, firstId: string, addOnId: string): Promise<Cents> {
  const [row] = await tx.execute<{ cents: number }>(
    sql`with begun as (
        select o.id = ${addOnId} as is_this, min(e.id) as at from ${orders} o join ${orderEvents} e on e.order_id = o.id
          where o.goes_with = ${firstId} and (o.id = ${addOnId} or o.status not in ('abandoned', 'rejected', 'cancelled')) group by o.id)
      select coalesce(sum((e.data->>'refunded')::int), 0)::int as cents from ${orderEvents} e
        where e.order_id = ${firstId} and e.event = 'edit' and not e.data ? 'weighed'
          and not exists (select from ${refunds} r where r.id::text = e.data->>'refund_id' and r.status in ('failed', 'canceled'))
          and not exists (select from begun this join begun other on not other.is_this where this.is_this
            and (e.id < other.at and other.at < this.at or this.at < other.at and other.at < e.id))`,
    "objects",
  );
  return row?.cents ?? 0;
}

/** The events with one name since then. */
export async function listOrderEventsSince(db: Db, orderId: string, event: string, since: Date) {
  return db
    .select({ at: orderEvents.at, data: orderEvents.data })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, event), gte(orderEvents.at, since)));
}

export async function countOrderEvents(db: Db, orderId: string, event: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, event)));
  return row?.count ?? 0;
}
