import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { OrderActor, OrderStatus } from "#app/orders/domain/order.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { orderCounters, orderEvents, orderItems, orders, webhookInbox } from "./tables.ts";

export type { StoredPaymentIntent } from "./tables.ts";

/** An order as stored, on its way from the checkout to "received". */
export type OrderRow = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export type NewOrderItem = Omit<typeof orderItems.$inferInsert, "orderId" | "position">;
export type OrderItemRow = typeof orderItems.$inferSelect;
export type OrderChanges = Partial<Omit<NewOrder, "id" | "version" | "createdAt" | "publicToken" | "checkoutKey">>;

/** What the checkout wrote beside the order. */
export interface CheckoutFacts {
  /** Digest of the request body: the same key with another body is a mistake of the caller. */
  readonly requestHash: string;
  /** Digest of the stranger's address it came from; null for none. Absent with orders of earlier versions. */
  readonly from?: string | null;
}

const CHECKOUT_EVENT = "checkout";
/** Recorded each time the provider gave no usable answer while the payment was being made. */
export const PROVIDER_SILENT_EVENT = "provider_silent";

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  return order;
}

/** These orders in one query, by id; in any state. */
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

export async function findOrderByCheckoutKey(db: Db, checkoutKey: string): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.checkoutKey, checkoutKey));
  return order;
}

/** Checkouts that this cart has begun and not finished, oldest first. */
export async function listOpenOrdersOfCart(
  db: Db,
  cartId: string,
): Promise<readonly { readonly id: string; readonly checkoutKey: string; readonly isStockTaken: boolean }[]> {
  return db
    .select({ id: orders.id, checkoutKey: orders.checkoutKey, isStockTaken: orders.isStockTaken })
    .from(orders)
    .where(and(eq(orders.cartId, cartId), eq(orders.status, "awaiting_payment")))
    .orderBy(asc(orders.createdAt));
}

export async function listOrderItems(db: Db, orderId: string): Promise<readonly OrderItemRow[]> {
  return db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.position));
}

/** Writes the frozen order with its lines and the first entry of its story. */
export async function insertOrder(tx: Db, order: NewOrder, items: readonly NewOrderItem[], facts: CheckoutFacts): Promise<OrderRow> {
  const [row] = await tx.insert(orders).values(order).returning();
  if (row === undefined) throw new Error("the database took an order without answering it");
  await tx.insert(orderItems).values(items.map((item, position) => ({ ...item, position, orderId: row.id })));
  await insertOrderEvent(tx, {
    orderId: row.id,
    actor: "guest",
    event: CHECKOUT_EVENT,
    fromStatus: null,
    toStatus: "awaiting_payment",
    data: { ...facts },
  });
  return row;
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

/** Changes an order that the caller has locked, and counts its version up. */
export async function updateOrder(tx: Db, id: string, changes: OrderChanges): Promise<OrderRow> {
  const [row] = await tx
    .update(orders)
    .set({ ...changes, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))
    .returning();
  if (row === undefined) throw new Error("an order vanished while it was locked");
  return row;
}

/** What is nobody's decision: the money as the provider has it, when somebody last looked, when the customer came. */
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

/** Writes facts: the version stays, so that no screen of the staff is outdated by them. */
export async function noteOnOrder(db: Db, id: string, facts: OrderFacts): Promise<void> {
  if (Object.keys(facts).length > 0) await db.update(orders).set(facts).where(eq(orders.id, id));
}

/** The payment as the mirror has it, on the order that is paid by it. */
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

/** Whether the order holds stock, and until when; nobody's decision either. */
export async function setHolds(tx: Db, id: string, holds: Pick<OrderRow, "isStockTaken" | "holdExpiresAt">): Promise<void> {
  await tx.update(orders).set(holds).where(eq(orders.id, id));
}

export interface NewOrderEvent {
  readonly orderId: string;
  readonly actor: OrderActor;
  readonly event: string;
  readonly fromStatus: OrderStatus | null;
  readonly toStatus: OrderStatus;
  /** The member of staff; left out for guests and the system. */
  readonly actorUserId?: number | null;
  readonly actorName?: string;
  readonly data?: Record<string, unknown>;
}

export async function insertOrderEvent(tx: Db, event: NewOrderEvent): Promise<void> {
  await tx.insert(orderEvents).values({ ...event, data: event.data ?? {} });
}

export async function countOrderEvents(db: Db, orderId: string, event: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, event)));
  return row?.count ?? 0;
}

/** The next number of that business day, from 1. Holds the day's counter until the transaction ends, so take it last. */
export async function takeDailyNumber(tx: Db, businessDate: string): Promise<number> {
  const [row] = await tx
    .insert(orderCounters)
    .values({ businessDate, last: 1 })
    .onConflictDoUpdate({ target: orderCounters.businessDate, set: { last: sql`${orderCounters.last} + 1` } })
    .returning({ last: orderCounters.last });
  if (row === undefined) throw new Error("the day's counter gave no number");
  return row.last;
}

/** Stores a verified event of the provider once. False when it was stored before. */
export async function storeWebhook(
  db: Db,
  event: { readonly eventId: string; readonly type: string; readonly body: unknown; readonly processedAt: Date | null },
): Promise<boolean> {
  const stored = await db.insert(webhookInbox).values(event).onConflictDoNothing().returning({ eventId: webhookInbox.eventId });
  return stored.length > 0;
}

export async function isWebhookProcessed(db: Db, eventId: string): Promise<boolean> {
  const [row] = await db.select({ processedAt: webhookInbox.processedAt }).from(webhookInbox).where(eq(webhookInbox.eventId, eventId));
  return row !== undefined && row.processedAt !== null;
}

export async function markWebhookProcessed(db: Db, eventId: string, now: Date): Promise<void> {
  await db.update(webhookInbox).set({ processedAt: now }).where(eq(webhookInbox.eventId, eventId));
}
