import type pg from "pg";
import { listOrders, type OrderFilter } from "#app/orders/data/list-orders.server.ts";
import { listLatestOrders } from "#app/orders/data/orders.server.ts";
import { readAttention } from "#app/orders/data/attention.server.ts";
import { keepOrderDays } from "#app/orders/workflows/figures/keep-order-days.server.ts";
import { REPORT_TABLES, reportTable } from "#app/orders/domain/figures/report-tables.ts";
import { ORDER_MEASURES, type OrderMeasures } from "#app/orders/domain/order-list.schema.ts";
import type { MeasuresAsked } from "#app/orders/data/figures/order-measures.server.ts";
import { addMinutes, MINUTES_PER_DAY } from "#app/values/time.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { readReport } from "#app/routes/admin/report.server.ts";
import { inBenchDatabase } from "./bench-database.ts";
import { timed, type Timing } from "./timed.ts";

const ASKED = ["range=today", "range=week", "range=30-days", "range=90-days", "from=2000-01-01&to=2100-01-01"];

/** Pages of the staff's list of all those orders, each with its count. */
const ORDER_LISTS: Readonly<Record<string, Partial<OrderFilter>>> = {
  "orders, newest": {},
  "orders, page 20": { page: 20 },
  "orders, oldest first": { isOldestFirst: true },
  "orders, rejected": { list: "rejected" },
  "orders, delivery": { fulfillment: "delivery" },
  "orders, a number": { q: "N-4321" },
  "orders, a customer": { q: "Bench 4321" },
  "orders, an address": { q: "bench77@" },
  "orders, a whole address": { q: "bench4321@example.com" },
  "orders, nobody": { q: "nobody" },
  "orders, two letters": { q: "xy" },
};

/** Order lists behind dashboard metrics, over many days: one that matches most orders, and one that matches none. */
const BEHIND_NUMBERS: Readonly<Record<string, { readonly days: number; readonly asked: Partial<OrderMeasures> }>> = {
  "orders, a dish in a week": { days: 7, asked: { product: "7" } },
  "orders, a dish in a year": { days: 365, asked: { product: "7" } },
  "orders, an option in a week": { days: 7, asked: { option: "1-1" } },
  "orders, a quiet hour of 31 days": { days: 31, asked: { hour: "3" } },
  "orders, no promotion in a week": { days: 7, asked: { promotion: "99" } },
  "orders, with tips in 31 days": { days: 31, asked: { with: "tips" } },
};
const NO_MEASURES = Object.fromEntries(ORDER_MEASURES.map((name) => [name, ""])) as Pick<MeasuresAsked, (typeof ORDER_MEASURES)[number]>;

/**
 * Everything the dashboard reads and computes, for each period, with `size` orders of the last 366 days in a separate database; and the
 * trigger's cost per order change.
 */
export async function benchDashboard(
  databaseUrl: string,
  size: number,
  runs: number,
): Promise<{ readonly keptInSeconds: number; readonly figures: readonly Timing[] }> {
  return inBenchDatabase(databaseUrl, "bench_dashboard", async ({ db, bare }) => {
    await fillOrders(bare, size);
    const now = new Date();
    const settings = await readSettings(db);
    const zone = settings.STORE_TIMEZONE;
    const begun = performance.now();
    while ((await keepOrderDays(db, now)) > 0);
    const keptInSeconds = (performance.now() - begun) / 1000;
    await bare.query("vacuum analyze order_facts, order_days");
    const figures: Timing[] = [];
    for (const asked of ASKED) {
      figures.push(
        await timed(asked, runs, async () => {
          const request = new Request(`http://shop/admin?${asked}`);
          const [{ report }] = await Promise.all([readReport(db, request, now, settings), readAttention(db, now)]);
          if (report === null) throw new Error("days are not kept");
          for (const name of REPORT_TABLES) reportTable(name, report);
        }),
      );
    }
    for (const [what, filter] of Object.entries(ORDER_LISTS))
      figures.push(await timed(what, runs, () => listOrders(db, { list: "all", page: 1, perPage: 50, ...filter })));
    for (const [what, { days, asked }] of Object.entries(BEHIND_NUMBERS)) {
      const placed = { from: addMinutes(now, -days * MINUTES_PER_DAY), to: null };
      const counted = { ...NO_MEASURES, ...asked, zone, now };
      figures.push(await timed(what, runs, () => listOrders(db, { list: "all", page: 1, perPage: 50, placed, counted })));
    }
    figures.push(await timed("orders, what a screen asks", runs, () => listLatestOrders(db)));
    let at = 0;
    const ids = (await bare.query<{ id: string }>("select id from orders order by id limit 1000")).rows;
    const touch = () => bare.query("update orders set printed_at = now() where id = $1", [ids[at++ % ids.length]?.id]);
    figures.push(await timed("an order changed", runs * 4, touch));
    await bare.query("alter table orders disable trigger order_days_forget");
    figures.push(await timed("the same without the trigger", runs * 4, touch));
    return { keptInSeconds, figures };
  });
}

