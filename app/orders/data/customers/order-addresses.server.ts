import { and, asc, desc, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { distinctAddresses, type DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";

/** Maximum addresses to choose from. */
const MOST_OFFERED = 5;
/** Spellings read to find them. */
const MOST_SPELLINGS = 25;

/** The address of a pickup order was typed before the customer switched to pickup. */
const IS_DELIVERED = and(eq(orders.fulfillment, "delivery"), isNotNull(orders.address));
const NEWEST = desc(sql`max(${orders.placedAt})`);

/** The latest distinct delivery addresses of the matching orders, to choose from. */
export async function listOfferedAddresses(db: Db, where: SQL | undefined): Promise<readonly DeliveryAddress[]> {
  const rows = await db
    .select({ address: orders.address })
    .from(orders)
    .where(and(where, IS_DELIVERED))
    .groupBy(orders.address)
    .orderBy(NEWEST)
    .limit(MOST_SPELLINGS);
  return distinctAddresses(rows.flatMap(({ address }) => address ?? [])).slice(0, MOST_OFFERED);
}

/** The distinct delivery addresses of these customers, latest first. Customers without one are left out. */
export async function listAddressesOfCustomers(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly DeliveryAddress[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: orders.customerId, address: orders.address })
    .from(orders)
    .where(and(sql`${orders.customerId} = any(${sql.param(ids)}::int[])`, IS_DELIVERED))
    .groupBy(orders.customerId, orders.address)
    .orderBy(asc(orders.customerId), NEWEST, sql`${orders.address}::text`);
  const byCustomer = Map.groupBy(rows, ({ id }) => id ?? 0);
  return new Map([...byCustomer].map(([id, own]) => [id, distinctAddresses(own.flatMap(({ address }) => address ?? []))]));
}
