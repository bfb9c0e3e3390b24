import { and, desc, eq, ne, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { OrderRow } from "./order/find-order.server.ts";
import { UNPLACED } from "./orders.server.ts";
import { orders } from "./tables.ts";

/** Other orders of an order's customer, found by email or telephone. */
export interface CustomerOrders {
  readonly total: number;
  /** When the first of them was placed; null without any. */
  readonly since: Date | null;
  /** The latest ones, newest first. */
  readonly latest: readonly { readonly id: string; readonly number: string; readonly placedAt: Date }[];
}

const SHOWN = 3;

export async function findCustomerOrders(db: Db, order: Pick<OrderRow, "id" | "emailKey" | "phoneKey">): Promise<CustomerOrders> {
  const { emailKey, phoneKey } = order;
  const isSame = or(
    emailKey === "" ? undefined : eq(orders.emailKey, emailKey),
    phoneKey === "" ? undefined : eq(orders.phoneKey, phoneKey),
  );
  if (isSame === undefined) return { total: 0, since: null, latest: [] };
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      placedAt: orders.placedAt,
      total: sql<number>`(count(*) over ())::int`,
      since: sql<string | null>`min(${orders.placedAt}) over ()`,
    })
    .from(orders)
    .where(and(isSame, ne(orders.id, order.id), notInArray(orders.status, [...UNPLACED])))
    .orderBy(desc(orders.placedAt))
    .limit(SHOWN);
  const [first] = rows;
  return {
    total: first?.total ?? 0,
    since: first === undefined || first.since === null ? null : new Date(first.since),
    latest: rows.flatMap(({ id, number, placedAt }) => (number === null || placedAt === null ? [] : [{ id, number, placedAt }])),
  };
}