/**
 * Orders of the last 366 days, written by day but with random keys, as in a shop. Busy at lunch and dinner, with one to three lines of 120
 * products with options and promotions; the last ones are open.
 */
export async function fillOrders(client: pg.Client, size: number): Promise<void> {
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'");
  const putBack = await dropIndexes(client);
  await client.query("alter table orders disable trigger order_days_forget");
  await client.query(
    `insert into orders (id, number, business_date, public_token, cart_hash, checkout_key, status, payment_state, gateway, fulfillment, customer_name, customer_email,
       customer_phone, email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, is_tax_included,
       tip_cents, total_cents, captured_cents, refunded_cents, applied_promotions, reason_code, placed_at, accepted_at, promised_at, ready_at, created_at)
     select gen_random_uuid(), 'N-' || g, '2020-01-01', 'bench-' || g, 'bench', 'bench-' || g, status, case status when 'rejected' then 'voided' else 'captured' end, 'stripe',
       case when a % 3 = 0 then 'delivery' else 'pickup' end, 'Bench ' || a % 5000, 'bench' || a % 5000 || '@example.com', '', 'bench' || a % 5000, '', items, discount,
       case when a % 3 = 0 then 400 else 0 end, 0, tax, '[]', false, tip, items + tax + tip + case when a % 3 = 0 then 400 else 0 end,
       case status when 'rejected' then 0 else items end, case when b % 50 = 0 and status <> 'rejected' then 500 else 0 end,
       case when discount = 0 then '[]'::jsonb else jsonb_build_array(jsonb_build_object('promotionId', 1 + b % 12, 'title', 'Offer ' || (1 + b % 12), 'amount', discount)) end,
       case when status = 'rejected' then (array['too_busy', 'item_unavailable', 'closed'])[1 + b % 3] end,
       placed, placed + (20 + b % 400) * interval '1 second', placed + interval '25 minutes', case when status = 'completed' then placed + (12 + a % 25) * interval '1 minute' end, placed
     from (select *, case when b % 40 = 0 then 'rejected' when placed > now() - interval '40 minutes' then (array['received', 'accepted', 'preparing'])[1 + b % 3] else 'completed' end as status,
         1200 + a % 4000 as items, case when b % 4 = 0 then 200 else 0 end as discount, 156 + a % 500 as tax, case when a % 2 = 0 then 300 else 0 end as tip
       from (select g, a, b, now() - (365 - (g - 1) * 366 / $1::bigint) * interval '1 day' - (case when a % 3 = 0 then 5 else 11 end + (b % 10 + b % 7) * 0.25) * interval '1 hour' + (c % 3600) * interval '1 second' as placed
         from (select g, abs(hashint4(g)) a, abs(hashint4(g + 1000003)) b, abs(hashint4(g + 2000003)) c from generate_series(1, $1::int) g) random) at) facts`,
    [size],
  );
  await client.query(
    `insert into order_items (id, order_id, position, product_id, name, kitchen_name, quantity, base_price_cents, unit_price_cents, line_total_cents, discount_cents, tax_rate_ppm, tax_cents, options)
     select gen_random_uuid(), o.id, line, 1 + a % 120, 'Dish ' || (1 + a % 120), 'D', 1 + a % 2, 1000, 1000, 1000 * (1 + a % 2), 0, 130000, 0,
       case when a % 3 = 0 then jsonb_build_array(jsonb_build_object('templateId', 1 + a % 5, 'optionId', 1 + a % 40, 'group', 'Extras ' || (1 + a % 5), 'name', 'Extra ' || (1 + a % 40),
         'quantity', 1, 'freeQuantity', 0, 'priceDelta', 100)) else '[]'::jsonb end
     from orders o cross join lateral (select line, abs(hashtext(o.id::text || line)) a from generate_series(0, 1 + abs(hashtext(o.id::text)) % 2) line) lines`,
  );
  await client.query("alter table orders enable trigger order_days_forget");
  for (const statement of putBack) await client.query(statement);
  await client.query("vacuum analyze orders, order_items");
}

/**
 * Drops indexes, constraints and triggers; returns the statements that create them again, which for a million rows is far faster at the
 * end.
 */
async function dropIndexes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly gone: string; readonly back: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as gone,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
     from pg_constraint where conrelid in ('orders'::regclass, 'order_items'::regclass) and contype in ('u', 'c', 'f')
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
     from pg_index where indrelid in ('orders'::regclass, 'order_items'::regclass) and not indisprimary
       and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
  );
  for (const { gone } of rows) await client.query(gone);
  return rows.map(({ back }) => back);
}
