import { and, inArray, like } from "drizzle-orm";
import { DEMO_DAY_KEY } from "#app/orders/domain/demo-day.ts";
import { isEnded, ORDER_STATUSES } from "#app/orders/domain/order.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { orders } from "./tables.ts";

const OPEN = ORDER_STATUSES.filter((status) => !isEnded(status));

/** The demo's orders of a day. */
export const isOfDemoDay = like(orders.checkoutKey, `${DEMO_DAY_KEY}%`);

/** Whether some of the demo's orders of a day are not finished yet. */
export async function hasOpenDemoDay(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.status, OPEN), isOfDemoDay))
    .limit(1);
  return rows.length > 0;
}
