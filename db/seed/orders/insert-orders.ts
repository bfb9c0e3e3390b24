import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { listCategories } from "#app/catalogue/data/categories.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import { findCouponCodes, listPromotionsForCart } from "#app/promotions/data/promotions.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { orderCounters, orderEvents, orderItems, orders, refunds } from "#app/orders/data/tables.ts";
import { promotionUses } from "#app/promotions/data/tables.ts";
import { simulatorObjects } from "#stripe-simulator/store/tables.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { makeOrders, type OrderSources, type SeedOrder } from "./make-orders.ts";
import type { SeedIds } from "#db/seed/promotions.ts";
import type { Random } from "#db/seed/random.ts";
import { SEED_REVIEWS } from "#db/seed/reviews.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import { pricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";
import { reviews } from "#app/content/data/tables.ts";

/** Rows per statement: PostgreSQL takes 65,535 parameters. */
const BATCH = 250;
const MINUTES_PER_DAY = 1440;
/** Typed by customers of the past month. */
const CODES = ["WELCOME10", "FIVER"];

/** Inserts a month of finished orders and their reviews. Requires catalogue and promotions. */
export async function insertOrders(tx: Db, ids: SeedIds, random: Random, now: Date): Promise<void> {
  // Computing orders takes longer than the idle-in-transaction timeout.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await insertAll(tx, makeOrders(await readOrderSources(tx, ids.category, random, now)));
  await insertReviews(tx, ids, random, now);
}

/** The shop's current data that orders are made of. `categoryOf`: ids of the demo's categories by key. */
export async function readOrderSources(tx: Db, categoryOf: SeedIds["category"], random: Random, now: Date): Promise<OrderSources> {
  const productIds = await tx.select({ id: products.id, isPopular: products.isPopular }).from(products).orderBy(asc(products.id));
  const popular = new Set(productIds.filter((product) => product.isPopular).map((product) => product.id));
  const loaded = await loadProductsForSale(
    tx,
    productIds.map((product) => product.id),
    now,
  );
  const codes = await findCouponCodes(tx, CODES);
  const allCategories = await listCategories(tx);
  const sellable = [...loaded.values()].filter((product) => !product.isSoldOut).toSorted((a, b) => a.id - b.id);
  return {
    random,
    now,
    settings: pricingSettings(await readSettings(tx), null),
    products: sellable,
    promotions: await listPromotionsForCart(
      tx,
      [...codes.values()].map((code) => code.promotionId),
      now,
      [],
    ),
    names: {
      format: US_DOLLARS,
      region: US_REGION,
      products: Object.fromEntries(sellable.map((product) => [product.id, product.name])),
      categories: Object.fromEntries(allCategories.map((category) => [category.id, category.name])),
    },
    codes,
    appeal: (product, hour) => appealOf(product, hour, categoryOf, popular),
  };
}

/** Demand per category [in the morning, around noon, in the evening]; a product's first category counts. */
const APPEAL: readonly (readonly [categories: readonly string[], [morning: number, noon: number, evening: number]])[] = [
  [["breakfast"], [7, 1, 1]],
  [["bakery"], [6, 2, 2]],
  [
    ["coffee", "tea"],
    [7, 4, 1],
  ],
  [
    ["sandwiches", "salads"],
    [0, 7, 3],
  ],
  [
    ["grill", "pizza", "noodles"],
    [0, 3, 7],
  ],
  [["sweets"], [0, 2, 2]],
];
const APPEAL_OF_THE_REST = 2;

/** A product's weight among the choices at this hour. */
function appealOf(product: ProductForSale, hour: number, categoryOf: SeedIds["category"], popular: ReadonlySet<number>): number {
  const found = APPEAL.find(([categories]) => categories.some((key) => product.categoryIds.includes(categoryOf(key))));
  const base = found?.[1][partOfDay(hour)] ?? APPEAL_OF_THE_REST;
  return base * (popular.has(product.id) ? 2.5 : 1) * (product.price > 2500 ? 0.35 : 1);
}

