import { randomUUID } from "node:crypto";
import { isUuid } from "#app/values/ids.ts";
import { and, eq, inArray, isNull, notInArray, sql, type SQL } from "drizzle-orm";
import type { RefundStatus } from "#app/payments/domain/provider-status.ts";
import { splitUnits, type VariantUnits } from "#app/catalogue/domain/variants/variant.ts";
import type { StockWanted } from "#app/catalogue/data/stock.server.ts";
import type { Cents } from "#app/values/money.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { HELD_COLUMNS, unitsPerItem } from "./order-holds.server.ts";
import { orderItems, refunds } from "./tables.ts";
import type { ItemQuantities, ItemsOfRefund } from "#app/orders/domain/changes/order-refunds.ts";
import type { LineWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { OrderItem } from "#app/orders/domain/order.ts";

export type RefundRow = typeof refunds.$inferSelect;

export interface NewRefund {
  readonly id: string;
  readonly orderId: string;
  readonly amountCents: Cents;
  readonly items: ItemQuantities;
  readonly reason: string;
  readonly userId: number | null;
  readonly userName: string;
}

/** Stored before the request; its id is part of the idempotency key. */
export async function insertRefund(tx: Db, { items, ...refund }: NewRefund): Promise<void> {
  await tx.insert(refunds).values({ ...refund, itemIds: Object.keys(items), itemQuantities: items, status: "pending" });
}

/** The refund's items with their quantities; empty without items. */
export async function findRefundItems(tx: Db, id: string): Promise<ItemQuantities> {
  const [row] = await tx.select({ items: refunds.itemQuantities }).from(refunds).where(eq(refunds.id, id));
  return row?.items ?? {};
}

/** One refund as the provider reports it. */
export interface RefundUpdate {
  readonly id: string;
  readonly amount: Cents;
  readonly status: RefundStatus;
  /** The id of the shop's refund; null for others. */
  readonly key: string | null;
}

/** Finality of refund states: failed is final, succeeded may still fail. */
function rank(status: SQL | typeof refunds.status): SQL {
  return sql`case ${status} when 'succeeded' then 1 when 'failed' then 2 when 'canceled' then 2 else 0 end`;
}

/**
 * Stores a provider refund of this order: ours (by id or key) or one made elsewhere, which gets a row. Older responses change nothing.
 * Returns the change: "adopted" (new row) or "failed".
 */
export async function recordRefund(
  tx: Db,
  orderId: string,
  update: RefundUpdate,
  saidAt: Date,
): Promise<{ readonly change: "none" | "moved" | "adopted" | "failed"; readonly refund: RefundRow }> {
  const before = await findKnownRefund(tx, orderId, update);
  if (before === undefined) {
    const [refund] = await tx
      .insert(refunds)
      .values({
        id: randomUUID(),
        orderId,
        amountCents: update.amount,
        status: update.status,
        providerRefundId: update.id,
        reason: "Made at the payment provider",
        userName: "Payment provider",
        settledAt: saidAt,
        saidAt,
      })
      .returning();
    if (refund === undefined) throw new Error("a refund was not written");
    return { change: "adopted", refund };
  }
  const [refund] = await tx
    .update(refunds)
    .set({ providerRefundId: update.id, status: update.status, settledAt: saidAt, saidAt })
    .where(
      and(
        eq(refunds.id, before.id),
        sql`(${refunds.providerRefundId} is null or ${rank(refunds.status)} < ${rank(sql`${update.status}`)}
          or (${rank(refunds.status)} = ${rank(sql`${update.status}`)} and (${refunds.saidAt} is null or ${refunds.saidAt} <= ${saidAt.toISOString()}::timestamptz)))`,
      ),
    )
    .returning();
  if (refund === undefined || (refund.status === before.status && before.providerRefundId !== null))
    return { change: "none", refund: refund ?? before };
  return { change: isLost(refund.status) && !isLost(before.status) ? "failed" : "moved", refund };
}

function isLost(status: RefundStatus): boolean {
  return status === "failed" || status === "canceled";
}

async function findKnownRefund(tx: Db, orderId: string, update: RefundUpdate): Promise<RefundRow | undefined> {
  const [byProviderId] = await tx.select().from(refunds).where(eq(refunds.providerRefundId, update.id));
  if (byProviderId !== undefined) return byProviderId;
  if (update.key === null || !isUuid(update.key)) return undefined;
  const [requested] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, update.key), eq(refunds.orderId, orderId), isNull(refunds.providerRefundId)));
  return requested;
}

/** The provider permanently refused this refund. */
export async function failRefund(tx: Db, id: string, now: Date): Promise<void> {
  await tx.update(refunds).set({ status: "failed", settledAt: now, saidAt: now }).where(eq(refunds.id, id));
}

/** Which of these provider refunds are stored. */
export async function listKnownRefunds(db: Db, providerRefundIds: readonly string[]): Promise<readonly RefundRow[]> {
  if (providerRefundIds.length === 0) return [];
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.providerRefundId, [...providerRefundIds]));
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row;
}

/** Requested refunds missing from the provider's complete list and no longer in progress: they were never made. */
export async function failLostRefunds(tx: Db, orderId: string, now: Date): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: "failed", settledAt: now, saidAt: now })
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, "pending"), isNull(refunds.providerRefundId)));
}

/** A stored refund without a response; undefined if none. */
export async function findUnansweredRefund(db: Db, orderId: string): Promise<RefundRow | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, "pending"), isNull(refunds.providerRefundId)))
    .limit(1);
  return row;
}

