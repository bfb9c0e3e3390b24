import { and, count, desc, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { NEWEST_FIRST } from "#app/orders/data/orders.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { myOrdersAccess } from "./tables.ts";

/** Notes that somebody asked for a link, and removes what has expired. */
export async function insertAccessRequest(
  db: Db,
  request: { readonly id: string; readonly emailKey: string; readonly expiresAt: Date },
  now: Date,
) {
  await db.delete(myOrdersAccess).where(lt(myOrdersAccess.expiresAt, now));
  await db.insert(myOrdersAccess).values(request);
}

/** A request that has no link yet, locked; undefined if there is none, or it has expired. */
export async function lockAccessRequest(tx: Db, id: string, now: Date): Promise<{ readonly emailKey: string } | undefined> {
  const [row] = await tx
    .select({ emailKey: myOrdersAccess.emailKey })
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
export async function findAccess(
  db: Db,
  tokenHash: string,
  isSession: boolean,
  now: Date,
): Promise<{ readonly emailKey: string } | undefined> {
  const [row] = await db
    .select({ emailKey: myOrdersAccess.emailKey })
    .from(myOrdersAccess)
    .where(isValid(tokenHash, isSession, now));
  return row;
}

/** The newest placed order under this email, for the address as it was typed and the name; undefined: there is none. */
export async function findNewestOrder(db: Db, emailKey: string) {
  const [row] = await db
    .select({ email: orders.customerEmail, name: orders.customerName })
    .from(orders)
    .where(isOf(emailKey))
    .orderBy(desc(orders.placedAt))
    .limit(1);
  return row;
}

export interface MyOrder {
  readonly token: string;
  readonly number: string | null;
  readonly placedAt: Date | null;
  readonly status: OrderStatus;
  readonly finalTotal: number;
  readonly currency: string;
}

/**
 * A page of the orders placed with this email, newest first. By the email alone: a customer's record also joins orders by telephone numbers, which
 * nobody has proved to be theirs.
 */
export async function listMyOrders(
  db: Db,
  emailKey: string,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly MyOrder[]; readonly total: number }> {
  const rows = await db
    .select({
      token: orders.publicToken,
      number: orders.number,
      placedAt: orders.placedAt,
      status: orders.status,
      finalTotal: sql<number>`${orders.finalTotalCents}`,
      currency: orders.currency,
    })
    .from(orders)
    .where(isOf(emailKey))
    .orderBy(...NEWEST_FIRST)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const [found] = await db.select({ total: count() }).from(orders).where(isOf(emailKey));
  return { rows, total: found?.total ?? 0 };
}

function isOf(emailKey: string) {
  return and(eq(orders.emailKey, emailKey), isNotNull(orders.number), eq(orders.isTest, false));
}

function isValid(tokenHash: string, isSession: boolean, now: Date) {
  return and(eq(myOrdersAccess.tokenHash, tokenHash), eq(myOrdersAccess.isSession, isSession), gt(myOrdersAccess.expiresAt, now));
}
