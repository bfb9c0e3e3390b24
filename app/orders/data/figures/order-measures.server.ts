import { and, eq, gt, sql, type SQL } from "drizzle-orm";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import type { TimeFilter } from "#app/orders/domain/figures/clock-spans.ts";
import { taxOfKey } from "#app/orders/domain/figures/figures.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import type { OrderMeasures } from "#app/orders/domain/order-list.schema.ts";
import { hasUntaxed } from "#app/orders/data/tax-lines.server.ts";
import { orderItems, orders, paidForOrder, refundedOfOrder } from "#app/orders/data/tables.ts";

/* SQL conditions for counting orders, shared by reports and the lists behind them, so that they never differ. */

/** Accepted or waiting, not rejected or cancelled. */
export const SOLD: readonly OrderStatus[] = ["received", "accepted", "preparing", "ready", "out_for_delivery", "completed"];
export const CALLED_OFF: readonly OrderStatus[] = ["rejected", "cancelled"];

/** Sold, past the promised time and not ready. */
export function isLate(now: Date): SQL<boolean> {
  return sql`(${orders.status} in ('accepted', 'preparing') and ${orders.promisedAt} < ${now.toISOString()}::timestamptz)`;
}

/** 0 to 23, on the shop's clock. */
export function hourPlaced(zone: string): SQL<number> {
  return sql`extract(hour from ${orders.placedAt} at time zone ${zone}::text)::int`;
}

/** Of the business day: 0 = Sunday. */
function weekdayPlaced(zone: string): SQL<number> {
  return sql`extract(dow from (${orders.placedAt} at time zone ${zone}::text) - interval '${sql.raw(String(BUSINESS_DAY_STARTS_AT_MINUTES))} minutes')::int`;
}

/** The filter by hour and weekday. */
export function timeFilter({ hour, weekday }: OrderMeasures): TimeFilter {
  return { hour: hour === "" ? null : Number(hour), weekday: weekday === "" ? null : Number(weekday) };
}

/** One of ANSWER_STEPS; null = not accepted. */
export const answerStep = sql<string | null>`case
  when ${orders.acceptedAt} is null then null
  when ${orders.acceptedAt} < ${orders.placedAt} + interval '1 minute' then '1'
  when ${orders.acceptedAt} < ${orders.placedAt} + interval '2 minutes' then '2'
  when ${orders.acceptedAt} < ${orders.placedAt} + interval '5 minutes' then '5'
  when ${orders.acceptedAt} < ${orders.placedAt} + interval '10 minutes' then '10'
  else 'longer' end`;

/** One of READY_STEPS; null: not ready, or no time was promised. */
export const readyStep = sql<string | null>`case
  when ${orders.readyAt} is null or ${orders.promisedAt} is null then null
  when ${orders.readyAt} < ${orders.promisedAt} - interval '5 minutes' then 'early'
  when ${orders.readyAt} <= ${orders.promisedAt} then 'on-time'
  when ${orders.readyAt} <= ${orders.promisedAt} + interval '5 minutes' then 'late-5'
  when ${orders.readyAt} <= ${orders.promisedAt} + interval '15 minutes' then 'late-15'
  else 'later' end`;

export interface MeasuresAsked extends OrderMeasures {
  readonly zone: string;
  readonly now: Date;
}

/** Whether the filter needs the lines of orders. */
export function isToldByLines({ product, option }: OrderMeasures): boolean {
  return product !== "" || option !== "";
}

/** Orders that a report counts; "" = any. `isOneByOne` looks up lines per order instead of collecting all lines first. */
export function countedBy(asked: MeasuresAsked, isOneByOne = false): SQL | undefined {
  const { product, option, promotion, tax, reason, answer, ready, zone } = asked;
  const { hour, weekday } = timeFilter(asked);
  const [templateId, optionId] = option.split("-").map(Number);
  const items = (condition: SQL | undefined) =>
    sql`exists (select from ${orderItems} where ${and(eq(orderItems.orderId, orders.id), condition)} ${isOneByOne ? sql`offset 0` : sql``})`;
  return and(
    hour === null ? undefined : sql`${hourPlaced(zone)} = ${hour}`,
    weekday === null ? undefined : sql`${weekdayPlaced(zone)} = ${weekday}`,
    product === "" ? undefined : items(and(eq(orderItems.productId, Number(product)), eq(orderItems.isFreeItem, false))),
    option === "" ? undefined : items(sql`${orderItems.options} @> ${JSON.stringify([{ templateId, optionId }])}::jsonb`),
    promotion === ""
      ? undefined
      : and(
          // Evaluated per order, and much faster than the JSON path.
          sql`${orders.appliedPromotions} @> ${JSON.stringify([{ promotionId: Number(promotion) }])}::jsonb`,
          sql`jsonb_path_exists(${orders.appliedPromotions}, '$[*] ? (@.promotionId == $id && @.amount > 0)', jsonb_build_object('id', ${Number(promotion)}::int))`,
        ),
    tax === "" ? undefined : ofTax(tax),
    reason === "" ? undefined : sql`coalesce(${orders.reasonCode}, 'none') = ${reason}`,
    answer === "" ? undefined : sql`${answerStep} = ${answer}`,
    ready === "" ? undefined : sql`${readyStep} = ${ready}`,
    asked.with === "" ? undefined : WITH[asked.with](asked.now),
  );
}

function ofTax(key: string): SQL {
  const tax = taxOfKey(key);
  return tax.rate === 0 ? hasUntaxed : sql`${orders.taxLines} @> ${JSON.stringify([tax])}::jsonb`;
}

const WITH: Readonly<Record<Exclude<OrderMeasures["with"], "">, (now: Date) => SQL | undefined>> = {
  discounts: () => gt(orders.promotionDiscountCents, 0),
  fees: () => gt(orders.deliveryFeeCents, 0),
  tax: () => and(gt(orders.taxCents, 0), eq(orders.isTaxIncluded, false)),
  tips: () => gt(orders.tipCents, 0),
  refunds: () => sql`${refundedOfOrder(orders)} > 0`,
  uncharged: () => sql`${paidForOrder(orders)} + ${refundedOfOrder(orders)} < ${orders.finalTotalCents}`,
  kept: () => gt(orders.capturedCents, orders.refundedCents),
  late: isLate,
};
