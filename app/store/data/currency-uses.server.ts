import { and, count, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import type { CurrencyUses } from "#app/store/domain/currency-change.ts";
import { MAX_SCHEDULE_DAYS_AHEAD } from "#app/values/limits.ts";
import { SHOP_CURRENCY } from "./shop-currency.server.ts";

const OPEN = ["awaiting_payment", "received", "accepted", "preparing", "ready", "out_for_delivery"] as const;

/** Records with amounts in the current currency. Call it under the settings lock. */
export async function countCurrencyUses(tx: Db): Promise<CurrencyUses> {
  const [[open], [fixed]] = await Promise.all([
    tx
      .select({ total: count() })
      .from(orders)
      .where(
        or(inArray(orders.status, [...OPEN]), inArray(orders.paymentState, ["pending", "authorized"]), isNotNull(orders.pendingAction)),
      ),
    tx
      .select({ total: count() })
      .from(promotions)
      .where(
        and(
          ne(promotions.status, "archived"),
          // Ended promotions count, too: they can be extended.
          or(isNotNull(promotions.capCents), isNotNull(promotions.budgetCents), hasAmount, hasSpendCondition),
        ),
      ),
  ]);
  // Counted after the open ones: an order completed in between is in one of the two counts.
  const uncounted = await countUncounted(tx);
  return { orders: open?.total ?? 0, promotions: fixed?.total ?? 0, uncounted };
}

/**
 * Orders in the current currency that the next closed day would count, by the rule of `readUncountedOrders` (in a higher layer). After a
 * currency change no closed day would count them.
 */
async function countUncounted(tx: Db): Promise<number> {
  const [row] = await tx.execute<{ total: number }>(
    sql`with books as (
        select min(starts_at) as begin, (array_agg(case when reopened_at is null then ends_at else starts_at end order by number desc, version desc))[1]
          - make_interval(days => ${MAX_SCHEDULE_DAYS_AHEAD + 2}) as since from day_closings
      )
      select count(*)::int as total from books cross join orders o
        cross join lateral (select o.paid_by is not null and o.status not in ('rejected', 'cancelled') as is_kept) taken
        cross join lateral (select o.captured_cents > 0 or o.status = 'completed' or taken.is_kept as is_sale,
          case when o.captured_cents > 0 then coalesce(o.accepted_at, o.ended_at) when taken.is_kept then o.accepted_at
            when o.status = 'completed' then o.completed_at end as at,
          least((select coalesce(sum(amount_cents), 0) from refunds where order_id = o.id and status = 'succeeded'), o.captured_cents) as refunded) here
        left join lateral (select is_sale, captured_cents, refunded_cents from day_closing_orders where order_id = o.id order by closing_id desc limit 1) seen
          on true
      where not o.is_test and o.currency = ${SHOP_CURRENCY}
        and (o.placed_at >= books.since or o.accepted_at >= books.since or o.completed_at >= books.since or o.ended_at >= books.since
          or o.id in (select order_id from refunds where settled_at >= books.since))
        and case when seen.is_sale is null then here.at >= books.begin
          else (seen.is_sale, seen.captured_cents, seen.refunded_cents) <> (here.is_sale, o.captured_cents, here.refunded) end`,
    "objects",
  );
  return row?.total ?? 0;
}

/** The names of all money fields of actions; tiers contain amounts if their unit is "amount". */
const hasAmount = sql`(${promotions.actionParams} ->> 'unit' = 'amount' or jsonb_path_exists(${promotions.actionParams}, '$.**.amount ? (@ != null)')
  or jsonb_path_exists(${promotions.actionParams}, '$.**.price ? (@ != null)') or jsonb_path_exists(${promotions.actionParams}, '$.**.spend ? (@ != null)'))`;
/** Kinds of conditions that contain amounts; the kinds are defined in a higher layer. */
export const MONEY_CONDITIONS: readonly string[] = ["subtotal", "customer-spent"];
const hasSpendCondition = sql`jsonb_path_exists(${promotions.condition}, '$.**.type ? (@ == $types[*])', ${JSON.stringify({ types: MONEY_CONDITIONS })}::jsonb)`;
