import { and, eq, inArray, isNull, lt, ne, or, sql, type Placeholder, type SQL } from "drizzle-orm";
import { alias, type AnyPgColumn } from "drizzle-orm/pg-core";
import { contactsOfCustomer, idOfCustomer, tagsOfCustomer } from "#app/promotions/data/customer-contacts.server.ts";
import { orderItems, orders, paidForOrder } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import {
  customerUses,
  toCustomerUses,
  type CustomerKeys,
  type CustomerUse,
  type CustomerUses,
} from "#app/promotions/data/promotions.server.ts";
import type { VariantUnits } from "#app/catalogue/domain/variants/variant.ts";
import type { CustomerNeeds } from "#app/promotions/domain/referenced-ids.ts";
import { SHOP_CURRENCY } from "#app/store/data/shop-currency.server.ts";
import type { Cents } from "#app/values/money.ts";

/* Read-only data about orders that carts need, although the orders module is above this one. */

const HOURS_PER_DAY = 24;

/** An unfinished checkout of a cart. */
export interface OpenCheckoutSeen {
  readonly id: string;
  readonly checkoutKey: string;
  /** Units by product if it has reserved stock. They are not counted for its own cart, because a new attempt replaces it. */
  readonly stock: Readonly<Record<string, number>> | null;
  /** Variant units that its lines reserved. */
  readonly variants: readonly VariantUnits[] | null;
}

