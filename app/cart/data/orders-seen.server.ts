import { and, eq, inArray, lt, ne, or, sql, type Placeholder } from "drizzle-orm";
import { alias, type AnyPgColumn } from "drizzle-orm/pg-core";
import { contactsOfCustomer } from "#app/promotions/data/customer-contacts.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import {
  customerUses,
  toCustomerUses,
  type CustomerKeys,
  type CustomerUse,
  type CustomerUses,
} from "#app/promotions/data/promotions.server.ts";

/* Read-only data about orders that carts need; orders are a module above. */

/** An unfinished checkout of a cart. */
export interface OpenCheckoutSeen {
  readonly id: string;
  readonly checkoutKey: string;
  /** Units by product if it has taken stock. They do not count against its own cart, because a new attempt replaces it. */
  readonly stock: Readonly<Record<string, number>> | null;
}

/** The row's open checkouts as JSON, oldest first. */
export const OPEN_CHECKOUTS = sql<readonly OpenCheckoutSeen[]>`(
  select coalesce(json_agg(json_build_object('id', o.id, 'checkoutKey', o.checkout_key, 'stock', case when o.is_stock_taken then (
    select json_object_agg(units.product_id, units.n) from (select product_id, sum(quantity)::int as n from ${orderItems} where order_id = o.id group by product_id) units
  ) end) order by o.created_at), '[]')
  from ${orders} o where o.cart_id = carts.id and o.status = 'awaiting_payment')`;

/** The order of the checkout with this key; null if none. */
export function orderOfAttempt(checkoutKey: string | Placeholder) {
  return sql<string | null>`(select o.id from ${orders} o where o.checkout_key = ${checkoutKey})`;
}

/** Promised times from `since`: checkouts with a reserved slot, and orders up to ready. `items` counts units. */
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

export interface CustomerFactsSeen {
  /** Completed and current orders and active checkouts; null if the customer is unknown or no promotion needs it. */
  readonly orderCount: number | null;
  /** Without the checkouts that are not paid. */
  readonly placedCount: number | null;
  readonly uses: CustomerUses;
}

/** Customer facts that the promotions of a cart need. */
export interface AskedOfCustomer {
  /** Promotions with limits per customer, by promotion or code. */
  readonly promotionIds: readonly number[];
  /** Whether one depends on how often this customer has ordered. */
  readonly needsOrderCount: boolean;
}

/** Loads them by email, phone or other contacts of the same customer in one statement; none if not needed or unknown. */
export async function readCustomerFacts(
  db: Db,
  asked: AskedOfCustomer,
  customer: CustomerKeys,
  now: Date,
  ownOrderIds: readonly string[],
): Promise<CustomerFactsSeen> {
  const { emailKey, phoneKey } = customer;
  const isAsked = asked.promotionIds.length > 0 || asked.needsOrderCount;
  if (!isAsked || (emailKey === "" && phoneKey === "")) return { orderCount: null, placedCount: null, uses: toCustomerUses([]) };
  const placed = db
    .select({ counts: sql`array[count(*), count(${orders.placedAt})]::int[]` })
    .from(orders)
    .where(
      and(or(isByEmailOrPhone(orders, customer), isByContacts(customer)), isCounted(orders), isHeldOrPlaced(now), isNotOwn(ownOrderIds)),
    );
  const uses = customerUses(db, asked.promotionIds, customer, ownOrderIds).as("u");
  const [row] = await db
    .select({
      counts: asked.needsOrderCount ? sql<readonly number[]>`(${placed})` : sql<null>`null`,
      uses: sql<
        readonly CustomerUse[]
      >`coalesce(json_agg(json_build_object('promotionId', ${uses.promotionId}, 'codeId', ${uses.codeId}, 'uses', ${uses.uses})), '[]')`,
    })
    .from(uses);
  const [orderCount = null, placedCount = null] = row?.counts ?? [];
  return { orderCount, placedCount, uses: toCustomerUses(row?.uses ?? []) };
}

type Columns<Name extends string> = Readonly<Record<Name, AnyPgColumn>>;

/** How many orders of the same customer were placed before an order: its values, or its columns in a statement that lists orders. */
export function countEarlierOrders(
  db: Db,
  order: Columns<"emailKey" | "phoneKey" | "placedAt"> | (CustomerKeys & { readonly placedAt: Date }),
) {
  const earlier = alias(orders, "earlier");
  return db
    .select({ count: sql<number>`count(*)::int`.as("count") })
    .from(earlier)
    .where(and(isByEmailOrPhone(earlier, order), isCounted(earlier), lt(earlier.placedAt, order.placedAt)));
}

/** Whether an order has this email or phone ("" = not given). */
function isByEmailOrPhone(
  table: Columns<"emailKey" | "phoneKey">,
  { emailKey, phoneKey }: Columns<"emailKey" | "phoneKey"> | CustomerKeys,
) {
  return or(and(eq(table.emailKey, emailKey), ne(table.emailKey, "")), and(eq(table.phoneKey, phoneKey), ne(table.phoneKey, "")));
}

/** Whether it has another contact of the same customer, who may have been merged. */
function isByContacts({ emailKey, phoneKey }: CustomerKeys) {
  const contacts = contactsOfCustomer(emailKey, phoneKey);
  return or(sql`${orders.emailKey} = any(${contacts})`, sql`${orders.phoneKey} = any(${contacts})`);
}

/** Neither abandoned, rejected nor cancelled. */
function isCounted(table: Columns<"status">) {
  return sql`${table.status} not in ('abandoned', 'rejected', 'cancelled')`;
}

/** Excludes abandoned checkouts without reservations. */
function isHeldOrPlaced(now: Date) {
  return sql`(${orders.status} <> 'awaiting_payment' or ${orders.holdExpiresAt} > ${now.toISOString()})`;
}

function isNotOwn(ownOrderIds: readonly string[]) {
  return ownOrderIds.length === 0 ? undefined : sql`${orders.id} <> all(${sql.param([...ownOrderIds])}::uuid[])`;
}
