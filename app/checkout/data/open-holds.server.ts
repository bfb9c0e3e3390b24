import { and, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import { orderEvents, orderItems, orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** Identifies who requests another reservation, as far as an anonymous visitor can be identified. */
export interface Holder {
  readonly cartId: string;
  /** Digest of the address the checkout came from. */
  readonly from: string;
  readonly emailKey: string;
  readonly phoneKey: string;
}

export interface OpenHolds {
  /** Unpaid checkouts of other carts with the same e-mail or phone. */
  readonly byCustomer: number;
  /** Of other carts from the same address. */
  readonly byAddress: number;
  /** Of either kind, with units of a counted product that this checkout needs. */
  readonly ofTheSame: number;
  /** When the first of them ends; null without any. */
  readonly firstEndsAt: Date | null;
}

/** Counts unpaid checkouts of this visitor with other carts that still hold reservations. */
export async function countOpenHolds(db: Db, holder: Holder, productIds: readonly number[], now: Date): Promise<OpenHolds> {
  const sent = db
    .select({ one: sql`1` })
    .from(orderEvents)
    .where(
      and(eq(orderEvents.orderId, orders.id), eq(orderEvents.event, "checkout"), sql`${orderEvents.data} ->> 'from' = ${holder.from}`),
    );
  const isSameAddress = sql<boolean>`exists ${sent}`;
  const isSameCustomer = or(
    eq(orders.emailKey, holder.emailKey),
    holder.phoneKey === "" ? undefined : eq(orders.phoneKey, holder.phoneKey),
  );
  const counted = db
    .select({ one: sql`1` })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orders.id), inArray(orderItems.productId, [...productIds]), gt(orderItems.stockTaken, 0)));
  const [row] = await db
    .select({
      byCustomer: sql<number>`(count(*) filter (where ${isSameCustomer}))::int`,
      byAddress: sql<number>`(count(*) filter (where ${isSameAddress}))::int`,
      ofTheSame: sql<number>`(count(*) filter (where exists ${counted}))::int`,
      firstEndsAt: sql<Date | null>`min(${orders.holdExpiresAt})`.mapWith(orders.holdExpiresAt),
    })
    .from(orders)
    .where(
      and(
        eq(orders.status, "awaiting_payment"),
        eq(orders.isStockTaken, true),
        gt(orders.holdExpiresAt, now),
        or(sql`${orders.cartId} is null`, ne(orders.cartId, holder.cartId)),
        or(isSameCustomer, isSameAddress),
      ),
    );
  return row ?? { byCustomer: 0, byAddress: 0, ofTheSame: 0, firstEndsAt: null };
}
