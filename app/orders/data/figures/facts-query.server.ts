import { SHOP_CURRENCY } from "#app/store/data/shop-currency.server.ts";
import { sql, type SQL } from "drizzle-orm";
import type { FactKind } from "#app/orders/domain/figures/figures.ts";
import type { DaySpan } from "#app/orders/domain/figures/report-period.ts";
import { answerStep, CALLED_OFF, hourPlaced, readyStep, SOLD } from "./order-measures.server.ts";
import { STAFF_DISCOUNT_ID, STAFF_DISCOUNT_NAME } from "#app/promotions/domain/staff-discount.ts";
import { allTaxLines } from "#app/orders/data/tax-lines.server.ts";
import { orders, paidForOrder, refundedOfOrder } from "#app/orders/data/tables.ts";

/** The version of this query's result. Increase it with every change; precomputed days of another version are ignored. */
export const FACTS_VERSION = 5;

/**
 * The facts of these days' orders without test orders, by day. `kinds` limits the work, and the reading of lines. Gifts are excluded; an option counts once per unit.
 * "lateral … offset 0" makes the planner use the index per day and order; it cannot estimate how few rows a day has.
 */
export function factsQuery(spans: readonly DaySpan[], zone: string, kinds?: readonly FactKind[]): SQL {
  const all = factsOfKinds(zone);
  const wanted = kinds === undefined ? Object.values(all) : kinds.map((kind) => all[kind]);
  return sql`with placed as materialized (
      select s.starts_at, orders.id, orders.status in ${SOLD} as is_sold, ${orders.fulfillment} as fulfillment, ${orders.finalTotalCents} as final,
        ${paidForOrder(orders)} as paid, ${refundedOfOrder(orders)} as back, ${orders.capturedCents} - ${orders.refundedCents} as kept, ${orders.subTotalCents} as items, ${orders.promotionDiscountCents} as discount,
        ${orders.deliveryFeeCents} as fee, ${orders.taxCents} as tax, ${orders.isTaxIncluded} as is_tax_inside, ${orders.tipCents} as tip,
        ${orders.appliedPromotions} as promotions, ${orders.reasonCode} as reason, ${orders.placedAt}, ${orders.acceptedAt}, ${orders.promisedAt}, ${orders.readyAt}
      from ${spanRows(spans)} cross join lateral (select * from orders where placed_at >= s.starts_at and placed_at < s.ends_at offset 0) orders
      where orders.status in ${[...SOLD, ...CALLED_OFF]} and not ${orders.isTest} and ${orders.currency} = ${SHOP_CURRENCY}
    ), lines as materialized (
      select placed.starts_at, i.product_id, i.name, i.quantity, i.line_total_cents - i.discount_cents as paid, i.is_free_item, i.options
      from placed cross join lateral (select * from order_items where order_id = placed.id offset 0) i where placed.is_sold
    ), taxes as materialized (
      select placed.starts_at, placed.id, t.label, t.rate, t.base, t.amount
      from placed cross join lateral (select * from orders where id = placed.id offset 0) orders
        cross join lateral jsonb_to_recordset(${allTaxLines}) t(label text, rate int, base int, amount int) where placed.is_sold
    ) ${sql.join([...wanted], sql` union all `)}`;
}

/** Days as rows of `s`. */
export function spanRows(spans: readonly DaySpan[]): SQL {
  const instants = (list: readonly Date[]) => `{${list.map((at) => at.toISOString()).join(",")}}`;
  return sql`unnest(${instants(spans.map((span) => span.startsAt))}::timestamptz[], ${instants(spans.map((span) => span.endsAt))}::timestamptz[]) s(starts_at, ends_at)`;
}

