import { and, desc, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import { dayClosingOrders } from "./tables.ts";
import { orders, refunds } from "#app/orders/data/tables.ts";
import { addCounted, type Counted, type CountableOrder, type CountedSpan } from "#app/orders/domain/closing/counted.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { rowsAsJson } from "#app/platform/db/rows-as-json.server.ts";
import { MAX_SCHEDULE_DAYS_AHEAD } from "#app/values/limits.ts";
import { addMinutes, laterOf } from "#app/values/time.ts";

/** Providers refund no payment that is older. */
const DAYS_BACK = 400;
const DAY_MINUTES = 24 * 60;
const OPEN: readonly OrderStatus[] = ["received", "accepted", "preparing", "ready", "out_for_delivery"];

export interface UncountedOrder extends CountableOrder {
  readonly id: string;
  /** By earlier days. */
  readonly before: Counted;
}

/** Orders that may differ from what the closed days count of them: the rule itself is `countOrder`. Test orders count nowhere. */
export async function listUncountedOrders(db: Db, { from, until }: CountedSpan): Promise<readonly UncountedOrder[]> {
  const seen = db
    .selectDistinctOn([dayClosingOrders.orderId], {
      orderId: dayClosingOrders.orderId,
      isSale: dayClosingOrders.isSale,
      captured: dayClosingOrders.capturedCents,
      refunded: dayClosingOrders.refundedCents,
    })
    .from(dayClosingOrders)
    .orderBy(dayClosingOrders.orderId, desc(dayClosingOrders.closingId))
    .as("seen");
  const isDone = and(eq(refunds.status, "succeeded"), lt(refunds.settledAt, until));
  const back = db
    .select({ orderId: refunds.orderId, cents: sql<number>`sum(${refunds.amountCents})`.as("cents") })
    .from(refunds)
    .where(isDone)
    .groupBy(refunds.orderId)
    .as("back");
  const refunded = sql`least(coalesce(${back.cents}, 0), ${orders.capturedCents})`;
  const isSale = sql`(${orders.capturedCents} > 0 or ${orders.status} = 'completed')`;
  const since = laterOf(addMinutes(from, -(MAX_SCHEDULE_DAYS_AHEAD + 2) * DAY_MINUTES), addMinutes(until, -DAYS_BACK * DAY_MINUTES));
  const rows = await db
    .select({
      id: orders.id,
      status: orders.status,
      subTotal: orders.subTotalCents,
      discount: orders.promotionDiscountCents,
      deliveryFee: orders.deliveryFeeCents,
      tip: orders.tipCents,
      tax: orders.taxCents,
      taxLines: orders.taxLines,
      isTaxIncluded: orders.isTaxIncluded,
      finalTotal: orders.finalTotalCents,
      captured: orders.capturedCents,
      acceptedAt: orders.acceptedAt,
      completedAt: orders.completedAt,
      endedAt: orders.endedAt,
      refunds: rowsAsJson(refunds, sql`${refunds.orderId} = ${orders.id} and ${isDone}`, sql`${refunds.settledAt}`),
      before: rowsAsJson(dayClosingOrders, sql`${dayClosingOrders.orderId} = ${orders.id}`, sql`${dayClosingOrders.closingId}`),
    })
    .from(orders)
    .leftJoin(seen, eq(seen.orderId, orders.id))
    .leftJoin(back, eq(back.orderId, orders.id))
    .where(
      and(
        eq(orders.isTest, false),
        gte(orders.placedAt, since),
        lt(orders.placedAt, until),
        or(
          sql`${seen.orderId} is null and ${isSale}`,
          sql`(${seen.isSale}, ${seen.captured}, ${seen.refunded}) <> (${isSale}, ${orders.capturedCents}, ${refunded})`,
        ),
      ),
    )
    .orderBy(orders.placedAt, orders.id);
  return rows.map(({ refunds: done, before, ...order }) => ({
    ...order,
    refunds: done.map(({ amountCents, settledAt, createdAt }) => ({ amount: amountCents, at: settledAt ?? createdAt })),
    before: addCounted(before.map(({ counted }) => counted)),
  }));
}

/** Orders taken on and not handed over or called off yet. */
export async function countOpenOrders(db: Db): Promise<number> {
  return db.$count(orders, and(inArray(orders.status, [...OPEN]), eq(orders.isTest, false)));
}
