import { money } from "./arithmetic.ts";
import type { Query } from "./file-books.ts";

interface CountedOrder {
  readonly number: string;
  readonly day: string;
  readonly currency: string;
  readonly final: number;
  readonly captured: number;
  /** Refunded by card until the end of the last closed day. */
  readonly returned: number;
  /** Its payment falls into the closed days. */
  readonly is_due: boolean;
  readonly orders: number;
  readonly card: number;
  readonly at_pickup: number;
  readonly refunds: number;
}

/** An order or a refund stored near the end of the last closed day may belong to the next one. */
const SETTLED = "last.ends_at - interval '5 minutes'";

/**
 * Orders unchanged since before the end of the last closed day. A card order, or one that staff took money for, counts when it was
 * accepted; any other when it was completed (docs/rules/end-of-day.md). Skipped while the closed days have several currencies, and without
 * refunds that the bank returned.
 */
const COUNTED_ORDERS = `with closed as (select id, starts_at, ends_at, currency from day_closings where reopened_at is null),
    last as (select min(starts_at) as starts_at, max(ends_at) as ends_at, min(currency) as currency from closed having count(distinct currency) = 1),
    due as (select o.*, case when captured_cents > 0 then coalesce(accepted_at, ended_at)
        when paid_by is not null then case when status not in ('rejected', 'cancelled') then accepted_at end
        when status = 'completed' then completed_at end as at
      from orders o where placed_at is not null and not is_test)
  select due.number, business_date::text as day, due.currency, final_total_cents as final, captured_cents as captured,
    (select coalesce(sum(amount_cents), 0)::int from refunds r where r.order_id = due.id and r.status = 'succeeded' and r.settled_at < last.ends_at) as returned,
    coalesce(at >= last.starts_at and at < last.ends_at, false) as is_due, orders, card, at_pickup, refunds
  from due join last on last.currency = due.currency,
    lateral (select coalesce(sum((d.counted ->> 'orders')::int), 0)::int as orders, coalesce(sum((d.counted ->> 'card')::int), 0)::int as card,
      coalesce(sum((d.counted ->> 'atPickup')::int), 0)::int as at_pickup, coalesce(sum((d.counted ->> 'refunds')::int), 0)::int as refunds
      from day_closing_orders d where d.order_id = due.id and d.closing_id in (select id from closed)) as counted
  where not exists (select from order_events e where e.order_id = due.id and e.at >= ${SETTLED})
    and not exists (select from refunds r where r.order_id = due.id
      and (r.status in ('failed', 'canceled') or r.settled_at >= ${SETTLED}))
  order by placed_at`;

/** Checks that the closed days count each order once if its payment falls into them, with its exact amounts. */
export async function auditCounted(query: Query): Promise<readonly string[]> {
  const { rows }: { readonly rows: readonly CountedOrder[] } = await query(COUNTED_ORDERS, []);
  return rows.flatMap((order) => {
    const named = `order ${order.number} of ${order.day}`;
    const times = order.is_due ? 1 : 0;
    if (order.orders !== times) return [`${named}: the closed days count it ${order.orders} times, by its payment ${times}`];
    const returned = Math.min(order.returned, order.captured);
    // Refunds above the total are neither a payment nor a refund.
    const removed = Math.min(returned, Math.max(0, order.captured - order.final));
    const amounts = [
      ["cards", order.captured - removed, order.card],
      ["in person", order.captured > 0 ? 0 : order.final, order.at_pickup],
      ["refunds", returned - removed, order.refunds],
    ] as const;
    return amounts.flatMap(([name, amount, counted]) =>
      times * amount === counted
        ? []
        : [
            `${named}: ${name}: ${money(times * amount, order.currency)} by the order, ${money(counted, order.currency)} in the closed days`,
          ],
    );
  });
}