/** One row per day, then one per sum: a row per order and sum would be ten times as many. */
const sums = sql`select starts_at, 'sum' as kind, v.key, '' as label, v.n::bigint as count, coalesce(v.amount, 0)::bigint as amount
    from (
      select starts_at, count(*) as orders, sum(paid) as paid,
        count(*) filter (where fulfillment = 'pickup') as picked_up, sum(paid) filter (where fulfillment = 'pickup') as paid_pickup,
        count(*) filter (where fulfillment = 'delivery') as delivered, sum(paid) filter (where fulfillment = 'delivery') as paid_delivery,
        sum(items) as items, count(*) filter (where discount > 0) as discounted, sum(discount) as discounts,
        count(*) filter (where fee > 0) as with_fee, sum(fee) as fees,
        count(*) filter (where tax > 0 and not is_tax_inside) as taxed, sum(tax) filter (where not is_tax_inside) as tax,
        count(*) filter (where tax > 0 and is_tax_inside) as taxed_inside, sum(tax) filter (where is_tax_inside) as tax_inside,
        count(*) filter (where tip > 0) as tipped, sum(tip) as tips, count(*) filter (where back > 0) as refunded, sum(back) as refunds,
        count(*) filter (where final - back > paid) as undercharged, sum(final - back - paid) as uncharged
      from placed where is_sold group by starts_at
    ) day cross join lateral (values ('sold', orders, paid), ('pickup', picked_up, paid_pickup), ('delivery', delivered, paid_delivery), ('items', orders, items),
      ('discounts', discounted, discounts), ('fees', with_fee, fees), ('tax', taxed, tax), ('taxInside', taxed_inside, tax_inside), ('tips', tipped, tips),
      ('refunds', refunded, refunds), ('uncharged', undercharged, uncharged)) v(key, n, amount)
    union all
    select starts_at, 'sum', 'calledOff', '', count(*), sum(final) from placed where not is_sold group by starts_at
    union all
    select starts_at, 'sum', 'kept', '', count(*), sum(kept) from placed where not is_sold and kept > 0 group by starts_at`;

/** By name and rate: number of orders, and the tax (`amount`) or its taxed amount (`base`). */
const taxFacts = (kind: "tax" | "taxed", column: "amount" | "base") =>
  sql`select starts_at, ${sql.raw(`'${kind}'`)} as kind, rate || ' ' || label as key, label, count(distinct id) as count, sum(${sql.raw(column)}) as amount
    from taxes group by starts_at, rate, label`;

/** Columns of each kind: starts_at, kind, key, label, count, amount. */
const factsOfKinds = (zone: string): Readonly<Record<FactKind, SQL>> => ({
  sum: sums,
  hour: sql`select starts_at, 'hour' as kind, hour::text as key, '' as label, count(*) as count, sum(paid) as amount
    from (select starts_at, ${hourPlaced(zone)} as hour, paid from placed orders where is_sold) placed group by starts_at, hour`,
  item: sql`select starts_at, 'item' as kind, product_id::text as key, max(name) as label, sum(quantity) as count, sum(paid) as amount
    from lines where not is_free_item group by starts_at, product_id`,
  option: sql`select starts_at, 'option' as kind, o."templateId" || '-' || o."optionId" as key, max(o."group" || ': ' || o.name) as label,
      sum(o.quantity * lines.quantity) as count, sum(o."priceDelta" * (o.quantity - coalesce(o."freeQuantity", 0)) * lines.quantity) as amount
    from lines cross join lateral jsonb_to_recordset(lines.options) o("templateId" int, "optionId" int, "group" text, name text, quantity int, "freeQuantity" int, "priceDelta" int)
    where lines.options <> '[]' and o."optionId" > 0 group by starts_at, o."templateId", o."optionId"`,
  promotion: sql`select starts_at, 'promotion' as kind, p."promotionId"::text as key,
      case p."promotionId" when ${STAFF_DISCOUNT_ID} then ${STAFF_DISCOUNT_NAME} else max(p.title) end as label, count(*) as count, sum(p.amount) as amount
    from placed cross join lateral jsonb_to_recordset(placed.promotions) p("promotionId" int, title text, amount int) where is_sold and p.amount > 0
    group by starts_at, p."promotionId"`,
  tax: taxFacts("tax", "amount"),
  taxed: taxFacts("taxed", "base"),
  reason: sql`select starts_at, 'reason' as kind, coalesce(reason, 'none') as key, '' as label, count(*) as count, sum(final) as amount
    from placed where not is_sold group by starts_at, reason`,
  answer: sql`select starts_at, 'answer' as kind, step as key, '' as label, count(*) as count, sum(seconds) as amount
    from (select starts_at, ${answerStep} as step, extract(epoch from ${orders.acceptedAt} - ${orders.placedAt})::bigint as seconds from placed orders) answered
    where step is not null group by starts_at, step`,
  ready: sql`select starts_at, 'ready' as kind, step as key, '' as label, count(*) as count, sum(seconds) as amount
    from (select starts_at, ${readyStep} as step, extract(epoch from ${orders.readyAt} - ${orders.promisedAt})::bigint as seconds from placed orders) made
    where step is not null group by starts_at, step`,
});
