import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import { POLL_ORDERS_ROWS } from "#app/values/limits.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { preparedQuery } from "#app/platform/db/prepared-query.server.ts";
import { rowsAsJson } from "#app/platform/db/rows-as-json.server.ts";
import type { OrderItemRow, OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { carts } from "#app/cart/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { paymentProblems } from "#app/payments/data/tables.ts";
import { orderEvents, orderItems, orders, refunds } from "./tables.ts";
import { addMinutes } from "#app/values/time.ts";

/** Never shown to staff, because unpaid. */
export const UNPLACED: readonly OrderStatus[] = ["awaiting_payment", "abandoned"];

export type OrderEventRow = typeof orderEvents.$inferSelect;
type RefundRow = typeof refunds.$inferSelect;

export interface OrderDetail {
  readonly order: OrderRow;
  readonly items: readonly OrderItemRow[];
  readonly events: readonly OrderEventRow[];
  readonly refunds: readonly RefundRow[];
}

/* The condition of `orders_placed_idx`. Every listed order was placed, but only this exact expression lets the planner use the index. */
export const NEWEST_FIRST = [sql`${orders.placedAt} desc nulls last`, asc(orders.id)];
export const OLDEST_FIRST = [sql`${orders.placedAt} asc nulls first`, desc(orders.id)];

/** The lines of several orders, by order id. */
export async function listItemsOfOrders(db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly OrderItemRow[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(asc(orderItems.position));
  return Map.groupBy(rows, (row) => row.orderId);
}

/** An order for staff; undefined if unknown, or unpaid with neither a payment link nor a payment problem. */
export async function findOrderDetail(db: Db, id: string): Promise<OrderDetail | undefined> {
  return findDetail(
    db,
    and(
      eq(orders.id, id),
      or(
        notInArray(orders.status, [...UNPLACED]),
        isNotNull(orders.payBy),
        exists(db.select({ id: paymentProblems.id }).from(paymentProblems).where(eq(paymentProblems.orderId, orders.id))),
      ),
    ),
  );
}

/** An order with all its parts in one statement, so that they are consistent. */
const DETAIL = {
  order: getTableColumns(orders),
  items: rowsAsJson(orderItems, sql`order_items.order_id = orders.id`, sql`order_items.position`),
  events: rowsAsJson(orderEvents, sql`order_events.order_id = orders.id`, sql`order_events.id`),
  refunds: rowsAsJson(refunds, sql`refunds.order_id = orders.id`, sql`refunds.created_at`),
};

/** An order found by its customer's link. */
export interface OrderByToken extends OrderDetail {
  /** Unpaid and the cart changed since: the attempt is replaced. */
  readonly isSuperseded: boolean;
}

/** By the customer's token, in any state. */
export async function findOrderDetailByToken(db: Db, token: string): Promise<OrderByToken | undefined> {
  const [row] = await detailByToken(db, { token });
  return row;
}

const detailByToken = preparedQuery("detail_by_token", (db) => {
  const hasOtherCart = sql<boolean>`coalesce(${carts.version} <> ${orders.cartVersion} and ${orders.status} = 'awaiting_payment', false)`;
  return db
    .select({ ...DETAIL, isSuperseded: hasOtherCart })
    .from(orders)
    .leftJoin(carts, eq(carts.id, orders.cartId))
    .where(eq(orders.publicToken, sql.placeholder("token")));
});

async function findDetail(db: Db, where: SQL | undefined): Promise<OrderDetail | undefined> {
  const [row] = await db.select(DETAIL).from(orders).where(where);
  return row;
}

/** The latest placed orders, newest first: the first id changes exactly when another order arrives. */
export async function listLatestOrders(db: Db): Promise<readonly OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(notInArray(orders.status, [...UNPLACED]))
    .orderBy(...NEWEST_FIRST)
    .limit(POLL_ORDERS_ROWS);
}

/** The newest history entry: who acted last, and when. */
export async function findLastEvent(db: Db, orderId: string): Promise<OrderEventRow | undefined> {
  const [row] = await db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(desc(orderEvents.id)).limit(1);
  return row;
}

/** The bell's count: undecided orders, and payment problems of other orders or without an order. */
export async function countForBell(db: Db): Promise<number> {
  const [waiting, [problems]] = await Promise.all([
    countNewOrders(db),
    db
      .select({ n: count() })
      .from(paymentProblems)
      .leftJoin(orders, eq(orders.id, paymentProblems.orderId))
      .where(and(isNull(paymentProblems.settledAt), sql`${orders.status} is distinct from 'received'`)),
  ]);
  return waiting + (problems?.n ?? 0);
}

/** Increases with every step of any order, so equal values mean no change. */
export async function lastOrderEvent(db: Db): Promise<number> {
  const [row] = await db.select({ id: orderEvents.id }).from(orderEvents).orderBy(desc(orderEvents.id)).limit(1);
  return row?.id ?? 0;
}

/** Maximum days between placing an order and its time. */
const LONGEST_AHEAD_DAYS = 31;
const CANCELLED_SHOWN_HOURS = 12;
const MOST_CANCELLED = 20;

/** Orders cancelled by customers in the last hours, newest first, for a notice on every list. */
export async function listCancelledByGuests(db: Db, now: Date): Promise<readonly { id: string; number: string; at: Date }[]> {
  const rows = await db
    .select({ id: orders.id, number: orders.number, at: orders.endedAt })
    .from(orders)
    .where(
      and(
        eq(orders.status, "cancelled"),
        gte(orders.placedAt, addMinutes(now, -LONGEST_AHEAD_DAYS * 24 * 60)),
        gte(orders.endedAt, addMinutes(now, -CANCELLED_SHOWN_HOURS * 60)),
        sql`exists (select 1 from ${orderEvents} where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.actor} = 'guest' and ${orderEvents.toStatus} = 'cancelled')`,
      ),
    )
    .orderBy(desc(orders.endedAt))
    .limit(MOST_CANCELLED);
  return rows.flatMap(({ id, number, at }) => (at === null ? [] : [{ id, number: number ?? "", at }]));
}

async function countNewOrders(db: Db): Promise<number> {
  const [row] = await db.select({ n: count() }).from(orders).where(eq(orders.status, "received"));
  return row?.n ?? 0;
}

/** Orders per status for tabs and badges; completed ones of the last day only. */
export async function countOpenOrders(db: Db): Promise<Readonly<Partial<Record<OrderStatus, number>>>> {
  const open: OrderStatus[] = ["received", "accepted", "preparing", "ready", "out_for_delivery"];
  const rows = await db
    .select({ status: orders.status, n: count() })
    .from(orders)
    .where(inArray(orders.status, open))
    .groupBy(orders.status);
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}

/** The previous and next placed orders. */
export async function findNeighbours(
  db: Db,
  order: Pick<OrderRow, "placedAt">,
): Promise<{ readonly previousId: string | null; readonly nextId: string | null }> {
  if (order.placedAt === null) return { previousId: null, nextId: null };
  const placed = notInArray(orders.status, [...UNPLACED]);
  const [[previous], [next]] = await Promise.all([
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(placed, lt(orders.placedAt, order.placedAt)))
      .orderBy(...NEWEST_FIRST)
      .limit(1),
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(placed, gt(orders.placedAt, order.placedAt)))
      .orderBy(...OLDEST_FIRST)
      .limit(1),
  ]);
  return { previousId: previous?.id ?? null, nextId: next?.id ?? null };
}

/** Delivery of the order's last customer email; undefined if none. */
export async function findLastCustomerLetter(db: Db, orderId: string) {
  const rows = await db
    .select({ status: mailOutbox.status, transport: mailOutbox.transport, attempts: mailOutbox.attempts })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.orderId, orderId), sql`right(${mailOutbox.kind}, 6) <> '_staff'`))
    .orderBy(desc(mailOutbox.createdAt))
    .limit(1);
  return rows[0];
}

/** Mails of one order, for its timeline. */
export async function listOrderMails(db: Db, orderId: string) {
  return db
    .select({
      id: mailOutbox.id,
      kind: mailOutbox.kind,
      recipient: mailOutbox.recipient,
      status: mailOutbox.status,
      transport: mailOutbox.transport,
      createdAt: mailOutbox.createdAt,
      sentAt: mailOutbox.sentAt,
      lastError: mailOutbox.lastError,
    })
    .from(mailOutbox)
    .where(eq(mailOutbox.orderId, orderId))
    .orderBy(asc(mailOutbox.createdAt));
}
