import type { Query, TaxLineRow, TaxTableRow } from "./file-books.ts";

/* The rows that the auditor reads from the shop's tables. */

/** Marks a staff discount in place of a promotion id. */
export const BY_STAFF = 0;

interface AppliedRow {
  readonly promotionId: number;
  readonly amount: number;
  /** The staff discount, in cents or parts per million. */
  readonly byStaff?: { readonly kind: string; readonly amount?: number; readonly rate?: number };
  /** The discount per line id, and on the delivery fee; absent in orders of early versions. */
  readonly lineShares?: Readonly<Record<string, number>>;
  readonly deliveryShare?: number;
}

export interface OrderRow {
  readonly id: string;
  readonly number: string | null;
  readonly business_date: string | null;
  readonly status: string;
  /** "web", or how staff took the order. Staff orders are accepted immediately, so the first email is the acceptance. */
  readonly source: string;
  /** The customer pays by payment link, as in the shop. */
  readonly pay_by: Date | null;
  /** Money that staff took with the order. */
  readonly paid_by: string | null;
  readonly fulfillment: string;
  /** The order that it was added to. */
  readonly goes_with: string | null;
  readonly has_email: boolean;
  readonly payment_state: string;
  readonly gateway: string;
  readonly payment_intent_id: string | null;
  /** Lower-case code. */
  readonly currency: string;
  readonly sub_total_cents: number;
  readonly promotion_discount_cents: number;
  readonly delivery_fee_cents: number;
  readonly delivery_discount_cents: number;
  readonly tax_cents: number;
  readonly tax_lines: readonly TaxLineRow[];
  /** The tax rates at the time of the order, and their taxes; null: not stored by an earlier version. */
  readonly tax_table: TaxTableRow | null;
  readonly is_tax_included: boolean;
  readonly tip_cents: number;
  readonly total_cents: number;
  readonly final_total_cents: number;
  readonly captured_cents: number;
  readonly refunded_cents: number;
  readonly applied_promotions: readonly AppliedRow[];
  readonly is_stock_taken: boolean;
  readonly placed_at: Date | null;
  readonly accepted_at: Date | null;
  readonly completed_at: Date | null;
  readonly created_at: Date;
  readonly has_pending_action: boolean;
  /** Its customer was erased, and its emails with them (docs/rules/privacy.md). */
  readonly is_erased: boolean;
}

interface VariantUnits {
  readonly id: number;
  readonly units: number;
}

/** Stock held by an order, according to the movements. */
interface HeldRow {
  readonly order_id: string;
  /** "product 3" or "variant 12" */
  readonly stock: string;
  readonly units: number;
}

export interface ItemRow {
  readonly id: string;
  readonly order_id: string;
  readonly product_id: number;
  readonly name: string;
  readonly quantity: number;
  readonly stock_taken: number | null;
  /** Units taken from combinations of options. */
  readonly variants_taken: readonly VariantUnits[];
  readonly base_price_cents: number;
  /** For its options, in addition to the included units. */
  readonly extra_cents: number;
  readonly unit_price_cents: number;
  readonly line_total_cents: number;
  readonly discount_cents: number;
  readonly tax_rate_ppm: number;
  readonly tax_cents: number;
  readonly is_free_item: boolean;
  /** For a line sold by weight; weights in grams or hundredths of a pound. */
  readonly weight: WeightRow | null;
}

export interface WeightRow {
  readonly unit: "kg" | "100g" | "lb";
  readonly price: number;
  readonly extras: number;
  readonly steps: number;
  readonly ordered: number;
  readonly actual: number | null;
  readonly charged: number;
  /** The charged amount after refunds, where a closed day stores it. */
  readonly paid?: number;
}

/** A stock that differs from its last movement. */
interface MovedStockRow {
  /** As in `held`. */
  readonly stock: string;
  readonly units: number | null;
  readonly moved_to: number | null;
}

interface EventRow {
  readonly order_id: string;
  readonly at: Date;
  readonly event: string;
  readonly from_status: string | null;
  readonly to_status: string;
  /** The goods of this order were not restocked when it was cancelled. */
  readonly keeps_stock: boolean | null;
  /** How staff were paid when they entered the order; "" = unpaid; null: not stored. */
  readonly paid_by: string | null;
  /**
   * The amount that staff refunded; null: another event, or refunds made at the provider, which the shop imports together and without an
   * email.
   */
  readonly refunded: number | null;
}

/** A movement that does not start at the previous movement's result. */
interface BrokenMovementRow {
  /** As in `held`. */
  readonly stock: string;
  readonly was: number | null;
  readonly before: number | null;
}

interface RefundRow {
  readonly order_id: string;
  readonly amount_cents: number;
  readonly status: string;
}

/** The payment problems listed for staff. */
export interface ProblemRow {
  readonly kind: string;
  /** The provider's id of the payment. */
  readonly intent_id: string | null;
  readonly amount_cents: number;
}

interface MirrorRow {
  readonly order_id: string;
  readonly provider_id: string | null;
  readonly received_cents: number;
}

