import { and, eq, inArray, sql } from "drizzle-orm";
import { isOneOf } from "#app/catalogue/data/is-one-of.ts";
import type { TaxLine } from "#app/cart/domain/pricing/priced-cart.ts";
import { SOLD } from "#app/orders/data/figures/order-measures.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { allTaxLines } from "#app/orders/data/tax-lines.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { SHOP_CURRENCY } from "#app/store/data/shop-currency.server.ts";

/** The tax lines of these customers' orders in the shop's currency, before refunds, one for each name and rate. Rejected and cancelled orders do not count. */
export async function listCustomerTaxes(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, readonly TaxLine[]>> {
  const line = sql`jsonb_to_recordset(${allTaxLines}) t(label text, rate int, base int, amount int)`;
  const rows = await db
    .select({
      id: orders.customerId,
      label: sql<string>`t.label`,
      rate: sql<number>`t.rate`,
      base: sql<number>`sum(t.base)::float8`,
      amount: sql<number>`sum(t.amount)::float8`,
    })
    .from(orders)
    .crossJoinLateral(line)
    .where(and(isOneOf(orders.customerId, ids), inArray(orders.status, [...SOLD]), eq(orders.currency, SHOP_CURRENCY)))
    .groupBy(orders.customerId, sql`t.label`, sql`t.rate`);
  return Map.groupBy(rows, ({ id }) => id ?? 0);
}
