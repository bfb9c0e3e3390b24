import { and, count, desc, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { NEWEST_FIRST } from "#app/orders/data/orders.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { myOrdersAccess } from "./tables.ts";

/** Whose orders: the address in lower case, and its key (`customerKeys`), by which they are found. */
export interface MyAddress {
  readonly email: string;
  readonly emailKey: string;
}

/** Records a request for a link. */
export async function insertAccessRequest(db: Db, request: MyAddress & { readonly id: string; readonly expiresAt: Date }): Promise<void> {
  await db.insert(myOrdersAccess).values(request);
}

/** Removes requests, links and sessions that have expired. */
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

/** Turns a link into a session, once; false if the link does not work any more. */
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

/** Whose orders a link or a session shows; undefined if it does not work, or not any more. */
export async function findAccess(db: Db, tokenHash: string, isSession: boolean, now: Date): Promise<MyAddress | undefined> {
  const [row] = await db
    .select({ email: myOrdersAccess.email, emailKey: myOrdersAccess.emailKey })
    .from(myOrdersAccess)
    .where(isValid(tokenHash, isSession, now));
  return row;
}

/** The newest placed order with this address, for the name and the address as it was typed; undefined: there is none. */
export async function findNewestOrder(db: Db, address: MyAddress) {
  const [row] = await db
    .select({ email: orders.customerEmail, name: orders.customerName })
    .from(orders)
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
  readonly currency: string;
}

/**
 * A page of the orders placed with this address, newest first. By the address alone: a customer's record also joins orders by telephone numbers and
 * by addresses that differ in a "+tag", which nobody has proved to be theirs.
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
      currency: orders.currency,
    })
    .from(orders)
    .where(isOf(address))
    .orderBy(...NEWEST_FIRST)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const [found] = await db.select({ total: count() }).from(orders).where(isOf(address));
  return { rows, total: found?.total ?? 0 };
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