export interface UseRow {
  readonly order_id: string;
  readonly promotion_id: number;
  readonly amount_cents: number;
  readonly state: string;
  /** Its contact data is that of the order. */
  readonly is_of_customer: boolean;
}

interface PromotionRow {
  readonly id: number;
  readonly name: string;
  readonly total_uses: number | null;
  readonly budget_cents: number | null;
  readonly uses: number;
  readonly spent: number;
  /** Used since its last change; a limit that was set or lowered then does not cover earlier uses. */
  readonly is_used_since: boolean;
}

/** A code, or one customer's uses of an offer or code, over its limit. */
interface OveruseRow {
  /** The offer's name, or the code. */
  readonly name: string;
  readonly allowed: number;
  readonly uses: number;
  readonly is_code: boolean;
  readonly is_by_one_customer: boolean;
}

interface MailRow {
  readonly order_id: string;
  readonly kind: string;
  readonly count: number;
}

interface DayRow {
  readonly starts_at: Date;
  readonly ends_at: Date;
  /** In the dashboard's format. */
  readonly orders: number;
  readonly paid: number;
}

interface ReceiptsRow {
  /** Orders with a receipt number, different numbers, and the highest one. */
  readonly orders: number;
  readonly numbers: number;
  readonly highest: number;
  readonly last: number;
}

export interface Books {
  /** The shop's currency; the dashboard ignores orders in other currencies. */
  readonly currency: string;
  readonly orders: readonly OrderRow[];
  readonly items: readonly ItemRow[];
  readonly held: readonly HeldRow[];
  /** Products and variants (as in `held`) with stock counted throughout, each with the time from which its movements name their orders. */
  readonly counted: ReadonlyMap<string, Date>;
  /** Earlier orders may have taken stock without a movement. */
  readonly movementsSince: Date | null;
  readonly wrongStocks: readonly MovedStockRow[];
  readonly brokenMovements: readonly BrokenMovementRow[];
  readonly events: readonly EventRow[];
  readonly refunds: readonly RefundRow[];
  readonly mirror: readonly MirrorRow[];
  /** All unsettled payment problems, of any date. */
  readonly openProblems: readonly ProblemRow[];
  readonly uses: readonly UseRow[];
  readonly promotions: readonly PromotionRow[];
  readonly overuses: readonly OveruseRow[];
  readonly mails: readonly MailRow[];
  /** Older emails may have been removed. */
  readonly mailsSince: Date;
  readonly days: readonly DayRow[];
  /** For all orders of the shop. */
  readonly receipts: ReceiptsRow | undefined;
}

/** Statement of the shop's report query: days that an earlier release aggregated are not shown, and not compared. */
const DAYS_VERSION = 5;

const STOCK_NAME = "coalesce('variant ' || variant_id, 'product ' || product_id)";

/**
 * During an update, processes of a release without movements also change stock: their changes look like edits, without a user or within an
 * order's transaction.
 */
const COUNTED = `with moved as (select ${STOCK_NAME} as stock, bool_or(after is null) as is_ended, max(at) filter (where reason = 'edit' and before is not null
      and (user_name = '' or at in (select at from audit_log where action like 'order-%'))) as unnamed from stock_movements group by stock)
  select stock, coalesce(unnamed + interval '1 minute', 'epoch') as named
    from (select 'product ' || id as stock from products where stock is not null
      union all select 'variant ' || id from product_variants where stock is not null) as counted
    left join moved using (stock) where is_ended is not true`;

/** Triggers record every stock change; the last one is the current stock. */
const WRONG_STOCKS = `with last as (select distinct on (stock) stock, after from (select id, after, ${STOCK_NAME} as stock from stock_movements) as moves
    order by stock, id desc)
  select stock, units, after as moved_to from last
    join (select 'product ' || id as stock, stock as units from products
      union all select 'variant ' || id, stock from product_variants where gone_at is null) as counted using (stock)
    where units is distinct from after order by stock`;

const BROKEN_MOVEMENTS = `select stock, was, before from (select id, before, lag(after) over of_stock as was, row_number() over of_stock as place,
      ${STOCK_NAME} as stock from stock_movements window of_stock as (partition by ${STOCK_NAME} order by id)) as moves
    where place > 1 and before is distinct from was order by id`;

const WANTED = "select id from orders where created_at >= $1";

/**
 * A customer is one email address or one telephone number. A code's limits never change; an offer's limits apply to uses after its last
 * change.
 */
const OVERUSES = `with counted as (select promotion_id, coupon_code_id, email_key, phone_key, created_at from promotion_uses where state in ('held', 'redeemed')),
  by_contact as (select promotion_id, coupon_code_id, created_at, email_key as contact from counted where email_key <> ''
    union all select promotion_id, coupon_code_id, created_at, phone_key from counted where phone_key <> '')
  select c.code as name, c.max_uses as allowed, count(*)::int as uses, true as is_code, false as is_by_one_customer
    from counted join coupon_codes c on c.id = coupon_code_id group by c.id having count(*) > c.max_uses
  union all select c.code, c.per_customer_uses, count(*)::int, true, true
    from by_contact join coupon_codes c on c.id = coupon_code_id group by c.id, contact having count(*) > c.per_customer_uses
  union all select p.name, p.per_customer_uses, count(*)::int, false, true
    from by_contact b join promotions p on p.id = promotion_id group by p.id, contact
    having count(*) > p.per_customer_uses and max(b.created_at) > p.updated_at`;

