import { beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import { listOrders, type OrderFilter } from "./list-orders.server.ts";
import { ORDER_MEASURES, type OrderMeasures } from "#app/orders/domain/order-list.schema.ts";

const { db } = await createTestDatabase();
const NOW = new Date("2026-11-20T23:00:00Z");

/*
 * 3,000 orders, one a minute with some ties: dish 1 in a quarter of them, dish 2 in one of 150, dish 3 in many but not the latest 2,000, dish 4 often
 * but only as a gift; every third line has option 5-6.
 */
await db.$client.query(
  `insert into orders (id, number, business_date, public_token, cart_hash, checkout_key, status, payment_state, gateway, fulfillment, customer_name, customer_email,
     customer_phone, email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, is_tax_included,
     tip_cents, total_cents, placed_at)
   select md5('order' || n)::uuid, 'N-' || n, '2020-01-01', 't' || n, 'h', 'k' || n, case when n % 7 = 0 then 'rejected' else 'completed' end, 'none', 'none',
     case when n % 3 = 0 then 'delivery' else 'pickup' end, 'Many', 'm@example.com', '', 'm', '', 100, 0, 0, 0, 0, '[]', false, 0, 100,
     '2026-11-18T12:00:00Z'::timestamptz + (n - n % 11 / 10) * interval '1 minute'
   from generate_series(1, 3000) n`,
);
await db.$client.query(
  `insert into order_items (id, order_id, position, product_id, name, kitchen_name, quantity, base_price_cents, unit_price_cents, line_total_cents, discount_cents,
     tax_rate_ppm, tax_cents, is_free_item, options)
   select gen_random_uuid(), md5('order' || n)::uuid, line, product, 'Dish', 'D', 1, 100, 100, 100, 0, 0, 0, product = 4,
     case when (n + line) % 3 = 0 then '[{"templateId": 5, "optionId": 6}]'::jsonb else '[]'::jsonb end
   from generate_series(1, 3000) n, generate_series(0, 1) line,
     lateral (select case when line = 1 then 4 when n % 150 = 0 then 2 when n % 4 = 0 then 1 when n < 1000 then 3 else 9 end as product) dish
   where line = 0 or n % 2 = 0`,
);
await db.$client.query("analyze orders, order_items");

/** All their ids, computed order by order. */
async function foundOneByOne(condition: string, isOldestFirst: boolean): Promise<readonly string[]> {
  const { rows } = await db.$client.query<{ id: string }>(
    `select id from orders o where ${condition} order by placed_at ${isOldestFirst ? "asc, id desc" : "desc, id asc"}`,
  );
  return rows.map(({ id }) => id);
}

function ask(measures: Partial<OrderMeasures>, filter: Partial<OrderFilter>) {
  const none = Object.fromEntries(ORDER_MEASURES.map((name) => [name, ""])) as OrderMeasures;
  return listOrders(db, {
    list: "all",
    page: 1,
    perPage: 10,
    counted: { ...none, ...measures, zone: "America/Toronto", now: NOW },
    ...filter,
  });
}

const has = (line: string) => `exists (select from order_items i where i.order_id = o.id and ${line})`;
const DISH = (id: number) => has(`i.product_id = ${id} and not i.is_free_item`);
const OPTION = has(`i.options @> '[{"templateId": 5, "optionId": 6}]'`);

const DAYS = { from: new Date("2026-11-18T20:00:00Z"), to: new Date("2026-11-20T09:30:00Z") };
const IN_DAYS = "placed_at >= '2026-11-18T20:00:00Z' and placed_at < '2026-11-20T09:30:00Z'";
const CLOCK = (part: string, less: string) => `extract(${part} from (placed_at at time zone 'America/Toronto') - interval '${less}')`;

test.each<[string, Partial<OrderMeasures>, Partial<OrderFilter>, string]>([
  ["a dish that many have", { product: "1" }, {}, DISH(1)],
  ["a rare dish", { product: "2" }, {}, DISH(2)],
  ["a dish of the past", { product: "3" }, {}, DISH(3)],
  ["a gift", { product: "4" }, {}, DISH(4)],
  ["a dish nobody had", { product: "77" }, {}, DISH(77)],
  ["an option", { option: "5-6" }, {}, OPTION],
  ["an option of a dish", { option: "5-6", product: "1" }, {}, `${DISH(1)} and ${OPTION}`],
  ["a dish, oldest first", { product: "1" }, { isOldestFirst: true }, DISH(1)],
  [
    "a dish delivered and sold",
    { product: "1" },
    { list: "sold", fulfillment: "delivery" },
    `${DISH(1)} and fulfillment = 'delivery' and status = 'completed'`,
  ],
  [
    "a dish of days",
    { product: "1" },
    { placed: { from: new Date("2026-11-19T00:00:00Z"), to: new Date("2026-11-20T00:00:00Z") } },
    `${DISH(1)} and placed_at >= '2026-11-19' and placed_at < '2026-11-20'`,
  ],
  [
    "a dish at an hour",
    { product: "1", hour: "13" },
    {},
    `${DISH(1)} and extract(hour from placed_at at time zone 'America/Toronto') = 13`,
  ],
  ["an hour of days", { hour: "13" }, { placed: DAYS }, `${IN_DAYS} and ${CLOCK("hour", "0 hours")} = 13`],
  ["an hour of days, oldest first", { hour: "2" }, { placed: DAYS, isOldestFirst: true }, `${IN_DAYS} and ${CLOCK("hour", "0 hours")} = 2`],
  [
    "a weekday of days",
    { weekday: "4" },
    { placed: DAYS, list: "sold" },
    `${IN_DAYS} and status = 'completed' and ${CLOCK("dow", "4 hours")} = 4`,
  ],
  [
    "an hour of a weekday with a dish",
    { hour: "3", weekday: "4", product: "1" },
    { placed: DAYS },
    `${IN_DAYS} and ${CLOCK("hour", "0 hours")} = 3 and ${CLOCK("dow", "4 hours")} = 4 and ${DISH(1)}`,
  ],
  [
    "an hour since",
    { hour: "18" },
    { placed: { ...DAYS, to: null } },
    `placed_at >= '2026-11-18T20:00:00Z' and ${CLOCK("hour", "0 hours")} = 18`,
  ],
])("every page of %s has its orders and total", async (_what, measures, filter, condition) => {
  const all = await foundOneByOne(condition, filter.isOldestFirst ?? false);
  for (const page of [1, 2, 3, 4, 20, 76]) {
    const found = await ask(measures, { ...filter, page });
    expect(found.orders.map(({ id }) => id)).toEqual(all.slice((page - 1) * 10, page * 10));
    if (found.isTotalCapped) expect([[page * 10, 1000].includes(found.total), all.length > found.total]).toEqual([true, true]);
    else expect(found.total).toBe(all.length);
  }
});

test("finds a page of a common dish without counting; counts rare ones", async () => {
  expect(await ask({ product: "1" }, {})).toMatchObject({ total: 10, isTotalCapped: true });
  expect(await ask({ product: "1" }, { perPage: 100 })).toMatchObject({ total: 740, isTotalCapped: false });
  expect(await ask({ product: "2" }, {})).toMatchObject({ total: 20, isTotalCapped: false });
  expect(await ask({ product: "3" }, {})).toMatchObject({ isTotalCapped: false });
});

/** Statements of a list that filter by hours: one counts, one finds the page. */
async function daysNamed(read: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(db.$client, "query");
  await read();
  const texts = sent.mock.calls.map(([statement]) => JSON.stringify(statement));
  sent.mockRestore();
  expect(texts, "the page and its rows").toContainEqual(expect.stringContaining("placed_at"));
  return texts.filter((text) => text.includes("span(starts_at, ends_at)")).length;
}

describe("orders of a quiet hour", () => {
  const PLACED = `insert into orders (id, number, business_date, public_token, cart_hash, checkout_key, status, payment_state, gateway, fulfillment, customer_name,
      customer_email, customer_phone, email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines,
      is_tax_included, tip_cents, total_cents, placed_at)
    select gen_random_uuid(), 'M-' || n, '2020-01-01', 'm' || n, 'h', 'm' || n, 'completed', 'none', 'none', 'pickup', 'Many', 'm@example.com', '', 'm', '', 100, 0, 0,
      0, 0, '[]', false, 0, 100, `;
  beforeAll(async () => {
    // 10,100 orders at noon in the first ten days of May 2024, and one at 15:30 on three of them.
    await db.$client.query(
      `${PLACED} '2024-05-01T16:00:00Z'::timestamptz + n % 10 * interval '1 day' + n % 3599 * interval '1 second' from generate_series(1, 10100) n`,
    );
    await db.$client.query(
      `${PLACED} '2024-05-01T19:30:00Z'::timestamptz + n % 20000 * interval '1 day' from generate_series(20001, 20003) n`,
    );
    await db.$client.query("analyze orders");
  });
  const asked = (hour: string, from: string) => {
    const placed = { from: new Date(`${from}T08:00:00Z`), to: new Date("2024-05-11T08:00:00Z") };
    return daysNamed(async () => expect((await ask({ hour }, { placed })).total).toBe(hour === "15" ? 3 : 1000));
  };

  test("collects rare hours by day and scans for common ones", async () => {
    expect(await asked("15", "2024-05-01")).toBe(2);
    expect(await asked("12", "2024-05-01")).toBe(1);
  });

  test("reads by day for a year, not for longer", async () => {
    expect(await asked("15", "2023-05-12")).toBe(2);
    expect(await asked("15", "2023-03-01")).toBe(0);
  });
});
