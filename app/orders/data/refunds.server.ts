import { and, eq, ne } from "drizzle-orm";
import type { Cents } from "#app/values/money.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { orderItems, refunds } from "./tables.ts";
import type { OrderItem } from "#app/orders/domain/order.ts";

export interface NewRefund {
  readonly id: string;
  readonly orderId: string;
  readonly amountCents: Cents;
  readonly itemIds: readonly string[];
  readonly reason: string;
  readonly userId: number | null;
  readonly userName: string;
}

/** Written before the provider is asked; its id is the base of the provider's idempotency key. */
export async function insertRefund(tx: Db, refund: NewRefund): Promise<void> {
  await tx.insert(refunds).values({ ...refund, itemIds: [...refund.itemIds], status: "pending" });
}

export async function settleRefund(
  tx: Db,
  id: string,
  status: "succeeded" | "failed",
  providerRefundId: string | null,
  now: Date,
): Promise<void> {
  await tx.update(refunds).set({ status, providerRefundId, settledAt: now }).where(eq(refunds.id, id));
}

/** Items that were paid back as items, or are being paid back. */
export async function listRefundedItemIds(db: Db, orderId: string): Promise<readonly string[]> {
  const rows = await db
    .select({ itemIds: refunds.itemIds })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "failed")));
  return rows.flatMap((row) => row.itemIds);
}

/** Replaces the lines of an order by what is left of them after staff took some out (ids are kept). */
export async function replaceOrderItems(tx: Db, orderId: string, kept: readonly OrderItem[]): Promise<void> {
  const rows = await tx.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.orderId, orderId));
  for (const { id } of rows) {
    const item = kept.find((each) => each.id === id);
    if (item === undefined) await tx.delete(orderItems).where(eq(orderItems.id, id));
    else {
      await tx
        .update(orderItems)
        .set({ quantity: item.quantity, lineTotalCents: item.lineTotal, discountCents: item.discount, taxCents: item.tax })
        .where(eq(orderItems.id, id));
    }
  }
}
