import type { Query, TaxLineRow } from "./file-books.ts";

/* What the auditor reads of the shop's tables, as plain rows. */

export interface TaxTableRow {
  /** The rate of the delivery fee; 0: it is not taxed. */
  readonly delivery: number;
  readonly rates: readonly { readonly rate: number; readonly components: readonly { readonly label: string; readonly rate: number }[] }[];
}

/** Stands for a discount by staff where a promotion has its id. */
export const BY_STAFF = 0;

interface AppliedRow {
  readonly promotionId: number;
  readonly amount: number;
  /** What staff gave, in cents or parts per million. */
  readonly byStaff?: { readonly kind: string; readonly amount?: number; readonly rate?: number };
}

export interface OrderRow {
  readonly id: string;
  readonly number: string | null;
  readonly business_date: string | null;
  readonly status: string;
  /** "web", or how staff got it: they accept it at once, so that the first mail says that it is accepted. */
  readonly source: string;
  /** With a payment link the customer pays, as in the shop. */
  readonly pay_by: Date | null;
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
  /** The rates it was priced with and the taxes that make them up; null: not stored by an earlier version. */
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
  readonly created_at: Date;
  readonly has_pending_action: boolean;
  /** Its customer was erased, and its emails with them (docs/rules/privacy.md). */
  readonly is_erased: boolean;
}

interface VariantUnits {
  readonly id: number;
  readonly units: number;
}

/** What the movements of a variant's stock say that an order holds of it. */
interface HeldRow extends VariantUnits {
  readonly order_id: string;
}

export interface ItemRow {
  readonly order_id: string;
  readonly name: string;
  readonly quantity: number;
  readonly stock_taken: number | null;
  /** Units taken from combinations of options. */
  readonly variants_taken: readonly VariantUnits[];
  readonly unit_price_cents: number;
  readonly line_total_cents: number;
  readonly discount_cents: number;
  readonly tax_rate_ppm: number;
  readonly tax_cents: number;
  readonly is_free_item: boolean;
  /** Of a line sold by weight; weights in grams or hundredths of a pound. */
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
  /** What is paid for after refunds, where a closed day keeps the amount. */
  readonly paid?: number;
}

interface EventRow {
  readonly order_id: string;
  readonly event: string;
  readonly from_status: string | null;
  readonly to_status: string;
  /** The goods of this order were not put back into stock when it was cancelled. */
  readonly keeps_stock: boolean | null;
}

interface RefundRow {
  readonly order_id: string;
  readonly amount_cents: number;
  readonly status: string;
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
}

interface PromotionRow {
  readonly id: number;
  readonly name: string;
  readonly total_uses: number | null;
  readonly budget_cents: number | null;
  readonly uses: number;
  readonly spent: number;
}

interface MailRow {
  readonly order_id: string;
  readonly kind: string;
  readonly count: number;
}

interface DayRow {
  readonly starts_at: Date;
  readonly ends_at: Date;
  /** As the dashboard reads it. */
  readonly orders: number;
  readonly paid: number;
}

export interface Books {
  /** Of the shop; the dashboard counts no orders in another one. */
  readonly currency: string;
  readonly orders: readonly OrderRow[];
  readonly items: readonly ItemRow[];
  /** Of variants that were counted all the time. */
  readonly held: readonly HeldRow[];
  /** Those variants. */
  readonly counted: ReadonlySet<number>;
  /** Earlier orders may have taken stock without a movement. */
  readonly movementsSince: Date | null;
  readonly events: readonly EventRow[];
  readonly refunds: readonly RefundRow[];
  readonly mirror: readonly MirrorRow[];
  readonly uses: readonly UseRow[];
  readonly promotions: readonly PromotionRow[];
  readonly mails: readonly MailRow[];
  /** Older emails may have been removed. */
  readonly mailsSince: Date;
  readonly days: readonly DayRow[];
}

/** Of the shop's report query: days that an earlier release added up are not shown, and not compared. */
const DAYS_VERSION = 4;

const WANTED = "select id from orders where created_at >= $1";

/** Reads the orders begun since then with everything that belongs to them; emails may be kept for a shorter time. The caller opens one transaction, so that all rows are of one moment. */
export async function readBooks(query: Query, since: Date, mailsSince: Date = since): Promise<Books> {
  const read = async <Row>(text: string, values: readonly unknown[] = [since]): Promise<readonly Row[]> => (await query(text, values)).rows;
  return {
    currency:
      (await read<{ readonly currency: string }>(`select lower(value #>> '{}') as currency from settings where key = 'CURRENCY'`, []))[0]
        ?.currency ?? "usd",
    orders:
      await read<OrderRow>(`select id, number, business_date::text, status, source, pay_by, goes_with, customer_email <> '' as has_email, payment_state, gateway, payment_intent_id, currency, sub_total_cents,
      promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, tax_table, is_tax_included, tip_cents, total_cents,
      final_total_cents, captured_cents, refunded_cents, applied_promotions, is_stock_taken, placed_at, created_at,
      pending_action is not null as has_pending_action,
      customer_name = 'Erased customer' and customer_email = '' as is_erased from orders where created_at >= $1 order by created_at`),
    items:
      await read<ItemRow>(`select order_id, name, quantity, stock_taken, variants_taken, unit_price_cents, line_total_cents, discount_cents, tax_rate_ppm,
      tax_cents, is_free_item, weight from order_items where order_id in (${WANTED}) order by order_id, position`),
    held: await read<HeldRow>(`select order_id, variant_id as id, sum(before - after)::int as units from stock_movements
      where variant_id is not null and order_id in (${WANTED}) group by order_id, variant_id`),
    counted: new Set(
      (
        await read<{ readonly id: number }>(
          `select id from product_variants v where stock is not null
          and not exists (select from stock_movements m where m.product_id = v.product_id and m.variant_id = v.id and m.after is null)`,
          [],
        )
      ).map(({ id }) => id),
    ),
    movementsSince: (await read<{ readonly at: Date | null }>("select min(at) as at from stock_movements", []))[0]?.at ?? null,
    events: await read<EventRow>(
      `select order_id, event, from_status, to_status, data->>'restock' = 'false' as keeps_stock from order_events where order_id in (${WANTED}) order by order_id, id`,
    ),
    refunds: await read<RefundRow>(`select order_id, amount_cents, status from refunds where order_id in (${WANTED})`),
    mirror: await read<MirrorRow>(`select order_id, provider_id, received_cents from payment_intents where order_id in (${WANTED})`),
    uses: await read<UseRow>(`select order_id, promotion_id, amount_cents, state from promotion_uses where order_id in (${WANTED})`),
    promotions: await read<PromotionRow>(
      `select p.id, p.name, p.total_uses, p.budget_cents, count(u.id)::int as uses, coalesce(sum(u.amount_cents), 0)::int as spent
        from promotions p left join promotion_uses u on u.promotion_id = p.id and u.state in ('held', 'redeemed') group by p.id`,
      [],
    ),
    mails: await read<MailRow>(
      `select order_id, kind, count(*)::int as count from mail_outbox where order_id in (${WANTED}) group by order_id, kind`,
    ),
    mailsSince,
    days: await read<DayRow>(`select d.starts_at, d.ends_at, coalesce(f.count, 0)::int as orders, coalesce(f.amount, 0)::bigint::float8 as paid
      from order_days d left join order_facts f on f.starts_at = d.starts_at and f.kind = 'sum' and f.key = 'sold' where d.starts_at >= $1
        and d.query_version = ${DAYS_VERSION}`),
  };
}
