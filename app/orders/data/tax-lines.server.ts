import { inArray, sql } from "drizzle-orm";
import type { TaxLine } from "#app/cart/domain/pricing/priced-cart.ts";
import { orders } from "#app/orders/data/tables.ts";
import { UNTAXED } from "#app/orders/domain/closing/tax-cells.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/**
 * The amount sold at 0 % or exempt, after discounts: lines without a rate, and an untaxed delivery fee. Orders of early versions do not
 * store whether it is taxed; tax without a line is then the fee's.
 */
const untaxed = sql`(select coalesce(sum(i.line_total_cents - i.discount_cents) filter (where i.tax_rate_ppm = 0 and i.tax_cents = 0), 0)
    + case when coalesce((orders.tax_table ->> 'delivery')::int, orders.tax_cents - coalesce(sum(i.tax_cents), 0)) > 0 then 0
      else orders.delivery_fee_cents - orders.delivery_discount_cents end
  from order_items i where i.order_id = orders.id)`;

export const hasUntaxed = sql`${untaxed} <> 0`;

/**
 * The stored tax lines of an order, and the untaxed line, which is not stored: every table of tax by rate has it. "offset 0" makes the
 * planner compute it once.
 */
export const allTaxLines = sql<readonly TaxLine[]>`(select orders.tax_lines || case when u.base = 0 then '[]'::jsonb
    else jsonb_build_array(jsonb_build_object('label', ${UNTAXED}::text, 'rate', 0, 'base', u.base, 'amount', 0)) end
  from (select ${untaxed} as base offset 0) u)`;

export async function listTaxLines(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, readonly TaxLine[]>> {
  const rows = await db
    .select({ id: orders.id, lines: allTaxLines })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  return new Map(rows.map(({ id, lines }) => [id, lines]));
}
