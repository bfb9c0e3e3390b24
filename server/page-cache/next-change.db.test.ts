import { sql, type SQL } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import { findNextChange } from "./next-change.ts";

const { db } = await createTestDatabase();
/** 11:58:30 in Toronto, the default zone. */
const NOW = new Date("2026-11-20T16:58:30Z");
const next = async (now = NOW) => (await findNextChange(db, now)).toISOString().slice(11, 19);
const set = (key: string, value: unknown) =>
  db.execute(
    sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb) on conflict (key) do update set value = excluded.value`,
  );

afterEach(() =>
  // Faster than truncate, which rewrites every table that refers to them.
  db.execute(sql`
    delete from settings; delete from pages; delete from products; delete from promotions; delete from categories;
    delete from customization_templates`),
);

test("pages are rendered again at least every five minutes", async () => {
  expect(await next()).toBe("17:00:00");
  expect(await next(new Date("2026-11-20T17:00:00Z"))).toBe("17:05:00");
  expect(await next(new Date("2026-11-20T17:04:59.999Z"))).toBe("17:05:00");
});

test("the day begins at midnight in the shop's time zone", async () => {
  await set("STORE_TIMEZONE", "Asia/Kathmandu"); // 5:45 ahead
  expect(await next(new Date("2026-11-20T18:13:59Z"))).toBe("18:15:00");
  await set("STORE_TIMEZONE", "Australia/Eucla"); // 8:45 ahead
  expect(await next(new Date("2026-11-20T15:12:00Z"))).toBe("15:15:00");
});

const product = sql`insert into products (id, name, price_cents) values (1, 'Bread', 500)`;
const promotion = sql`
  insert into promotions (id, name, title, status, trigger, condition, action_kind, action_params)
  values (1, 'Ten', 'Ten', 'active', 'automatic', '{}', 'order-percentage', '{}')`;
const template = sql`
  insert into customization_templates (id, name, title, kind) values (1, 'Size', 'Size', 'single');
  insert into customization_options (id, template_id, name) values (1, 1, 'Large')`;

test.each<[string, SQL, SQL]>([
  ["a product is sold out no more", product, sql`update products set is_sold_out = true, sold_out_until = '2026-11-20T16:59:10Z'`],
  [
    "a choice is sold out no more",
    template,
    sql`update customization_options set is_sold_out = true, sold_out_until = '2026-11-20T16:59:10Z'`,
  ],
  [
    "an option of a product's own group is sold out no more",
    sql`insert into products (id, name, price_cents) values (1, 'Bread', 500);
        insert into product_customizations (id, product_id, body) values (1, 1, '{"title": "Size", "options": [
          {"id": 1, "isSoldOut": false, "soldOutUntil": null}, {"id": 2, "isSoldOut": true, "soldOutUntil": null}]}')`,
    sql`update product_customizations set body = jsonb_set(jsonb_set(body, '{options,0,isSoldOut}', 'true'),
          '{options,0,soldOutUntil}', '"2026-11-20T16:59:10.000Z"')`,
  ],
  ["an offer begins", promotion, sql`update promotions set starts_at = '2026-11-20T16:59:10Z'`],
  ["an offer ends", promotion, sql`update promotions set ends_at = '2026-11-20T16:59:10Z'`],
  [
    "a page is published",
    sql`insert into pages (slug, title, html, status) values ('news', 'News', '', 'draft')`,
    sql`update pages set publish_at = '2026-11-20T16:59:10Z'`,
  ],
])("%s", async (_, before, change) => {
  for (const statement of [before, change]) await db.execute(statement);
  expect(await next()).toBe("16:59:10");
  expect(await next(new Date("2026-11-20T16:59:10Z"))).toBe("17:00:00");
});

test("finds the start and end of hours: shop, offer, category, product", async () => {
  await set("STORE_OPEN_TIME", "11:59");
  expect(await next()).toBe("16:59:00");
  await db.execute(sql`delete from settings`);
  await db.execute(promotion);
  await db.execute(sql`update promotions set schedule = '[{"weekdays": [5], "from": "09:00", "to": "11:59"}]'`);
  expect(await next()).toBe("16:59:00");
  await db.execute(sql`delete from promotions`);
  await db.execute(sql`insert into categories (name, hours) values ('Lunch', '{"fri": [{"from": "11:59", "to": "14:00"}]}')`);
  expect(await next()).toBe("16:59:00");
  await db.execute(sql`delete from categories`);
  await db.execute(
    sql`insert into products (name, price_cents, hours) values ('Soup', 500, '{"fri": [{"from": "11:59", "to": "14:00"}]}')`,
  );
  expect(await next()).toBe("16:59:00");
  await db.execute(sql`delete from categories`);
  await db.execute(sql`insert into products (name, price_cents, hours) values ('Soup', 500, '{"friday": ["11:59-14:00"]}')`);
  expect(await next()).toBe("16:59:00");
});

test("finds the end of busy and pause", async () => {
  for (const key of ["BUSY_UNTIL", "ORDERING_PAUSED_UNTIL", "DELIVERY_PAUSED_UNTIL"]) {
    await set(key, "2026-11-20T16:59:30.000Z");
    expect(await next()).toBe("16:59:30");
    await db.execute(sql`delete from settings`);
  }
});
