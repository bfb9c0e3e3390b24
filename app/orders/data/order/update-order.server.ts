import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RequestedIntent, firstAnswer } from "#app/payments/data/payment-intents.server.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import { namedWrites } from "#app/platform/db/named-writes.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import type { OrderRow } from "./find-order.server.ts";
import type { NewOrder } from "./insert-order.server.ts";

export type OrderChanges = Partial<Omit<NewOrder, "id" | "version" | "createdAt" | "publicToken" | "checkoutKey">>;

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
    .with(...namedWrites(tx, more))
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
  | "courierId"
  | "actionTries"
  | "nextTryAt"
  | "gateway"
>;

/** Updates facts without changing the version, so that no staff screen becomes outdated. */
export async function patchOrder(db: Db, id: string, facts: OrderFacts): Promise<void> {
  if (Object.keys(facts).length > 0) await db.update(orders).set(facts).where(eq(orders.id, id));
}

/** Copies the mirrored payment to its order. */
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
 * Stores the provider's first response on payment and order in one statement. False, with nothing written, unless the order waits for this
 * payment and has no response yet. Locks the order first, like everywhere.
 */
export async function writeFirstAnswer(
  db: Db,
  { id, orderId }: Pick<RequestedIntent, "id" | "orderId">,
  reported: ReturnType<typeof firstAnswer>,
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
      .set(reported)
      .where(and(eq(paymentIntents.id, id), isUnanswered, sql`exists (select 1 from ${waiting})`))
      .returning({ orderId: paymentIntents.orderId }),
  );
  const noted = await db
    .with(waiting, kept)
    .update(orders)
    .set({ paymentIntentId: reported.providerId, paymentIntent })
    .from(kept)
    .where(eq(orders.id, kept.orderId))
    .returning({ id: orders.id });
  return noted.length > 0;
}

/** Whether and until when the order reserves stock; not a decision. */
export async function setHolds(tx: Db, id: string, holds: Pick<OrderRow, "isStockTaken" | "holdExpiresAt">): Promise<void> {
  await tx.update(orders).set(holds).where(eq(orders.id, id));
}
