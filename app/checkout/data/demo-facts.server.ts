import { sql, type SQL } from "drizzle-orm";
import { carts } from "#app/cart/data/tables.ts";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { categories, customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import { BUSY_STATES } from "#app/catalogue/domain/import/import-run.ts";
import type { ContentCounts, DemoFacts } from "#app/checkout/domain/demo-removal.ts";
import { isInLook } from "#app/content/data/pictures/picture-use.server.ts";
import { menus, pages, reviews } from "#app/content/data/tables.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { media } from "#app/media/data/tables.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { isOfDemoDay } from "#app/orders/data/demo-day.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { couponCodes, couponSets, promotions } from "#app/promotions/data/tables.ts";
import { findDemoFilling, findDemoRemoval } from "#app/staff/data/history.server.ts";

/** Locks all content against changes until the transaction ends; pages can still read it. The order is that of a checkout's locks. */
export async function lockContent(tx: Db): Promise<void> {
  const tables = [
    carts,
    promotions,
    couponSets,
    couponCodes,
    products,
    orders,
    paymentIntents,
    customers,
    reviews,
    categories,
    customizationTemplates,
    importRuns,
    pages,
    menus,
    media,
  ];
  await tx.execute(sql`lock table ${sql.join(tables, sql`, `)} in exclusive mode`);
}

/** The facts that decide whether the demo can be removed. */
export async function readDemoFacts(db: Db): Promise<DemoFacts> {
  const since = await findDemoFilling(db);
  const removal = await findDemoRemoval(db);
  const content = await countContent(db, null);
  const added = since === null ? content : await countContent(db, since);
  return { isDemo: since !== null && removal === null, content, added, ...(await countObstacles(db)) };
}

/** All content, or content added after `since`. Categories have no creation time, and a menu is saved as a whole. */
async function countContent(db: Db, since: Date | null): Promise<ContentCounts> {
  const count = (table: SQL, madeAt: SQL | null, where = sql`true`) => {
    const isNewer = madeAt === null ? sql`false` : sql`${madeAt} > ${since}`;
    const isCounted = since === null ? sql`true` : isNewer;
    return sql`(select count(*)::int from ${table} where ${where} and ${isCounted})`;
  };
  const [row] = await db.execute<{ [Kind in keyof ContentCounts]: number }>(
    sql`select
      ${count(sql`${products}`, sql`${products.createdAt}`)} as products,
      ${count(sql`${categories}`, null)} as categories,
      ${count(sql`${customizationTemplates}`, sql`${customizationTemplates.createdAt}`)} as templates,
      ${count(sql`${promotions}`, sql`${promotions.createdAt}`)} as promotions,
      ${count(sql`${couponSets}`, sql`${couponSets.createdAt}`)} as "couponSets",
      ${count(sql`${pages}`, sql`${pages.createdAt}`, sql`${pages.slug} <> ${HOME_SLUG}`)} as pages,
      ${count(sql`${menus}`, null)} as menus,
      ${count(sql`${media}`, sql`${media.createdAt}`, sql`not ${isInLook}`)} as pictures,
      ${count(sql`${reviews}`, sql`${reviews.createdAt}`)} as reviews,
      ${count(sql`${orders}`, sql`not ${isOfDemoDay} and ${orders.createdAt}`)} as orders,
      ${count(sql`${customers}`, sql`${customers.createdAt}`)} as customers`,
    "objects",
  );
  if (row === undefined) throw new Error("the content was not counted");
  return row;
}

/** Uses the rule of `hasRealMoney` for orders; the mirror also has payments without an order. */
async function countObstacles(db: Db): Promise<Omit<DemoFacts, "isDemo" | "content" | "added">> {
  const busy = sql.join(
    BUSY_STATES.map((state) => sql`${state}`),
    sql`, `,
  );
  const [row] = await db.execute<{ openOrders: number; realPayments: number; endingPayments: number; runningImports: number }>(
    sql`select
      (select count(*)::int from ${orders} where (${orders.status} not in ('completed', 'rejected', 'cancelled', 'abandoned') and not ${isOfDemoDay})
        or ${orders.pendingAction} is not null) as "openOrders",
      (select count(*)::int from (
        select ${orders.id} from ${orders} where ${orders.gateway} = 'stripe' and ${orders.capturedCents} > 0
          and ${orders.paymentIntent} ->> 'livemode' is distinct from 'false'
        union
        select ${paymentIntents.orderId} from ${paymentIntents} where ${paymentIntents.gateway} = 'stripe'
          and ${paymentIntents.isLive} is distinct from false
          and (${paymentIntents.receivedCents} > 0 or ${paymentIntents.capturableCents} > 0)
      ) paid) as "realPayments",
      (select count(*)::int from ${paymentIntents} where ${paymentIntents.gateway} = 'stripe' and ${paymentIntents.wanted} = 'void'
        and ${paymentIntents.closedAt} is null) as "endingPayments",
      (select count(*)::int from ${importRuns} where ${importRuns.state} in (${busy})) as "runningImports"`,
    "objects",
  );
  if (row === undefined) throw new Error("the orders were not counted");
  return row;
}
