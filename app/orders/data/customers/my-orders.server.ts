import { and, count, desc, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { NEWEST_FIRST } from "#app/orders/data/orders.server.ts";
import { orders, refunds } from "#app/orders/data/tables.ts";
import { listOfferedAddresses } from "./order-addresses.server.ts";
import { refundedOfTotal } from "#app/orders/domain/changes/order-change.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { customers, myOrdersAccess } from "./tables.ts";

/** An email address in lower case, and the key that finds its orders (`customerKeys`). */
export interface MyAddress {
  readonly email: string;
  readonly emailKey: string;
}

/** Records a request for a link. */
export async function insertAccessRequest(db: Db, request: MyAddress & { readonly id: string; readonly expiresAt: Date }): Promise<void> {
  await db.insert(myOrdersAccess).values(request);
}

/** Deletes expired requests, links and sessions. */
export async function forgetAccess(db: Db, now: Date): Promise<void> {
  await db.delete(myOrdersAccess).where(lt(myOrdersAccess.expiresAt, now));
}

/** A request that has no link yet, locked; undefined if there is none, or it has expired. */
export async function lockAccessRequest(tx: Db, id: string, now: Date): Promise<MyAddress | undefined> {
  const [row] = await tx
    .select({ email: myOrdersAccess.email, emailKey: myOrdersAccess.emailKey })
    .from(myOrdersAccess)
    .where(and(eq(myOrdersAccess.id, id), sql`${myOrdersAccess.tokenHash} is null`, gt(myOrdersAccess.expiresAt, now)))
    .for("update");
  return row;
}

export async function storeLink(tx: Db, id: string, link: { readonly tokenHash: string; readonly expiresAt: Date }): Promise<void> {
  await tx.update(myOrdersAccess).set(link).where(eq(myOrdersAccess.id, id));
}

export async function removeAccess(db: Db, tokenHash: string): Promise<void> {
  await db.delete(myOrdersAccess).where(eq(myOrdersAccess.tokenHash, tokenHash));
}

/** Turns a link into a session, once; false if the link is no longer valid. */
export async function useLink(
  db: Db,
  linkHash: string,
  session: { readonly tokenHash: string; readonly expiresAt: Date },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(myOrdersAccess)
    .set({ ...session, isSession: true })
    .where(isValid(linkHash, false, now))
    .returning({ id: myOrdersAccess.id });
  return rows.length === 1;
}

/** The address of a link or a session; undefined if it is invalid or expired. */
export async function findAccess(db: Db, tokenHash: string, isSession: boolean, now: Date): Promise<MyAddress | undefined> {
  const [row] = await db
    .select({ email: myOrdersAccess.email, emailKey: myOrdersAccess.emailKey })
    .from(myOrdersAccess)
    .where(isValid(tokenHash, isSession, now));
  return row;
}

/** The newest placed order with this address, for the contact as typed; undefined: there is none. */
export async function findNewestOrder(db: Db, address: MyAddress) {
  const [row] = await db
    .select({ email: orders.customerEmail, name: orders.customerName, phone: orders.customerPhone })
    .from(orders)
    .where(isOf(address))
    .orderBy(desc(orders.placedAt))
    .limit(1);
  return row;
}

/** The delivery addresses of the orders with this email, the latest first. */
export function listMyDeliveryAddresses(db: Db, address: MyAddress): Promise<readonly DeliveryAddress[]> {
  return listOfferedAddresses(db, isOf(address));
}

/** The consent of the newest order's customer with this address; undefined: there is no order. */
export async function findMyConsent(db: Db, address: MyAddress) {
  const [row] = await db
    .select({ customerId: customers.id, answer: customers.marketingConsent, at: customers.consentAt })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(isOf(address))
    .orderBy(desc(orders.placedAt))
    .limit(1);
  return row;
}

export interface MyOrder {
  readonly token: string;
  readonly number: string | null;
  readonly placedAt: Date | null;
  readonly status: OrderStatus;
  readonly fulfillment: Fulfillment;
  readonly finalTotal: number;
  /** The refunded part of the total. */
  readonly refunded: number;
  readonly currency: string;
}

/**
 * A page of the orders placed with this address, newest first. Matches the address only: a customer's record also joins orders by phone
 * numbers and by addresses with another "+tag", whose ownership is not proved.
 */
export async function listMyOrders(
  db: Db,
  address: MyAddress,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly MyOrder[]; readonly total: number }> {
  const rows = await db
    .select({
      token: orders.publicToken,
      number: orders.number,
      placedAt: orders.placedAt,
      status: orders.status,
      fulfillment: orders.fulfillment,
      finalTotal: sql<number>`${orders.finalTotalCents}`,
      captured: orders.capturedCents,
      // Includes pending refunds, as on the order's page.
      goingBack: sql<number>`(select coalesce(sum(${refunds.amountCents}), 0)::int from ${refunds}
        where ${refunds.orderId} = ${orders.id} and ${refunds.status} not in ('failed', 'canceled'))`,
      currency: orders.currency,
    })
    .from(orders)
    .where(isOf(address))
    .orderBy(...NEWEST_FIRST)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const [found] = await db.select({ total: count() }).from(orders).where(isOf(address));
  const shown = rows.map(({ captured, goingBack, ...order }) => ({
    ...order,
    refunded: refundedOfTotal({ finalTotal: order.finalTotal, captured, refunded: goingBack }),
  }));
  return { rows: shown, total: found?.total ?? 0 };
}

function isOf({ email, emailKey }: MyAddress) {
  return and(
    eq(orders.emailKey, emailKey),
    sql`lower(trim(${orders.customerEmail})) = ${email}`,
    isNotNull(orders.number),
    eq(orders.isTest, false),
  );
}

function isValid(tokenHash: string, isSession: boolean, now: Date) {
  return and(eq(myOrdersAccess.tokenHash, tokenHash), eq(myOrdersAccess.isSession, isSession), gt(myOrdersAccess.expiresAt, now));
}
