import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { alias } from "drizzle-orm/pg-core";
import { orders, paidForOrder } from "#app/orders/data/tables.ts";
import { SHOP_CURRENCY } from "#app/store/data/shop-currency.server.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import type { Cents } from "#app/values/money.ts";

/**
 * Discounts of offers and the amounts paid for the orders that used them, less refunds. Test orders and orders in another currency are never counted.
 */
export interface Given {
  readonly uses: number;
  readonly discount: Cents;
  readonly revenue: Cents;
}

export const NOTHING_GIVEN: Given = { uses: 0, discount: 0, revenue: 0 };

/** Start included, end excluded. */
export interface Span {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** The figures of one business day with uses. */
interface GivenOfDay extends Given {
  readonly day: string;
}

export interface PromotionReport extends Given {
  /** All orders received in the same time, also those without it. */
  readonly orders: number;
  readonly days: readonly GivenOfDay[];
}

const used = alias(orders, "o");
const figures = sql`count(*)::int as uses, coalesce(sum(u.amount_cents), 0)::float8 as discount,
  coalesce(sum(${paidForOrder(used)}), 0)::float8 as revenue`;
const redeemed = sql`promotion_uses u join orders o on o.id = u.order_id and not o.is_test and o.currency = ${SHOP_CURRENCY}`;

function within(column: SQL, { startsAt, endsAt }: Span): SQL {
  return sql`${column} >= ${startsAt.toISOString()} and ${column} < ${endsAt.toISOString()}`;
}

/** The discounts of a promotion, or of one set of its codes, on each business day. */
export async function readPromotionReport(
  db: Db,
  of: { readonly promotionId: number } | { readonly couponSetId: number },
  span: Span,
  zone: string,
): Promise<PromotionReport> {
  const isCounted =
    "promotionId" in of
      ? sql`u.promotion_id = ${of.promotionId}`
      : sql`u.coupon_code_id in (select id from coupon_codes where coupon_set_id = ${of.couponSetId})`;
  const days = await db.execute<GivenOfDay & Record<string, unknown>>(
    sql`select to_char((u.created_at at time zone ${zone}) - make_interval(mins => ${BUSINESS_DAY_STARTS_AT_MINUTES}), 'YYYY-MM-DD') as day, ${figures}
        from ${redeemed} where ${isCounted} and u.state = 'redeemed' and ${within(sql`u.created_at`, span)} group by 1 order by 1`,
    "objects",
  );
  const sum = (key: keyof Given): number => days.reduce((total, each) => total + each[key], 0);
  return { uses: sum("uses"), discount: sum("discount"), revenue: sum("revenue"), orders: await countOrders(db, span), days };
}

/** The discounts of each promotion in that time, by its id; null = all time. */
export function listGiven(db: Db, span: Span | null): Promise<ReadonlyMap<number, Given>> {
  return readGiven(db, sql`u.promotion_id`, redeemed, span);
}

/** The discounts by the codes of each coupon set in that time, by its id; null = all time. */
export function listGivenBySets(db: Db, span: Span | null): Promise<ReadonlyMap<number, Given>> {
  return readGiven(db, sql`c.coupon_set_id`, sql`${redeemed} join coupon_codes c on c.id = u.coupon_code_id`, span);
}

async function readGiven(db: Db, key: SQL, from: SQL, span: Span | null): Promise<ReadonlyMap<number, Given>> {
  const rows = await db.execute<Given & { id: number }>(
    sql`select ${key} as id, ${figures} from ${from}
        where u.state = 'redeemed' and ${span === null ? sql`true` : within(sql`u.created_at`, span)} group by 1`,
    "objects",
  );
  return new Map(rows.map(({ id, ...given }) => [id, given]));
}

/** Orders received in that time; null = all time. */
export async function countOrders(db: Db, span: Span | null): Promise<number> {
  const [all] = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from orders where number is not null and not is_test and currency = ${SHOP_CURRENCY} and ${span === null ? sql`true` : within(sql`placed_at`, span)}`,
    "objects",
  );
  return all?.total ?? 0;
}
