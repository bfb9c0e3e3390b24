import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#app/platform/db/columns.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { CustomerKeys } from "#app/promotions/data/promotions.server.ts";

/*
 * All that a cart must know of placed orders, read only. The cart comes before the order, so it has its own partial view of two of its tables;
 * orders/data/tables.test.ts compares the view with the real ones.
 */

export const ORDERS_SEEN = {
  orders: pgTable("orders", {
    id: uuid("id").primaryKey(),
    cartId: uuid("cart_id"),
    status: text("status").notNull(),
    requestedFor: instant("requested_for"),
    promisedAt: instant("promised_at"),
    emailKey: text("email_key").notNull(),
    phoneKey: text("phone_key").notNull(),
    isStockTaken: boolean("is_stock_taken").notNull(),
    holdExpiresAt: instant("hold_expires_at"),
    createdAt: instant("created_at").notNull(),
  }),
  orderItems: pgTable("order_items", {
    orderId: uuid("order_id").notNull(),
    productId: integer("product_id").notNull(),
    quantity: integer("quantity").notNull(),
  }),
};
const { orders, orderItems } = ORDERS_SEEN;

/** What a cart's own unfinished checkouts hold: they do not count against it, because a new attempt replaces them. */
export interface OwnCheckouts {
  readonly orderIds: readonly string[];
  /** Units of counted stock they have taken, by product. */
  readonly stock: ReadonlyMap<number, number>;
}

export const NO_CHECKOUTS: OwnCheckouts = { orderIds: [], stock: new Map() };

export async function readOwnCheckouts(db: Db, cartId: string): Promise<OwnCheckouts> {
  const open = await db
    .select({ id: orders.id, isStockTaken: orders.isStockTaken })
    .from(orders)
    .where(and(eq(orders.cartId, cartId), eq(orders.status, "awaiting_payment")))
    .orderBy(asc(orders.createdAt));
  const holding = open.filter((order) => order.isStockTaken).map((order) => order.id);
  const rows =
    holding.length === 0
      ? []
      : await db
          .select({ productId: orderItems.productId, units: sql<number>`sum(${orderItems.quantity})::int` })
          .from(orderItems)
          .where(inArray(orderItems.orderId, holding))
          .groupBy(orderItems.productId);
  return { orderIds: open.map((order) => order.id), stock: new Map(rows.map((row) => [row.productId, row.units])) };
}

/** What is promised from `since` on: checkouts that still hold their slot, and orders up to ready. `items` counts units. */
export async function listPromisedOrders(
  db: Db,
  since: Date,
  now: Date,
  ownOrderIds: readonly string[] = [],
): Promise<readonly { readonly at: Date; readonly items: number }[]> {
  const at = sql`coalesce(${orders.requestedFor}, ${orders.promisedAt})`;
  return db
    .select({
      at: sql<Date>`${at}`.mapWith(orders.requestedFor).as("at"),
      items: sql<number>`coalesce(sum(${orderItems.quantity}), 0)::int`,
    })
    .from(orders)
    .leftJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        inArray(orders.status, ["awaiting_payment", "received", "accepted", "preparing", "ready"]),
        isHeldOrPlaced(now),
        sql`${at} >= ${since.toISOString()}`,
        isNotOwn(ownOrderIds),
      ),
    )
    .groupBy(orders.id);
}

/** Completed and running orders of the customer, a checkout that still holds something included; null while nobody is known. */
export async function countCustomerOrders(
  db: Db,
  { emailKey, phoneKey }: CustomerKeys,
  now: Date,
  ownOrderIds: readonly string[],
): Promise<number | null> {
  if (emailKey === "" && phoneKey === "") return null;
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(orders)
    .where(
      and(
        or(emailKey === "" ? undefined : eq(orders.emailKey, emailKey), phoneKey === "" ? undefined : eq(orders.phoneKey, phoneKey)),
        sql`${orders.status} not in ('abandoned', 'rejected', 'cancelled')`,
        isHeldOrPlaced(now),
        isNotOwn(ownOrderIds),
      ),
    );
  return row?.count ?? 0;
}

/** Not a checkout that was left and holds nothing any more. */
function isHeldOrPlaced(now: Date) {
  return sql`(${orders.status} <> 'awaiting_payment' or ${orders.holdExpiresAt} > ${now.toISOString()})`;
}

function isNotOwn(ownOrderIds: readonly string[]) {
  return ownOrderIds.length === 0 ? undefined : sql`${orders.id} <> all(${sql.param([...ownOrderIds])}::uuid[])`;
}
