import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { carts } from "#app/cart/data/tables.ts";
import { orders, webhookInbox } from "#app/orders/data/tables.ts";

/* Queries of the reconciler. Each list is bounded and sorted by waiting time, so that several runs work through a long one. */

export interface OpenCheckout {
  readonly id: string;
  readonly createdAt: Date;
  readonly holdExpiresAt: Date | null;
  /** The deadline of its payment link; null: a checkout of the shop. */
  readonly payBy: Date | null;
  /** A payment problem waits for staff. */
  readonly isStuck: boolean;
  /** The customer has changed the cart since the checkout. */
  readonly isSuperseded: boolean;
}

/** Checkouts started before `before` and not checked since `lookedBefore`; those with a payment problem once an hour. */
export async function listOpenCheckouts(db: Db, before: Date, lookedBefore: Date, limit: number): Promise<readonly OpenCheckout[]> {
  const hourBefore = new Date(lookedBefore.getTime() - 3_600_000);
  return db
    .select({
      id: orders.id,
      createdAt: orders.createdAt,
      holdExpiresAt: orders.holdExpiresAt,
      payBy: orders.payBy,
      isStuck: sql<boolean>`${orders.paymentProblem} is not null`,
      isSuperseded: sql<boolean>`coalesce(${carts.version} <> ${orders.cartVersion}, false)`,
    })
    .from(orders)
    .leftJoin(carts, eq(carts.id, orders.cartId))
    .where(
      and(
        eq(orders.status, "awaiting_payment"),
        lt(orders.createdAt, before),
        or(
          isNull(orders.reconciledAt),
          lt(
            orders.reconciledAt,
            sql`case when ${orders.paymentProblem} is null then ${lookedBefore.toISOString()}::timestamptz else ${hourBefore.toISOString()}::timestamptz end`,
          ),
        ),
      ),
    )
    .orderBy(sql`${orders.reconciledAt} nulls first`, asc(orders.createdAt))
    .limit(limit);
}

/** True when the cart changed after this checkout started; the attempt is then replaced. */
export async function isSuperseded(db: Db, orderId: string): Promise<boolean> {
  const [row] = await db
    .select({ isSuperseded: sql<boolean>`coalesce(${carts.version} <> ${orders.cartVersion}, false)` })
    .from(orders)
    .innerJoin(carts, eq(carts.id, orders.cartId))
    .where(and(eq(orders.id, orderId), eq(orders.status, "awaiting_payment")));
  return row?.isSuperseded ?? false;
}

/** Placed orders with a pending provider call that is due; least attempted first. */
export async function listPendingActions(db: Db, now: Date, limit: number): Promise<readonly { readonly id: string }[]> {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(isNotNull(orders.pendingAction), ne(orders.status, "awaiting_payment"), or(isNull(orders.nextTryAt), lte(orders.nextTryAt, now))),
    )
    .orderBy(asc(orders.actionTries), asc(orders.createdAt))
    .limit(limit);
}

/** Undecided orders whose authorization must have expired. */
export async function listExpiredHolds(db: Db, now: Date, limit: number) {
  const epoch = Math.floor(now.getTime() / 1000);
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.status, "received"),
        eq(orders.paymentState, "authorized"),
        isNull(orders.paymentProblem),
        sql`(${orders.paymentIntent} ->> 'captureBefore')::bigint < ${epoch}`,
      ),
    )
    .orderBy(asc(orders.placedAt))
    .limit(limit);
}

/** An order's payment columns. */
export type ShownPayment = Awaited<ReturnType<typeof listShownPayments>> extends ReadonlyMap<string, infer Shown> ? Shown : never;

/** Payment data of the given orders. */
export async function listShownPayments(db: Db, orderIds: readonly string[]) {
  const rows = await db
    .select({
      id: orders.id,
      status: orders.status,
      paymentIntentId: orders.paymentIntentId,
      paymentState: orders.paymentState,
      isDisputed: orders.isDisputed,
      isBusy: sql<boolean>`${orders.pendingAction} is not null`,
      hasProblem: sql<boolean>`${orders.paymentProblem} is not null`,
    })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Events that were stored but not processed. */
export async function listUnprocessedWebhooks(
  db: Db,
  receivedAfter: Date,
  receivedBefore: Date,
  limit: number,
): Promise<readonly unknown[]> {
  const rows = await db
    .select({ body: webhookInbox.body })
    .from(webhookInbox)
    .where(and(isNull(webhookInbox.processedAt), gt(webhookInbox.receivedAt, receivedAfter), lt(webhookInbox.receivedAt, receivedBefore)))
    .orderBy(asc(webhookInbox.receivedAt))
    .limit(limit);
  return rows.map((row) => row.body);
}

export async function deleteOldWebhooks(db: Db, receivedBefore: Date, limit: number): Promise<void> {
  const old = db.select({ id: webhookInbox.eventId }).from(webhookInbox).where(lt(webhookInbox.receivedAt, receivedBefore)).limit(limit);
  await db.delete(webhookInbox).where(inArray(webhookInbox.eventId, old));
}

/** Carts untouched for so long that their cookies have expired. */
export async function deleteOldCarts(db: Db, touchedBefore: Date, limit: number): Promise<void> {
  const old = db.select({ id: carts.id }).from(carts).where(lt(carts.updatedAt, touchedBefore)).limit(limit);
  await db.delete(carts).where(inArray(carts.id, old));
}
