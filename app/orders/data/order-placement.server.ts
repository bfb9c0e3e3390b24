import { and, asc, eq, getTableColumns, inArray, isNull, sql, type SQL } from "drizzle-orm";
import type { OrderActor, OrderStatus } from "#app/orders/domain/order.ts";
import { cartColumns, itemsOfCart, type CartItemRecord, type CartRecord } from "#app/cart/data/carts.server.ts";
import { carts } from "#app/cart/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { AskedIntent, firstAnswer } from "#app/payments/data/payment-intents.server.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import { insertSet } from "#app/platform/db/insert-set.server.ts";
import { preparedQuery } from "#app/platform/db/prepared-query.server.ts";
import { rowsAsJson } from "#app/platform/db/rows-as-json.server.ts";
import { pushSubscriptions } from "./counter/tables.ts";
import { orderCounters, orderEvents, orderItems, orders } from "./tables.ts";

export type { StoredPaymentIntent } from "./tables.ts";

/** A stored order between checkout and "received". */
export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type NewOrderItem = Omit<typeof orderItems.$inferInsert, "orderId" | "position">;
export type OrderItemRow = typeof orderItems.$inferSelect;
export type OrderChanges = Partial<Omit<NewOrder, "id" | "version" | "createdAt" | "publicToken" | "checkoutKey">>;

/** What the checkout wrote beside the order. */
export interface CheckoutFacts {
  /** Digest of the request body: the same key with another body is a caller's error. */
  readonly requestHash: string;
  /** Digest of the client address; null if local. Missing on orders of earlier versions. */
  readonly from?: string | null;
}

const CHECKOUT_EVENT = "checkout";
/** Recorded when the provider gave no usable response while the payment was created. */
export const PROVIDER_SILENT_EVENT = "provider_silent";

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [order] = await orderById(db, { id });
  return order;
}

const orderById = preparedQuery("order_by_id", (db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder("id"))),
);

/** These orders by id, in any state. */
export async function listOrdersById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, OrderRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The order, locked until the transaction ends. */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  return order;
}

/** The cart and its order, both locked in one statement: the cart first, as everywhere. */
export async function lockCartAndOrder(
  tx: Db,
  cartId: string,
  orderId: string,
): Promise<{ readonly cart: CartRecord; readonly order: OrderRow } | undefined> {
  const [row] = await lockedPair(tx, { cartId, orderId });
  return row;
}

const lockedPair = preparedQuery("locked_pair", (db) =>
  db
    .select({ cart: cartColumns, order: getTableColumns(orders) })
    .from(carts)
    .innerJoin(orders, eq(orders.cartId, carts.id))
    .where(and(eq(carts.id, sql.placeholder("cartId")), eq(orders.id, sql.placeholder("orderId"))))
    .for("update", { of: [carts, orders] }),
);

export async function listOrderItems(db: Db, orderId: string): Promise<readonly OrderItemRow[]> {
  return db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.position));
}

/** What receiving an order needs, and who may be notified. */
export interface ToReceive {
  readonly items: readonly OrderItemRow[];
  /** The cart's current items; empty without a cart. */
  readonly inCart: readonly CartItemRecord[];
  /** False: no device is told of orders. */
  readonly hasDevices: boolean;
}

/** A separate statement after cart and order are locked, so that it sees all earlier writes. */
export async function findToReceive(tx: Db, orderId: string, cartId: string | null): Promise<ToReceive> {
  const [row] = await toReceive(tx, { orderId, cartId });
  return row ?? { items: [], inCart: [], hasDevices: true };
}

const toReceive = preparedQuery("to_receive", (db) =>
  db
    .select({
      items: rowsAsJson(orderItems, sql`order_items.order_id = asked.id`, sql`order_items.position`),
      inCart: itemsOfCart(sql`asked.cart_id`),
      hasDevices: sql<boolean>`exists (select 1 from ${pushSubscriptions} where session_id is not null)`,
    })
    .from(sql`(select ${sql.placeholder("orderId")}::uuid as id, ${sql.placeholder("cartId")}::uuid as cart_id) asked`),
);

/** Inserts the order with lines, first history entry and related rows (`more`: named inserts) in one statement. */
export async function insertOrder(
  tx: Db,
  order: NewOrder,
  items: readonly NewOrderItem[],
  facts: CheckoutFacts,
  more: Readonly<Record<string, SQL>>,
): Promise<OrderRow> {
  const lines = items.map((item, position) => ({ ...item, position, orderId: order.id }));
  const event = {
    orderId: order.id,
    actor: "guest" as const,
    event: CHECKOUT_EVENT,
    toStatus: "awaiting_payment" as const,
    data: { ...facts },
  };
  const writes: Readonly<Record<string, SQL>> = { lines: insertSet(orderItems, lines), story: insertSet(orderEvents, [event]), ...more };
  const placed = tx.$with("placed").as(tx.insert(orders).values(order).returning());
  const [row] = await tx
    .with(placed, ...besides(tx, writes))
    .select()
    .from(placed);
  if (row === undefined) throw new Error("the database took an order without answering it");
  return row;
}