/** Refunded cents: done, and pending. */
export async function sumRefunds(db: Db, orderId: string): Promise<{ readonly done: Cents; readonly underway: Cents }> {
  const [row] = await db
    .select({
      done: sql<number>`coalesce(sum(${refunds.amountCents}) filter (where ${refunds.status} = 'succeeded'), 0)::int`,
      underway: sql<number>`coalesce(sum(${refunds.amountCents}) filter (where ${refunds.status} in ('pending', 'requires_action')), 0)::int`,
    })
    .from(refunds)
    .where(eq(refunds.orderId, orderId));
  return row ?? { done: 0, underway: 0 };
}

/** Pending refunds included, so that nothing is refunded twice. */
export async function refundedCents(db: Db, order: { readonly id: string; readonly refundedCents: Cents }): Promise<Cents> {
  const { done, underway } = await sumRefunds(db, order.id);
  return Math.max(done, order.refundedCents) + underway;
}

/** Items named by these orders' refunds, pending ones included. */
export async function listItemsOfRefunds(db: Db, orderIds: readonly string[]): Promise<readonly ItemsOfRefund[]> {
  return db
    .select({ itemIds: refunds.itemIds, itemQuantities: refunds.itemQuantities, amount: refunds.amountCents })
    .from(refunds)
    .where(and(inArray(refunds.orderId, [...orderIds]), notInArray(refunds.status, ["failed", "canceled"])));
}

/** Stored fields of new lines and added units of a changed order. */
interface NewLines {
  /** By id. */
  readonly newLines: ReadonlyMap<string, { readonly choices: OrderItemInsert["choices"] }>;
  /** The stock taken for a new line, or for added units. */
  readonly takenOfItem: (itemId: string) => LineTaken;
}

/** The stock taken for a line. */
export interface LineTaken {
  readonly stockTaken: number;
  readonly variantsTaken: readonly VariantUnits[];
}

export const NOTHING_TAKEN: LineTaken = { stockTaken: 0, variantsTaken: [] };

type OrderItemInsert = typeof orderItems.$inferInsert;

/**
 * Replaces an order's lines after staff changed them (ids stay). The caller has taken the stock of added units. Returns the stock no longer needed.
 */
export async function replaceOrderItems(
  tx: Db,
  orderId: string,
  kept: readonly OrderItem[],
  { newLines, takenOfItem }: NewLines,
): Promise<readonly StockWanted[]> {
  const rows = await tx
    .select({ ...HELD_COLUMNS, position: orderItems.position })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  const newRow = (item: OrderItem, position: number) => ({
    ...itemValues(item),
    orderId,
    position,
    ...takenOfItem(item.id),
    choices: newLines.get(item.id)?.choices ?? [],
  });
  const perItem = await unitsPerItem(tx, rows);
  const returned: StockWanted[] = [];
  for (const { itemId: id, productId, quantity, stockTaken, variantsTaken, weight } of rows) {
    const item = kept.find((each) => each.id === id);
    const taken = stockTaken ?? quantity;
    const left = item?.quantity ?? 0;
    const more = left > quantity ? takenOfItem(id) : NOTHING_TAKEN;
    // A line sold by weight keeps its steps in stock, or is returned as a whole.
    const most = weight === null || left === 0 ? left : taken;
    const stock = left > quantity ? taken + more.stockTaken : Math.min(taken, most);
    const isKept = weight !== null && left > 0;
    const { kept: variantsKept, returned: variants } = isKept
      ? { kept: variantsTaken, returned: [] }
      : splitUnits(variantsTaken, perItem.get(id) ?? [], { quantity, left: Math.min(quantity, left) });
    if (taken > stock || variants.length > 0) returned.push({ productId, quantity: Math.max(0, taken - stock), variants });
    if (item === undefined) await tx.delete(orderItems).where(eq(orderItems.id, id));
    else {
      await tx
        .update(orderItems)
        .set({
          quantity: item.quantity,
          stockTaken: stock,
          variantsTaken: sumVariants([...variantsKept, ...more.variantsTaken]),
          ...(item.weight === undefined || item.weight === null ? {} : weighedValues(item, item.weight)),
          lineTotalCents: item.lineTotal,
          discountCents: item.discount,
          taxCents: item.tax,
        })
        .where(eq(orderItems.id, id));
    }
  }
  const last = Math.max(-1, ...rows.map(({ position }) => position));
  const added = kept.filter((item) => newLines.has(item.id));
  if (added.length > 0) await tx.insert(orderItems).values(added.map((item, index) => newRow(item, last + 1 + index)));
  return returned;
}

function weighedValues({ basePrice, unitPrice, options }: OrderItem, weight: LineWeight) {
  return { basePriceCents: basePrice, unitPriceCents: unitPrice, options, weight };
}

function itemValues({ basePrice, unitPrice, lineTotal, discount, tax, taxRate, ...item }: OrderItem) {
  return {
    ...item,
    basePriceCents: basePrice,
    unitPriceCents: unitPrice,
    lineTotalCents: lineTotal,
    discountCents: discount,
    taxRatePpm: taxRate,
    taxCents: tax,
  };
}

function sumVariants(units: readonly VariantUnits[]): readonly VariantUnits[] {
  return [...Map.groupBy(units, ({ id }) => id)].map(([id, same]) => ({ id, units: same.reduce((sum, each) => sum + each.units, 0) }));
}