/** The row's open checkouts as JSON, oldest first. */
export const OPEN_CHECKOUTS = sql<readonly OpenCheckoutSeen[]>`(
  select coalesce(json_agg(json_build_object('id', o.id, 'checkoutKey', o.checkout_key, 'stock', case when o.is_stock_taken then (
    select json_object_agg(units.product_id, units.n) from (select product_id, sum(quantity)::int as n from ${orderItems} where order_id = o.id group by product_id) units
  ) end, 'variants', case when o.is_stock_taken then (
    select json_agg(taken) from ${orderItems} i cross join jsonb_array_elements(i.variants_taken) taken where i.order_id = o.id
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
        // An add-on shares the slot of its order.
        isNull(orders.goesWith),
        isNotOwn(ownOrderIds),
      ),
    )
    .groupBy(orders.id);
}

export interface CustomerFactsSeen {
  /** Completed and current orders and active checkouts; null if the customer is unknown or no promotion needs it. */
  readonly orderCount: number | null;
  /** Placed orders of the customer's record. */
  readonly placedCount: number | null;
  /** Tags of the customer's record, empty without one; null if the customer is unknown or no promotion needs them. */
  readonly tags: readonly string[] | null;
  /** In cents of the shop's currency, by requested number of days; null if the customer is unknown or no promotion needs it. */
  readonly spentByDays: Readonly<Record<string, Cents>> | null;
  readonly uses: CustomerUses;
}

/** Customer facts that the promotions of a cart need. */
export interface AskedOfCustomer extends CustomerNeeds {
  /** Promotions with limits per customer, by promotion or code. */
  readonly promotionIds: readonly number[];
}

/** Contacts as the customer or staff typed them. */
interface TypedKeys extends CustomerKeys {
  /** Entered by staff, who know the customer: the phone number alone also finds the customer's record. */
  readonly isByStaff?: boolean;
}

/**
 * Loads them in one statement; null where not needed or unknown. Limits of an offer (uses, maximum orders) count the email, the phone
 * number and the other contacts of the same customer. Requirements of an offer (tags, placed orders, amounts spent) use the email's
 * customer only, because anyone can type another person's phone number.
 */
export async function readCustomerFacts(
  db: Db,
  asked: AskedOfCustomer,
  customer: TypedKeys,
  now: Date,
  ownOrderIds: readonly string[],
): Promise<CustomerFactsSeen> {
  const { emailKey, phoneKey } = customer;
  const { spentDays } = asked;
  const needsOrders = asked.needsOrderCount || spentDays.length > 0;
  const isAsked = asked.promotionIds.length > 0 || needsOrders || asked.needsTags;
  if (!isAsked || (emailKey === "" && phoneKey === ""))
    return { orderCount: null, placedCount: null, tags: null, spentByDays: null, uses: toCustomerUses([]) };
  const record = idOfCustomer(emailKey, customer.isByStaff === true ? phoneKey : "");
  const placed = db
    .select({ figures: sql`array[count(*), ${countPlaced(orders, record)}]::float8[] || ${spentSums(orders, record, now, spentDays)}` })
    .from(orders)
    .where(
      and(
        or(isByEmailOrPhone(orders, customer), isByContacts(orders, customer)),
        isCounted(orders),
        isHeldOrPlaced(now),
        isNotOwn(ownOrderIds),
      ),
    );
  const uses = customerUses(db, asked.promotionIds, customer, ownOrderIds).as("u");
  const [row] = await db
    .select({
      figures: needsOrders ? sql<readonly number[]>`(${placed})` : sql<null>`null`,
      tags: asked.needsTags ? tagsOfCustomer(record) : sql<null>`null`,
      uses: sql<
        readonly CustomerUse[]
      >`coalesce(json_agg(json_build_object('promotionId', ${uses.promotionId}, 'codeId', ${uses.codeId}, 'uses', ${uses.uses})), '[]')`,
    })
    .from(uses);
  const [orderCount = null, placedCount = null, ...sums] = row?.figures ?? [];
  const spentByDays = spentDays.length > 0 ? toSpentByDays(spentDays, sums) : null;
  return { orderCount, placedCount, tags: row?.tags ?? null, spentByDays, uses: toCustomerUses(row?.uses ?? []) };
}

type Columns<Name extends string> = Readonly<Record<Name, AnyPgColumn>>;

/**
 * Orders that the same customer placed before an order; takes values, or columns of a statement that lists orders. Selects their number,
 * the number of the customer's record, and the amount spent in each of the days before. `toEarlierOrders` reads them.
 */
export function selectEarlierOrders(
  db: Db,
  order: Columns<"emailKey" | "phoneKey" | "placedAt" | "customerId"> | OrderedBy,
  spentDays: readonly number[],
) {
  const earlier = alias(orders, "earlier");
  const record = sql`${order.customerId}`;
  const spent = spentSums(earlier, record, order.placedAt, spentDays);
  return db
    .select({
      figures: sql<readonly number[]>`array[count(*), ${countPlaced(earlier, record)}]::float8[] || ${spent}`.as("figures"),
    })
    .from(earlier)
    .where(
      and(or(isByEmailOrPhone(earlier, order), isByContacts(earlier, order)), isCounted(earlier), lt(earlier.placedAt, order.placedAt)),
    );
}

interface OrderedBy extends CustomerKeys {
  readonly placedAt: Date;
  readonly customerId: number | null;
}

export function toEarlierOrders(
  [orderCount = 0, placedCount = 0, ...sums]: readonly number[],
  spentDays: readonly number[],
): EarlierOrders {
  return { orderCount, placedCount, spentByDays: toSpentByDays(spentDays, sums) };
}

interface EarlierOrders {
  readonly orderCount: number;
  /** Orders of the customer's record. */
  readonly placedCount: number;
  readonly spentByDays: Readonly<Record<string, Cents>>;
}

function countPlaced({ placedAt, customerId }: Columns<"placedAt" | "customerId">, record: SQL): SQL {
  return sql`count(${placedAt}) filter (where ${customerId} = ${record})`;
}

/**
 * As an array: the amount paid, less refunds, for placed orders of this customer in the shop's currency, for each number of days.
 * Authorized amounts and orders paid on delivery are not spent yet, because such an order may still be cancelled.
 */
function spentSums(
  table: Columns<"finalTotalCents" | "refundedCents" | "currency" | "placedAt" | "capturedCents" | "paidBy" | "completedAt" | "customerId">,
  record: SQL,
  until: Date | AnyPgColumn,
  spentDays: readonly number[],
): SQL {
  const end = until instanceof Date ? sql`${until.toISOString()}::timestamptz` : sql`${until}`;
  const isPaid = sql`(${table.capturedCents} > 0 or ${table.paidBy} is not null or ${table.completedAt} is not null)`;
  const sums = spentDays.map(
    (days) => sql`coalesce(sum(${paidForOrder(table)})
      filter (where ${table.customerId} = ${record} and ${table.placedAt} >= ${end} - make_interval(hours => ${days * HOURS_PER_DAY}) and ${table.currency} = ${SHOP_CURRENCY} and ${isPaid}), 0)`,
  );
  return sql`array[${sql.join(sums, sql`, `)}]::float8[]`;
}

function toSpentByDays(spentDays: readonly number[], sums: readonly number[]): Readonly<Record<string, Cents>> {
  return Object.fromEntries(spentDays.map((days, index) => [days, sums[index] ?? 0]));
}

/** Whether an order has this email or phone ("" = not given). */
function isByEmailOrPhone(
  table: Columns<"emailKey" | "phoneKey">,
  { emailKey, phoneKey }: Columns<"emailKey" | "phoneKey"> | CustomerKeys,
) {
  return or(and(eq(table.emailKey, emailKey), ne(table.emailKey, "")), and(eq(table.phoneKey, phoneKey), ne(table.phoneKey, "")));
}

/** Whether an order has another contact of the same customer, whose record may have been merged. */
function isByContacts(table: Columns<"emailKey" | "phoneKey">, { emailKey, phoneKey }: Columns<"emailKey" | "phoneKey"> | CustomerKeys) {
  const contacts = contactsOfCustomer(sql`${emailKey}`, sql`${phoneKey}`);
  return or(sql`${table.emailKey} = any(${contacts})`, sql`${table.phoneKey} = any(${contacts})`);
}

/** Whether an order is neither abandoned, rejected nor cancelled. */
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
