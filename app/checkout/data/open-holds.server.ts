import { and, eq, gt, inArray, ne, or, sql, type SQL } from "drizzle-orm";
import { orderEvents, orderItems, orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** Identifies the visitor who requests another reservation, as far as an anonymous visitor can be identified. */
export interface Holder {
  readonly cartId: string;
  /** Digests of the checkout's address and of its IPv6 site. */
  readonly from: { readonly address: string; readonly site: string | null };
  readonly emailKey: string;
  readonly phoneKey: string;
}

export interface OpenHolds {
  /** Unpaid checkouts of other carts with the same email or phone. */
  readonly byCustomer: number;
  /** Unpaid checkouts of other carts from the same address. */
  readonly byAddress: number;
  /** Unpaid checkouts of other carts from the same IPv6 site; 0 for IPv4. */
  readonly bySite: number;
  /** Unpaid checkouts of the same customer or address with units of a counted product that this checkout needs. */
  readonly ofTheSame: number;
  /** Unpaid checkouts of the same site with units of such a product. */
  readonly ofTheSameBySite: number;
  /** When the first of them expires; null without any. */
  readonly firstEndsAt: Date | null;
}

/** Counts this visitor's unpaid checkouts of other carts that still have reservations. */
export async function countOpenHolds(db: Db, holder: Holder, productIds: readonly number[], now: Date): Promise<OpenHolds> {
  const { isSameAddress, isSameSite, isSameCustomer } = sameVisitor(db, holder);
  const counted = db
    .select({ one: sql`1` })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.orderId, orders.id),
        inArray(orderItems.productId, [...productIds]),
        or(gt(orderItems.stockTaken, 0), sql`${orderItems.variantsTaken} <> '[]'`),
      ),
    );
  const [row] = await db
    .select({
      byCustomer: sql<number>`(count(*) filter (where ${isSameCustomer}))::int`,
      byAddress: sql<number>`(count(*) filter (where ${isSameAddress}))::int`,
      bySite: sql<number>`(count(*) filter (where ${isSameSite}))::int`,
      ofTheSame: sql<number>`(count(*) filter (where (${or(isSameCustomer, isSameAddress)}) and exists ${counted}))::int`,
      ofTheSameBySite: sql<number>`(count(*) filter (where ${isSameSite} and exists ${counted}))::int`,
      firstEndsAt: sql<Date | null>`min(${orders.holdExpiresAt})`.mapWith(orders.holdExpiresAt),
    })
    .from(orders)
    .where(
      and(
        eq(orders.status, "awaiting_payment"),
        eq(orders.isStockTaken, true),
        gt(orders.holdExpiresAt, now),
        or(sql`${orders.cartId} is null`, ne(orders.cartId, holder.cartId)),
        or(isSameCustomer, isSameAddress, isSameSite),
      ),
    );
  return row ?? { byCustomer: 0, byAddress: 0, bySite: 0, ofTheSame: 0, ofTheSameBySite: 0, firstEndsAt: null };
}

export interface UnpaidOrders extends Pick<OpenHolds, "byCustomer" | "byAddress" | "bySite"> {
  /** When the first of them was placed; null without any. */
  readonly firstPlacedAt: Date | null;
}

/**
 * Serializes checkouts of one customer, address or IPv6 site until the end of the transaction, so that each counts the previous ones. The
 * keys are locked in the order of their hashes, because two orders may share several.
 */
export async function lockVisitor(tx: Db, { from: { address, site }, emailKey, phoneKey }: Omit<Holder, "cartId">): Promise<void> {
  const keys = { email: emailKey, phone: phoneKey, address, site: site ?? "" };
  const names = Object.entries(keys).flatMap(([kind, key]) => (key === "" ? [] : [`visitor ${kind} ${key}`]));
  const hashes = sql`select distinct hashtextextended(name, 0) as hash from unnest(${sql.param(names)}::text[]) as name order by hash`;
  await tx.execute(sql`select pg_advisory_xact_lock(hash) from (${hashes}) as ordered`);
}

/** Counts this visitor's orders since then that were not paid by card. */
export async function countUnpaidOrders(db: Db, holder: Omit<Holder, "cartId">, since: Date): Promise<UnpaidOrders> {
  const { isSameAddress, isSameSite, isSameCustomer } = sameVisitor(db, holder);
  const [row] = await db
    .select({
      byCustomer: sql<number>`(count(*) filter (where ${isSameCustomer}))::int`,
      byAddress: sql<number>`(count(*) filter (where ${isSameAddress}))::int`,
      bySite: sql<number>`(count(*) filter (where ${isSameSite}))::int`,
      firstPlacedAt: sql<Date | null>`min(${orders.placedAt})`.mapWith(orders.placedAt),
    })
    .from(orders)
    .where(
      and(gt(orders.placedAt, since), eq(orders.source, "web"), eq(orders.gateway, "none"), or(isSameCustomer, isSameAddress, isSameSite)),
    );
  return row ?? { byCustomer: 0, byAddress: 0, bySite: 0, firstPlacedAt: null };
}

/** Conditions on orders by the same email or phone, address and IPv6 site. */
function sameVisitor(db: Db, { from: { address, site }, emailKey, phoneKey }: Omit<Holder, "cartId">) {
  return {
    isSameCustomer: or(eq(orders.emailKey, emailKey), phoneKey === "" ? undefined : eq(orders.phoneKey, phoneKey)),
    isSameAddress: wasSentFrom(db, sql`${orderEvents.data} ->> 'from' = ${address}`),
    isSameSite: site === null ? sql<boolean>`false` : wasSentFrom(db, sql`${orderEvents.data} ->> 'site' = ${site}`),
  };
}

/** Whether the order's checkout came from that address or site. */
function wasSentFrom(db: Db, isThere: SQL): SQL<boolean> {
  const sent = db
    .select({ one: sql`1` })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orders.id), eq(orderEvents.event, "checkout"), isThere));
  return sql<boolean>`exists ${sent}`;
}
