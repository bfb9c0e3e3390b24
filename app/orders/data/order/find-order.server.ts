import { webhooks } from "#app/orders/data/webhooks/tables.ts";
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, or, sql } from "drizzle-orm";
import { cartColumns, itemsOfCart, type CartItemRecord, type CartRecord } from "#app/cart/data/carts.server.ts";
import { cartItems, carts } from "#app/cart/data/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import type { StoredWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { preparedQuery } from "#app/platform/db/prepared-query.server.ts";
import { rowsAsJson } from "#app/platform/db/rows-as-json.server.ts";
import { pushSubscriptions } from "#app/orders/data/counter/tables.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import type { LinkedOrder } from "#app/orders/domain/changes/add-on.ts";

export type { StoredPaymentIntent } from "#app/orders/data/tables.ts";

/** A stored order between checkout and "received". */
export type OrderRow = typeof orders.$inferSelect;

export type OrderItemRow = typeof orderItems.$inferSelect;

export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [order] = await orderById(db, { id });
  return order;
}

const orderById = preparedQuery("order_by_id", (db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder("id"))),
);

/** The order that staff entered with this cart: placed, or with a payment link; the newest if there are several. */
export async function findTakenOrder(db: Db, cartId: string): Promise<OrderRow | undefined> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.cartId, cartId), or(isNotNull(orders.placedAt), isNotNull(orders.payBy))))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return order;
}

/** These orders by id, in any state. */
export async function listOrdersById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, OrderRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The orders linked to these, by the id of the order that shows them: the order of an add-on, and the add-ons of an order. */
export async function listLinkedOrders(
  db: Db,
  shown: readonly Pick<OrderRow, "id" | "goesWith">[],
): Promise<ReadonlyMap<string, readonly LinkedOrder[]>> {
  if (shown.length === 0) return new Map();
  const ids = sql.param(shown.map(({ id }) => id));
  const firsts = sql.param(shown.flatMap(({ goesWith }) => goesWith ?? []));
  const rows = await db
    .select({ id: orders.id, number: orders.number, status: orders.status, goesWith: orders.goesWith })
    .from(orders)
    .where(sql`(${orders.goesWith} = any(${ids}::uuid[]) or ${orders.id} = any(${firsts}::uuid[])) and ${orders.status} <> 'abandoned'`)
    .orderBy(asc(orders.createdAt));
  return new Map(
    shown.map(({ id, goesWith }) => [
      id,
      rows
        .filter((row) => row.id === goesWith || row.goesWith === id)
        .map(({ id: other, number, status }) => ({ id: other, number: number ?? "", status })),
    ]),
  );
}

/** The order, locked until the transaction ends. */
export async function lockOrder(tx: Db, id: string): Promise<OrderRow | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  return order;
}

/** Add-ons of this order that have not left the kitchen or ended. */
export function listOpenAddOns(db: Db, orderId: string) {
  const isOpen = inArray(orders.status, ["awaiting_payment", "received", "accepted", "preparing", "ready"]);
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.goesWith, orderId), isOpen))
    .orderBy(orders.id);
}

/** The cart and its order, both locked in one statement: the cart first, like everywhere. */
export async function lockCartAndOrder(
  tx: Db,
  cartId: string,
  orderId: string,
): Promise<{ readonly cart: CartRecord; readonly order: OrderRow } | undefined> {
  const [row] = await lockedPair(tx, { cartId, orderId });
  return row;
}

const lockedPair = preparedQuery("locked_pair", (db) =>
  db
    .select({ cart: cartColumns, order: getTableColumns(orders) })
    .from(carts)
    .innerJoin(orders, eq(orders.cartId, carts.id))
    .where(and(eq(carts.id, sql.placeholder("cartId")), eq(orders.id, sql.placeholder("orderId"))))
    .for("update", { of: [carts, orders] }),
);

export async function listOrderItems(db: Db, orderId: string): Promise<readonly OrderItemRow[]> {
  return db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.position));
}

/** The data for receiving an order, and whether there is anyone to notify. */
export interface ToReceive {
  readonly items: readonly OrderItemRow[];
  /** The cart's current items; empty without a cart. */
  readonly inCart: readonly CartItemRecord[];
  /** Products of the cart that are sold by weight. */
  readonly sold: readonly (StoredWeight & { readonly id: number })[];
  /** False: no device receives notifications of orders. */
  readonly hasDevices: boolean;
  /** False: no webhook receives events of orders. */
  readonly hasWebhooks: boolean;
}

/** A separate statement after cart and order are locked, so that it sees all earlier writes. */
export async function findToReceive(tx: Db, orderId: string, cartId: string | null): Promise<ToReceive> {
  const [row] = await toReceive(tx, { orderId, cartId });
  return row ?? { items: [], inCart: [], sold: [], hasDevices: true, hasWebhooks: true };
}

const toReceive = preparedQuery("to_receive", (db) =>
  db
    .select({
      items: rowsAsJson(orderItems, sql`order_items.order_id = asked.id`, sql`order_items.position`),
      inCart: itemsOfCart(sql`asked.cart_id`),
      sold: sql<ToReceive["sold"]>`(
        select coalesce(json_agg(json_build_object('id', p.id, 'weightUnit', p.weight_unit, 'weightStep', p.weight_step, 'weightMin', p.weight_min)), '[]')
        from ${products} p where p.weight_unit is not null and p.id in (select product_id from ${cartItems} where cart_id = asked.cart_id))`,
      hasDevices: sql<boolean>`exists (select 1 from ${pushSubscriptions} where session_id is not null)`,
      hasWebhooks: sql<boolean>`exists (select 1 from ${webhooks} where is_on)`,
    })
    .from(sql`(select ${sql.placeholder("orderId")}::uuid as id, ${sql.placeholder("cartId")}::uuid as cart_id) asked`),
);
