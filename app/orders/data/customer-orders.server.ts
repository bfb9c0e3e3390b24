import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { OrderRow } from "./order/find-order.server.ts";
import { SOLD } from "./figures/order-measures.server.ts";
import { orders } from "./tables.ts";

/** All orders of an order's customer that count, this one included. */
export interface CustomerOrders {
  readonly total: number;
  /** When the first of them was placed; null without any. */
  readonly since: Date | null;
  /** The latest other ones, newest first. */
  readonly latest: readonly { readonly id: string; readonly number: string; readonly placedAt: Date }[];
}

const SHOWN = 3;

export async function findCustomerOrders(db: Db, { id: ownId, customerId }: Pick<OrderRow, "id" | "customerId">): Promise<CustomerOrders> {
  if (customerId === null) return { total: 0, since: null, latest: [] };
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      placedAt: orders.placedAt,
      total: sql<number>`(count(*) over ())::int`,
      since: sql<string | null>`min(${orders.placedAt}) over ()`,
    })
    .from(orders)
    .where(and(eq(orders.customerId, customerId), inArray(orders.status, [...SOLD]), isNotNull(orders.placedAt)))
    .orderBy(desc(orders.placedAt))
    .limit(SHOWN + 1);
  const [first] = rows;
  return {
    total: first?.total ?? 0,
    since: first === undefined || first.since === null ? null : new Date(first.since),
    latest: rows
      .flatMap(({ id, number, placedAt }) => (number === null || placedAt === null || id === ownId ? [] : [{ id, number, placedAt }]))
      .slice(0, SHOWN),
  };
}
