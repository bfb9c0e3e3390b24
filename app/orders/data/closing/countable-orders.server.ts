import { SHOP_CURRENCY } from "#app/store/data/shop-currency.server.ts";
import { and, desc, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import { dayClosingOrders } from "./tables.ts";
import { readInTurn } from "#app/orders/data/slow-reads.server.ts";
import { orders, refunds } from "#app/orders/data/tables.ts";
import { allTaxLines } from "#app/orders/data/tax-lines.server.ts";
import { addCounted, type Counted, type CountableOrder } from "#app/orders/domain/closing/counted.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { rowsAsJson } from "#app/platform/db/rows-as-json.server.ts";
import { MAX_SCHEDULE_DAYS_AHEAD } from "#app/values/limits.ts";
import { addMinutes } from "#app/values/time.ts";

const DAY_MINUTES = 24 * 60;
const OPEN: readonly OrderStatus[] = ["received", "accepted", "preparing", "ready", "out_for_delivery"];

export interface UncountedOrder extends CountableOrder {
  readonly id: string;
  /** Counted by earlier days. */
  readonly before: Counted;
}

export interface UncountedSpan {
  readonly until: Date;
  /** End of the last closed day. */
  readonly lastEnd: Date;
}

/** Orders in memory at a time: months may have passed since the last closed day. */
export const UNCOUNTED_AT_ONCE = 1000;

/**
 * Orders whose amounts may differ from what the closed days count of them; the rule is `countOrder`. Test orders are never counted. Reads
 * orders with an event since the last closed day, and those placed for later before it. In pages, by the time they were placed.
 */
export async function* readUncountedOrders(db: Db, span: UncountedSpan): AsyncGenerator<readonly UncountedOrder[]> {
  let last: Place | null = null;
  for (;;) {
    const after: Place | null = last;
    const page: readonly (UncountedOrder & Place)[] = await readInTurn(() => listUncountedPage(db, span, after));
    if (page.length > 0) yield page;
    last = page.at(-1) ?? null;
    if (page.length < UNCOUNTED_AT_ONCE) return;
  }
}

/** The position of an order in the pages. */
interface Place {
  readonly id: string;
  /** As text, because a Date has no microseconds. */
  readonly placed: string;
}

async function listUncountedPage(
  db: Db,
  { until, lastEnd }: UncountedSpan,
  after: Place | null,
): Promise<readonly (UncountedOrder & Place)[]> {
  const seen = db
    .select({
      orderId: dayClosingOrders.orderId,
      isSale: dayClosingOrders.isSale,
      captured: dayClosingOrders.capturedCents,
      refunded: dayClosingOrders.refundedCents,
    })
    .from(dayClosingOrders)
    .where(eq(dayClosingOrders.orderId, orders.id))
    .orderBy(desc(dayClosingOrders.closingId))
    .limit(1)
    .as("seen");
  const isDone = and(eq(refunds.status, "succeeded"), lt(refunds.settledAt, until));
  const back = db
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)`.as("cents") })
    .from(refunds)
    .where(and(eq(refunds.orderId, orders.id), isDone))
    .as("back");
  const refunded = sql`least(${back.cents}, ${orders.capturedCents})`;
  const isKept = sql`(${orders.paidBy} is not null and ${orders.status} not in ('rejected', 'cancelled'))`;
  const isSale = sql`(${orders.capturedCents} > 0 or ${orders.status} = 'completed' or ${isKept})`;
  const since = addMinutes(lastEnd, -(MAX_SCHEDULE_DAYS_AHEAD + 2) * DAY_MINUTES);
  const rows = await db
    .select({
      id: orders.id,
      placed: sql<string>`${orders.placedAt}::text`,
      status: orders.status,
      subTotal: orders.subTotalCents,
      discount: orders.promotionDiscountCents,
      deliveryFee: orders.deliveryFeeCents,
      tip: orders.tipCents,
      tax: orders.taxCents,
      taxLines: allTaxLines,
      isTaxIncluded: orders.isTaxIncluded,
      taxTable: orders.taxTable,
      finalTotal: orders.finalTotalCents,
      captured: orders.capturedCents,
      paidBy: orders.paidBy,
      acceptedAt: orders.acceptedAt,
      completedAt: orders.completedAt,
      endedAt: orders.endedAt,
      refunds: rowsAsJson(refunds, sql`${refunds.orderId} = ${orders.id} and ${isDone}`, sql`${refunds.settledAt}`),
      before: rowsAsJson(dayClosingOrders, sql`${dayClosingOrders.orderId} = ${orders.id}`, sql`${dayClosingOrders.closingId}`),
    })
    .from(orders)
    .leftJoinLateral(seen, sql`true`)
    .innerJoinLateral(back, sql`true`)
    .where(
      and(
        eq(orders.isTest, false),
        sql`${orders.currency} = ${SHOP_CURRENCY}`,
        hasChangedSince(db, since),
        lt(orders.placedAt, until),
        after === null ? undefined : sql`(${orders.placedAt}, ${orders.id}) > (${after.placed}::timestamptz, ${after.id}::uuid)`,
        or(
          sql`${seen.orderId} is null and ${isSale}`,
          sql`(${seen.isSale}, ${seen.captured}, ${seen.refunded}) <> (${isSale}, ${orders.capturedCents}, ${refunded})`,
        ),
      ),
    )
    .orderBy(orders.placedAt, orders.id)
    .limit(UNCOUNTED_AT_ONCE);
  return rows.map(({ refunds: done, before, ...order }) => ({
    ...order,
    refunds: done.map(({ amountCents, settledAt, createdAt }) => ({ amount: amountCents, at: settledAt ?? createdAt })),
    before: addCounted(before.map(({ counted }) => counted)),
  }));
}

function hasChangedSince(db: Db, since: Date) {
  const refundedLately = db.select({ id: refunds.orderId }).from(refunds).where(gte(refunds.settledAt, since));
  return or(
    gte(orders.placedAt, since),
    gte(orders.acceptedAt, since),
    gte(orders.completedAt, since),
    gte(orders.endedAt, since),
    inArray(orders.id, refundedLately),
  );
}

/** Counts accepted orders that are neither handed over nor cancelled. */
export async function countOpenOrders(db: Db): Promise<number> {
  return db.$count(orders, and(inArray(orders.status, [...OPEN]), eq(orders.isTest, false)));
}