function besides(tx: Db, writes: Readonly<Record<string, SQL>>) {
  return Object.entries(writes).map(([name, write]) => tx.$with(name, {}).as(write));
}

export async function findCheckoutFacts(db: Db, orderId: string): Promise<CheckoutFacts | undefined> {
  const [row] = await db
    .select({ data: orderEvents.data })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, CHECKOUT_EVENT)))
    .orderBy(asc(orderEvents.id))
    .limit(1);
  return row?.data as CheckoutFacts | undefined;
}

/**
 * Updates a locked order and increments its version. `more`: named writes in the same statement. `onlyIf` may require that they wrote something;
 * otherwise nothing changes and `otherwise` is thrown.
 */
export async function updateOrder(
  tx: Db,
  id: string,
  changes: OrderChanges,
  more: Readonly<Record<string, SQL>> = {},
  onlyIf?: { readonly holds: SQL; readonly otherwise: string },
): Promise<OrderRow> {
  const [row] = await tx
    .with(...besides(tx, more))
    .update(orders)
    .set({ ...changes, version: sql`${orders.version} + 1` })
    .where(and(eq(orders.id, id), onlyIf?.holds))
    .returning();
  if (row === undefined) throw new Error(onlyIf?.otherwise ?? "an order vanished while it was locked");
  return row;
}

/** Not decisions: provider amounts, last refresh, customer arrival. */
export type OrderFacts = Pick<
  OrderChanges,
  | "paymentIntent"
  | "paymentIntentId"
  | "paymentState"
  | "capturedCents"
  | "refundedCents"
  | "isDisputed"
  | "reconciledAt"
  | "arrivedAt"
  | "actionTries"
  | "nextTryAt"
>;

/** Updates facts without changing the version, so that no staff screen becomes outdated. */
export async function patchOrder(db: Db, id: string, facts: OrderFacts): Promise<void> {
  if (Object.keys(facts).length > 0) await db.update(orders).set(facts).where(eq(orders.id, id));
}

/** Copies the mirrored payment to the order it pays. */
export async function showPayment(
  tx: Db,
  orderId: string,
  paymentIntentId: string,
  paymentIntent: OrderRow["paymentIntent"],
): Promise<void> {
  await tx
    .update(orders)
    .set({ paymentIntent })
    .where(and(eq(orders.id, orderId), eq(orders.paymentIntentId, paymentIntentId)));
}

/**
 * Stores the provider's first response on payment and order in one statement. False, with nothing written, unless the order waits for this payment
 * and none is stored. Locks the order first, as everywhere.
 */
export async function writeFirstAnswer(
  db: Db,
  { id, orderId }: Pick<AskedIntent, "id" | "orderId">,
  said: ReturnType<typeof firstAnswer>,
  paymentIntent: OrderRow["paymentIntent"],
): Promise<boolean> {
  const waiting = db.$with("waiting").as(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, orderId), eq(orders.status, "awaiting_payment")))
      .for("update"),
  );
  const isUnanswered = and(eq(paymentIntents.wanted, "pay"), isNull(paymentIntents.providerId), isNull(paymentIntents.status));
  const kept = db.$with("kept").as(
    db
      .update(paymentIntents)
      .set(said)
      .where(and(eq(paymentIntents.id, id), isUnanswered, sql`exists (select 1 from ${waiting})`))
      .returning({ orderId: paymentIntents.orderId }),
  );
  const noted = await db
    .with(waiting, kept)
    .update(orders)
    .set({ paymentIntentId: said.providerId, paymentIntent })
    .from(kept)
    .where(eq(orders.id, kept.orderId))
    .returning({ id: orders.id });
  return noted.length > 0;
}

/** Whether and until when the order holds stock; not a decision. */
export async function setHolds(tx: Db, id: string, holds: Pick<OrderRow, "isStockTaken" | "holdExpiresAt">): Promise<void> {
  await tx.update(orders).set(holds).where(eq(orders.id, id));
}

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

/** The statement, to be written together with others. */
export function orderEventInsert(event: NewOrderEvent): SQL {
  return insertSet(orderEvents, [{ ...event, data: event.data ?? {} }]);
}

export async function countOrderEvents(db: Db, orderId: string, event: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, event)));
  return row?.count ?? 0;
}

/** The business day's next number, from 1. Locks the day's counter until the end of the transaction, so take it last. */
export async function takeDailyNumber(tx: Db, businessDate: string): Promise<number> {
  const [row] = await dailyNumber(tx, { businessDate });
  if (row === undefined) throw new Error("the day's counter gave no number");
  return row.last;
}

const dailyNumber = preparedQuery("daily_number", (db) =>
  db
    .insert(orderCounters)
    .values({ businessDate: sql.placeholder("businessDate"), last: 1 })
    .onConflictDoUpdate({ target: orderCounters.businessDate, set: { last: sql`${orderCounters.last} + 1` } })
    .returning({ last: orderCounters.last }),
);
