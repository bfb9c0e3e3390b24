import { and, count, eq, gt, inArray, isNull, min, sql } from "drizzle-orm";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { countListeningScreens } from "#app/orders/data/counter/screens.server.ts";
import { countPaymentProblems } from "#app/orders/data/payment-problems.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { addMinutes } from "#app/values/time.ts";

/** Metrics of the shop for the operator, in seconds and counts. */
export interface ShopFacts {
  readonly jobs: readonly { readonly queue: string; readonly waiting: number; readonly oldestSeconds: number }[];
  readonly openOrders: readonly { readonly status: string; readonly n: number }[];
  readonly dayOrders: readonly { readonly status: string; readonly n: number }[];
  /** 0 = no order is waiting. */
  readonly oldestWaitingSeconds: number;
  readonly authorized: number;
  readonly toRelease: number;
  readonly paymentProblems: number;
  readonly oldestMailSeconds: number;
  readonly failedMails: number;
  readonly screens: number;
}

const OPEN = ["awaiting_payment", "received", "accepted", "preparing", "ready", "out_for_delivery"] as const;
const DAY_MINUTES = 24 * 60;
const MAIL_MINUTES = 3 * DAY_MINUTES;

/** One read-only transaction of small statements, each on an index and limited to two seconds. */
export function readShopFacts(db: Db, now: Date): Promise<ShopFacts> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set transaction read only`);
    await tx.execute(sql`set local statement_timeout = 2000`);
    const jobs = await tx.execute<{ queue: string; waiting: number; oldestSeconds: number }>(
      sql`select name as queue, count(*)::int as waiting,
            coalesce(extract(epoch from ${now} - min(start_after) filter (where start_after <= ${now})), 0)::float8 as "oldestSeconds"
          from pgboss.job where state < 'active' group by name`,
      "objects",
    );
    const day = addMinutes(now, -DAY_MINUTES);
    const openOrders = await tx
      .select({
        status: orders.status,
        n: count(),
        authorized: sql<number>`count(*) filter (where ${orders.paymentState} = 'authorized')::int`,
        oldest: min(orders.placedAt),
      })
      .from(orders)
      .where(inArray(orders.status, [...OPEN]))
      .groupBy(orders.status);
    const dayOrders = await tx
      .select({ status: orders.status, n: count() })
      .from(orders)
      .where(gt(orders.placedAt, day))
      .groupBy(orders.status);
    const [release] = await tx
      .select({ n: count() })
      .from(paymentIntents)
      .where(and(eq(paymentIntents.wanted, "void"), isNull(paymentIntents.closedAt)));
    const [mail] = await tx
      .select({
        oldest: sql<string | null>`min(${mailOutbox.createdAt}) filter (where ${mailOutbox.status} = 'queued')`,
        failed: sql<number>`count(*) filter (where ${mailOutbox.status} = 'failed' and ${gt(mailOutbox.createdAt, day)})::int`,
      })
      .from(mailOutbox)
      .where(gt(mailOutbox.createdAt, addMinutes(now, -MAIL_MINUTES)));
    return {
      jobs,
      openOrders: OPEN.map((status) => ({ status, n: openOrders.find((row) => row.status === status)?.n ?? 0 })),
      dayOrders,
      oldestWaitingSeconds: age(openOrders.find(({ status }) => status === "received")?.oldest ?? null, now),
      authorized: openOrders.reduce((sum, row) => sum + row.authorized, 0),
      toRelease: release?.n ?? 0,
      paymentProblems: await countPaymentProblems(tx),
      oldestMailSeconds: age(mail?.oldest ?? null, now),
      failedMails: mail?.failed ?? 0,
      screens: await countListeningScreens(tx, now),
    };
  });
}

function age(since: Date | string | null, now: Date): number {
  return since === null ? 0 : Math.max(0, (now.getTime() - new Date(since).getTime()) / 1000);
}
