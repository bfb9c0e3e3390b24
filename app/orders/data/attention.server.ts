import { count, eq, inArray, or, sql } from "drizzle-orm";
import { IS_LOW, listSoldOutByOptions } from "#app/catalogue/data/product-lists/stock-states.server.ts";
import { isShownProduct } from "#app/catalogue/data/product-lists/product-search.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { countWaitingReviews } from "#app/content/data/review-records.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import type { AttentionFigures } from "#app/orders/domain/figures/figures.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { isLate } from "./figures/order-measures.server.ts";
import { countPaymentProblems } from "./payment-problems.server.ts";
import { orders } from "./tables.ts";

/** Open tasks of staff. */
export async function readAttention(db: Db, now: Date): Promise<AttentionFigures> {
  const soldOutByOptions = await listSoldOutByOptions(db);
  const [[open], [stock], [mails], paymentProblems, reviews] = await Promise.all([
    db
      .select({
        waiting: sql<number>`count(*) filter (where ${orders.status} = 'received')::int`,
        late: sql<number>`count(*) filter (where ${isLate(now)})::int`,
      })
      .from(orders)
      .where(inArray(orders.status, ["received", "accepted", "preparing"])),
    db
      .select({
        soldOut: sql<number>`count(*) filter (where ${or(eq(products.isSoldOut, true), eq(products.stock, 0), inArray(products.id, [...soldOutByOptions]))})::int`,
        low: sql<number>`count(*) filter (where ${IS_LOW})::int`,
      })
      .from(products)
      .where(isShownProduct),
    db.select({ n: count() }).from(mailOutbox).where(eq(mailOutbox.status, "failed")),
    countPaymentProblems(db),
    countWaitingReviews(db),
  ]);
  return {
    waiting: open?.waiting ?? 0,
    late: open?.late ?? 0,
    paymentProblems,
    soldOut: stock?.soldOut ?? 0,
    lowStock: stock?.low ?? 0,
    failedMails: mails?.n ?? 0,
    reviews,
  };
}
