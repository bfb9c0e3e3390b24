import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { isOneOf } from "#app/catalogue/data/is-one-of.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { dayClosingOrders } from "./tables.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import type { LedgerOrder } from "#app/orders/domain/closing/order-lines.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { rowsAsJson } from "#app/platform/db/rows-as-json.server.ts";

export interface LedgerRow extends LedgerOrder {
  readonly id: string;
  readonly number: string;
  readonly receiptNumber: number | null;
  readonly placedAt: Date | null;
}

/** The orders that a closed day counts, with their lines, by the time they were placed. */
export async function listLedgerOrders(db: Db, closingId: number): Promise<readonly LedgerRow[]> {
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      receiptNumber: orders.receiptNumber,
      placedAt: orders.placedAt,
      counted: dayClosingOrders.counted,
      deliveryFee: orders.deliveryFeeCents,
      discount: orders.promotionDiscountCents,
      tip: orders.tipCents,
      tax: orders.taxCents,
      isTaxIncluded: orders.isTaxIncluded,
      taxLines: orders.taxLines,
      taxTable: orders.taxTable,
      items: rowsAsJson(orderItems, sql`${orderItems.orderId} = ${orders.id}`, sql`${orderItems.position}`),
    })
    .from(dayClosingOrders)
    .innerJoin(orders, eq(orders.id, dayClosingOrders.orderId))
    .where(eq(dayClosingOrders.closingId, closingId))
    .orderBy(asc(orders.placedAt), asc(orders.id));
  const skus = await findSkus(
    db,
    rows.flatMap(({ items }) => items.map(({ productId }) => productId)),
  );
  return rows.map(({ counted, number, items, ...order }) => ({
    ...order,
    number: number ?? "",
    sign: counted.orders,
    refunds: counted.refunds,
    items: items.map((item) => ({
      name: item.name,
      quantity: item.quantity,
      lineTotal: item.lineTotalCents,
      discount: item.discountCents,
      tax: item.taxCents,
      taxRate: item.taxRatePpm,
      sku: skus.get(item.productId),
    })),
  }));
}

async function findSkus(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(and(isOneOf(products.id, [...new Set(productIds)]), isNotNull(products.sku)));
  return new Map(rows.flatMap(({ id, sku }) => (sku === null ? [] : [[id, sku] as const])));
}