/**
 * Reads the orders begun since then with all related rows; emails may be stored for a shorter time. The caller opens one transaction, so
 * that all rows are from one snapshot.
 */
export async function readBooks(query: Query, since: Date, mailsSince: Date = since): Promise<Books> {
  const read = async <Row>(text: string, values: readonly unknown[] = [since]): Promise<readonly Row[]> => (await query(text, values)).rows;
  return {
    currency:
      (await read<{ readonly currency: string }>(`select lower(value #>> '{}') as currency from settings where key = 'CURRENCY'`, []))[0]
        ?.currency ?? "usd",
    orders:
      await read<OrderRow>(`select id, number, business_date::text, status, source, pay_by, paid_by, fulfillment, goes_with, customer_email <> '' as has_email, payment_state, gateway, payment_intent_id, currency, sub_total_cents,
      promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, tax_table, is_tax_included, tip_cents, total_cents,
      final_total_cents, captured_cents, refunded_cents, applied_promotions, is_stock_taken, placed_at, accepted_at, completed_at, created_at,
      pending_action is not null as has_pending_action,
      customer_name = 'Erased customer' and customer_email = '' as is_erased from orders where created_at >= $1 order by created_at`),
    items:
      await read<ItemRow>(`select id, order_id, product_id, name, quantity, stock_taken, variants_taken, base_price_cents, unit_price_cents,
      (select coalesce(sum((each ->> 'priceDelta')::int * ((each ->> 'quantity')::int - coalesce((each ->> 'freeQuantity')::int, 0))), 0)::int
        from jsonb_array_elements(options) as each) as extra_cents, line_total_cents, discount_cents, tax_rate_ppm,
      tax_cents, is_free_item, weight from order_items where order_id in (${WANTED}) order by order_id, position`),
    held: await read<HeldRow>(`select order_id, ${STOCK_NAME} as stock, sum(before - after)::int as units from stock_movements
      where order_id in (${WANTED}) group by order_id, stock`),
    counted: new Map((await read<{ readonly stock: string; readonly named: Date }>(COUNTED, [])).map(({ stock, named }) => [stock, named])),
    movementsSince: (await read<{ readonly at: Date | null }>("select min(at) as at from stock_movements", []))[0]?.at ?? null,
    wrongStocks: await read<MovedStockRow>(WRONG_STOCKS, []),
    brokenMovements: await read<BrokenMovementRow>(BROKEN_MOVEMENTS, []),
    events: await read<EventRow>(
      `select order_id, at, event, from_status, to_status, data->>'restock' = 'false' as keeps_stock,
        case when data ? 'paid_by' then coalesce(data->>'paid_by', '') end as paid_by,
        case when event = 'refund' and actor <> 'system' then (data->>'amount')::int end as refunded from order_events where order_id in (${WANTED}) order by order_id, id`,
    ),
    refunds: await read<RefundRow>(`select order_id, amount_cents, status from refunds where order_id in (${WANTED})`),
    openProblems: await read<ProblemRow>("select kind, intent_id, amount_cents from payment_problems where settled_at is null", []),
    mirror: await read<MirrorRow>(`select order_id, provider_id, received_cents from payment_intents where order_id in (${WANTED})`),
    uses: await read<UseRow>(`select order_id, promotion_id, amount_cents, state, (u.email_key, u.phone_key) = (o.email_key, o.phone_key) as is_of_customer
        from promotion_uses u join orders o on o.id = order_id where order_id in (${WANTED})`),
    promotions: await read<PromotionRow>(
      `select p.id, p.name, p.total_uses, p.budget_cents, count(u.id)::int as uses, coalesce(sum(u.amount_cents), 0)::float8 as spent,
          coalesce(max(u.created_at) > p.updated_at, false) as is_used_since
        from promotions p left join promotion_uses u on u.promotion_id = p.id and u.state in ('held', 'redeemed') group by p.id`,
      [],
    ),
    overuses: await read<OveruseRow>(OVERUSES, []),
    mails: await read<MailRow>(
      `select order_id, kind, count(*)::int as count from mail_outbox where order_id in (${WANTED}) group by order_id, kind`,
    ),
    mailsSince,
    days: await read<DayRow>(`select d.starts_at, d.ends_at, coalesce(f.count, 0)::int as orders, coalesce(f.amount, 0)::bigint::float8 as paid
      from order_days d left join order_facts f on f.starts_at = d.starts_at and f.kind = 'sum' and f.key = 'sold' where d.starts_at >= $1
        and d.query_version = ${DAYS_VERSION}`),
    receipts: (
      await read<ReceiptsRow>(
        `select count(*)::int as orders, count(distinct receipt_number)::int as numbers, coalesce(max(receipt_number), 0) as highest,
          coalesce((select last from receipt_counter), 0) as last from orders where receipt_number is not null`,
        [],
      )
    )[0],
  };
}
