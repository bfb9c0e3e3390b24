import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { connectClient } from "#app/platform/db/database.server.ts";
import { SECTIONS } from "#app/staff/domain/sections.ts";
import { createTestDatabase } from "#test/test-db.ts";

/**
 * Every table and whether cached pages show it. A new table fails until it or its section says so. If shown, add a migration with `SELECT
 * pages_watch_table('name')`; if it contains an instant of change, extend server/page-cache/next-change.ts.
 */
const SHOWN: Readonly<Record<string, boolean>> = {
  api_tokens: false,
  audit_log: false,
  bought_together: false,
  build_files: false,
  cart_items: false,
  carts: false,
  categories: true,
  closed_slots: true, // also read from memory with every cart
  connections: false,
  coupon_codes: false,
  coupon_sets: false,
  customer_contacts: false,
  customers: false,
  customization_options: true,
  customization_templates: true,
  day_closing_orders: false,
  day_closings: false,
  import_changes: false,
  import_chunks: false,
  import_items: false,
  import_problems: false,
  import_runs: false,
  listening_screens: false,
  mail_outbox: false,
  media: true,
  media_bin: false,
  media_folder: false,
  low_stock_notices: false,
  menu_versions: false,
  menus: true,
  // Popular products follow orders within five minutes.
  my_orders_access: false,
  order_counters: false,
  order_days: false,
  order_events: false,
  order_facts: false,
  order_items: false,
  orders: false,
  page_changes: false,
  page_redirects: true,
  pages: true,
  passkeys: false,
  password_links: false,
  payment_intents: false,
  payment_problems: false,
  print_jobs: false,
  product_categories: true,
  product_customizations: true,
  product_media: true,
  // Search data of the tables above; changes with them.
  product_search: false,
  product_variants: true,
  product_words: false,
  products: true,
  promotion_uses: true, // where they end an offer
  promotions: true,
  push_keys: false,
  push_subscriptions: false,
  rate_limits: false,
  receipt_counter: false,
  recovery_codes: false,
  refusals: false,
  refunds: false,
  reviews: true,
  sessions: false,
  settings: true,
  simulator_keys: false,
  simulator_objects: false,
  stations_done: false,
  stock_movements: false,
  users: false,
  webhook_deliveries: false,
  webhook_inbox: false,
  webhooks: false,
  ...Object.fromEntries(SECTIONS.flatMap(({ table }) => (table === undefined ? [] : [[table.name, table.isShown]]))),
};

const { db, url } = await createTestDatabase();

test("every table is classified, and those that pages show notify of every change", async () => {
  const tables = await db.execute<{ name: string; triggers: number }>(
    sql`select c.relname as name, count(t.oid)::int as triggers
        from pg_class c left join pg_trigger t on t.tgrelid = c.oid and t.tgname in ('pages_inserted', 'pages_updated', 'pages_deleted', 'pages_truncated')
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace group by c.relname`,
    "objects",
  );
  expect(Object.fromEntries(tables.map(({ name, triggers }) => [name, triggers]))).toEqual(
    Object.fromEntries(Object.entries(SHOWN).map(([name, isShown]) => [name, isShown ? 4 : 0])),
  );
});

const listener = await connectClient(url);
afterAll(() => listener.end());
await listener.query("listen shopbell_pages");
let told: string[] = [];
listener.on("notification", ({ payload }) => told.push(payload ?? ""));

/** Everything that was sent before this has arrived. */
async function arrive(): Promise<void> {
  const word = randomUUID();
  await db.execute(sql`select pg_notify('shopbell_pages', ${word})`);
  await expect.poll(() => told).toContain(word);
}

/** Whether the statement told of a change. */
async function tells(statement: SQL): Promise<boolean> {
  await arrive();
  told = [];
  await db.execute(statement);
  await arrive();
  return told.includes("");
}

test("stock invalidates pages only when it is gone or available again", async () => {
  expect(await tells(sql`insert into products (id, name, price_cents, stock) values (1, 'Bread', 500, 12), (2, 'Cake', 900, 1)`)).toBe(
    true,
  );
  expect(await tells(sql`update products set stock = 11 where id = 1`)).toBe(false);
  expect(await tells(sql`update products set stock = 1 where id = 1`)).toBe(false);
  expect(await tells(sql`update products set name = name`)).toBe(false);
  expect(await tells(sql`delete from reviews`)).toBe(false);
  expect(await tells(sql`insert into reviews select * from reviews`)).toBe(false);
  expect(await tells(sql`update products set stock = stock - 1`)).toBe(true);
  expect(await tells(sql`update products set stock = 5 where id = 1`)).toBe(true);
  expect(await tells(sql`update products set stock = null where id = 1`)).toBe(true);
  expect(await tells(sql`truncate reviews`)).toBe(true);
});

test("an offer's use invalidates pages when it is the last, or is released", async () => {
  await db.execute(sql`
    insert into promotions (id, name, title, status, trigger, condition, action_kind, action_params, total_uses, budget_cents)
      values (1, 'Ten', 'Ten', 'active', 'automatic', '{}', 'order-percentage', '{}', 2, 1000)`);
  await db.execute(sql`
    insert into orders (id, public_token, cart_hash, checkout_key, status, payment_state, gateway, fulfillment, customer_name, customer_email, customer_phone,
        email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, is_tax_included,
        tip_cents, total_cents)
      select gen_random_uuid(), n, '', n, 'awaiting_payment', 'pending', 'none', 'pickup', '', '', '', '', '', 0, 0, 0, 0, 0, '[]', false, 0, 0
      from unnest(array['a', 'b', 'c', 'd']) n`);
  const use = (token: string, cents: number) =>
    sql`insert into promotion_uses (promotion_id, order_id, email_key, amount_cents, state) select 1, id, '', ${cents}, 'held' from orders where public_token = ${token}`;
  const become = (token: string, state: string) =>
    sql`update promotion_uses set state = ${state} where order_id = (select id from orders where public_token = ${token})`;
  expect(await tells(use("a", 100))).toBe(false);
  expect(await tells(use("b", 100))).toBe(true);
  expect(await tells(use("c", 100))).toBe(false);
  expect(await tells(become("a", "redeemed"))).toBe(false);
  expect(await tells(become("b", "released"))).toBe(false);
  expect(await tells(become("c", "released"))).toBe(true);
  expect(await tells(use("d", 950))).toBe(true);
});

test("notifies at commit, never after a rollback", async () => {
  told = [];
  const client = await connectClient(url);
  await client.query("begin; update products set name = 'Loaf' where id = 1");
  expect(await tells(sql`select 1`)).toBe(false);
  await client.query("rollback; begin; update products set name = 'Loaf' where id = 1");
  expect(await tells(sql`select 1`)).toBe(false);
  await client.query("commit");
  await client.end();
  await expect.poll(() => told).toContain("");
});
