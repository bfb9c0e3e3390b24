import { and, count, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import type { Cents } from "#app/values/money.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { countPaymentProblems } from "./payment-problems.server.ts";
import { orderItems, orders } from "./tables.ts";
import { isShownProduct } from "#app/catalogue/data/product-search.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import type { AttentionFigures, DayFigures, HourCount } from "#app/orders/domain/figures.ts";

/** Orders that count as sales: taken on and not called off. */
const SOLD: OrderStatus[] = ["received", "accepted", "preparing", "ready", "out_for_delivery", "completed"];

/** Instants, end excluded. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** Figures of one period by the time the orders were placed. */
export async function readFigures(db: Db, { from, to }: Period): Promise<DayFigures> {
  const sold = sql`${orders.status} in ${SOLD}`;
  const [row] = await db
    .select({
      orders: sql<number>`count(*) filter (where ${sold})::int`,
      revenue: sql<number>`coalesce(sum(${orders.totalCents} - ${orders.promotionDiscountCents} - ${orders.refundedCents}) filter (where ${sold}), 0)::bigint`,
      pickup: sql<number>`count(*) filter (where ${sold} and ${orders.fulfillment} = 'pickup')::int`,
      delivery: sql<number>`count(*) filter (where ${sold} and ${orders.fulfillment} = 'delivery')::int`,
      rejected: sql<number>`count(*) filter (where ${orders.status} in ('rejected', 'cancelled'))::int`,
      tips: sql<number>`coalesce(sum(${orders.tipCents}) filter (where ${sold}), 0)::bigint`,
      discounts: sql<number>`coalesce(sum(${orders.promotionDiscountCents}) filter (where ${sold}), 0)::bigint`,
    })
    .from(orders)
    .where(and(gte(orders.placedAt, from), lt(orders.placedAt, to)));
  if (row === undefined) throw new Error("an aggregate answered no row");
  return { ...row, average: row.orders === 0 ? 0 : Math.round(row.revenue / row.orders) };
}

/** Orders per local hour of day (0–23) in `zone`. */
export async function countByHour(db: Db, { from, to }: Period, zone: string): Promise<readonly HourCount[]> {
  const hour = sql<number>`extract(hour from ${orders.placedAt} at time zone ${zone})::int`;
  return db
    .select({ hour, orders: count() })
    .from(orders)
    .where(and(gte(orders.placedAt, from), lt(orders.placedAt, to), inArray(orders.status, SOLD)))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

export async function listTopItems(
  db: Db,
  { from, to }: Period,
  limit: number,
): Promise<readonly { readonly productId: number; readonly name: string; readonly quantity: number; readonly revenue: Cents }[]> {
  const quantity = sql<number>`sum(${orderItems.quantity})::int`;
  return db
    .select({
      productId: orderItems.productId,
      name: sql<string>`max(${orderItems.name})`,
      quantity,
      revenue: sql<number>`sum(${orderItems.lineTotalCents} - ${orderItems.discountCents})::bigint`,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(gte(orders.placedAt, from), lt(orders.placedAt, to), inArray(orders.status, SOLD)))
    .groupBy(orderItems.productId)
    .orderBy(desc(quantity), orderItems.productId)
    .limit(limit);
}

/** What needs somebody now. */
export async function readAttention(db: Db, now: Date): Promise<AttentionFigures> {
  const [[open], [soldOut], [mails], paymentProblems] = await Promise.all([
    db
      .select({
        waiting: sql<number>`count(*) filter (where ${orders.status} = 'received')::int`,
        late: sql<number>`count(*) filter (where ${orders.status} in ('accepted', 'preparing') and ${orders.promisedAt} < ${now.toISOString()}::timestamptz)::int`,
      })
      .from(orders)
      .where(inArray(orders.status, ["received", "accepted", "preparing", "ready", "out_for_delivery"])),
    db
      .select({ n: count() })
      .from(products)
      .where(and(eq(products.isSoldOut, true), isShownProduct)),
    db.select({ n: count() }).from(mailOutbox).where(eq(mailOutbox.status, "failed")),
    countPaymentProblems(db),
  ]);
  return {
    waiting: open?.waiting ?? 0,
    late: open?.late ?? 0,
    paymentProblems,
    soldOut: soldOut?.n ?? 0,
    failedMails: mails?.n ?? 0,
  };
}