function partOfDay(hour: number): 0 | 1 | 2 {
  if (hour < 11) return 0;
  return hour >= 17 ? 2 : 1;
}

/** Inserts orders with all their rows, and the counters of their days. */
async function insertAll(tx: Db, made: readonly SeedOrder[]): Promise<void> {
  await insertRows(tx, made);
  const last = new Map<string, number>();
  for (const { order } of made)
    if (typeof order.businessDate === "string") last.set(order.businessDate, (last.get(order.businessDate) ?? 0) + 1);
  await inBatches(
    [...last].map(([businessDate, count]) => ({ businessDate, last: count })),
    (rows) => tx.insert(orderCounters).values(rows),
  );
}

/** Inserts orders with all related rows, without the counters of their days. */
export async function insertRows(tx: Db, made: readonly SeedOrder[]): Promise<void> {
  await inBatches(
    made.map((each) => each.order),
    (rows) => tx.insert(orders).values(rows),
  );
  await inBatches(
    made.flatMap((each) => each.items),
    (rows) => tx.insert(orderItems).values(rows),
  );
  // Event ids determine timeline order: oldest first.
  const events = made.flatMap((each) => each.events).toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0));
  await inBatches(events, (rows) => tx.insert(orderEvents).values(rows));
  await inBatches(
    made.flatMap((each) => each.uses),
    (rows) => tx.insert(promotionUses).values(rows),
  );
  await inBatches(
    made.flatMap((each) => each.refund ?? []),
    (rows) => tx.insert(refunds).values(rows),
  );
  await inBatches(
    made
      .flatMap((each) => each.payment)
      .map((record) => ({ id: record.id, kind: record.kind, body: record, createdAt: addMinutes(EPOCH, record.at / 60_000) })),
    (rows) => tx.insert(simulatorObjects).values(rows),
  );
}

const EPOCH = new Date(0);

async function inBatches<T>(rows: readonly T[], insert: (batch: T[]) => PromiseLike<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) await insert(rows.slice(start, start + BATCH));
}

/** A review refers to an order of that product if there is one; others are older and anonymous. */
async function insertReviews(tx: Db, ids: SeedIds, random: Random, now: Date): Promise<void> {
  const ordered = await tx
    .select({ itemId: orderItems.id, orderId: orders.id, productId: orderItems.productId, completedAt: orders.completedAt })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orders.status, "completed"), eq(orderItems.isFreeItem, false), isNotNull(orders.completedAt)))
    .orderBy(asc(orders.placedAt), asc(orderItems.position));
  const free = new Map<number, typeof ordered>();
  for (const item of ordered) {
    const same = free.get(item.productId) ?? [];
    // An order reviews a product once, regardless of its number of lines.
    if (same.every((each) => each.orderId !== item.orderId)) free.set(item.productId, [...same, item]);
  }
  const rows = SEED_REVIEWS.map((review) => {
    const productId = ids.product(review.product);
    const candidates = free.get(productId) ?? [];
    const item = random.chance(0.75) ? candidates.splice(random.between(0, Math.max(0, candidates.length - 1)), 1)[0] : undefined;
    const orderedAt = item?.completedAt ?? addMinutes(now, -random.between(31, 70) * MINUTES_PER_DAY);
    const written = addMinutes(orderedAt, random.between(60, 2 * MINUTES_PER_DAY));
    return {
      productId,
      orderItemId: item?.itemId ?? null,
      orderId: item?.orderId ?? null,
      authorName: review.author,
      rating: review.rating,
      body: review.text,
      isVerified: item !== undefined,
      status: review.isPending === true ? ("pending" as const) : ("approved" as const),
      createdAt: review.isPending === true || written > now ? addMinutes(now, -random.between(60, 1200)) : written,
    };
  });
  await tx.insert(reviews).values(rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()));
}
