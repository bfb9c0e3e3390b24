import { readSettings } from "#app/store/data/site-settings.server.ts";
import { sql, type SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { listOrders } from "#app/orders/data/list-orders.server.ts";
import { NEWEST_FIRST, OLDEST_FIRST } from "#app/orders/data/orders.server.ts";
import { orders, orderSearchText } from "#app/orders/data/tables.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { ordersBehind, REPORT_TABLES, reportTable } from "#app/orders/domain/figures/report-tables.ts";
import { readReport } from "#app/routes/admin/report.server.ts";
import { listFilterOf, readOrderQuery } from "./order-lists.server.ts";

const { db } = await createTestDatabase();
const ZONE = "America/Toronto";
/** Friday, 20 November 2026, 6:00 PM in Toronto. */
const NOW = new Date("2026-11-20T23:00:00Z");

function ask(address: string) {
  const url = new URL(address, "https://shop.example");
  const query = readOrderQuery(new Request(url), ZONE, NOW);
  const list = url.pathname.endsWith("/rejected") ? "rejected" : query.status === "sold" ? "sold" : "all";
  return listOrders(db, { list, ...listFilterOf(query, ZONE, NOW) });
}

const reportOf = async (search: string) => {
  const { report } = await readReport(db, new Request(`https://shop.example/admin${search}`), NOW, await readSettings(db));
  if (report === null) throw new Error("the days are not added up");
  return report;
};

test("every dashboard number links to exactly the orders it counts", async () => {
  const at = (text: string) => ({ placedAt: new Date(text) });
  await storeOrder(db, { ...at("2026-11-20T09:00:00Z") }); // 4:00 AM: the first moment of Friday
  await storeOrder(db, {
    ...at("2026-11-20T22:00:00Z"),
    status: "completed",
    fulfillment: "delivery",
    capturedCents: 3938,
    refundedCents: 483,
    acceptedAt: new Date("2026-11-20T22:03:00Z"),
    promisedAt: new Date("2026-11-20T22:20:00Z"),
    readyAt: new Date("2026-11-20T22:30:00Z"),
    appliedPromotions: [
      {
        promotionId: 3,
        title: "Ten",
        code: null,
        kind: "order-percentage",
        amount: 338,
        explanation: "",
        lineShares: {},
        deliveryShare: 0,
      },
    ],
  });
  // Paid back before its total was lowered: no refund of it.
  const lowered = { status: "completed", paymentState: "partially_refunded", capturedCents: 4000, refundedCents: 62 } as const;
  await storeOrder(db, { ...at("2026-11-20T20:00:00Z"), ...lowered });
  await storeOrder(db, { ...at("2026-11-20T21:00:00Z"), status: "rejected", paymentState: "voided", reasonCode: "too_busy" });
  await storeOrder(db, { ...at("2026-11-20T08:59:59Z") }); // still Thursday night
  await storeOrder(db, { ...at("2026-11-19T20:00:00Z"), status: "cancelled", paymentState: "voided" });
  await storeOrder(db, { ...at("2026-11-14T10:00:00Z") }); // the first morning of the last seven days
  await storeOrder(db, { ...at("2026-11-14T08:00:00Z") }); // the night before it
  for (const range of ["today", "yesterday", "week"] as const) {
    const report = await reportOf(`?range=${range}`);
    for (const name of REPORT_TABLES) {
      const { columns, rows } = reportTable(name, report);
      const column = columns.findIndex(({ title }) => title === "Orders");
      for (const { label, to, values } of rows) {
        const found = await ask(to);
        if (column !== -1) expect(found.total, `${range} ${name} ${label}`).toBe(values[column]);
        else expect(found.total, `${range} ${name} ${label}`).toBeGreaterThan(0);
      }
    }
  }
  const report = await reportOf("");
  expect((await ask(ordersBehind(report.days))).orders.map((order) => order.status)).toEqual(["completed", "completed", "received"]);
  expect((await ask(ordersBehind(report.days, { with: "late" }, "all"))).total).toBe(0);
});

test("the parts of the sales add up to the total", async () => {
  const report = await reportOf("?range=week");
  const rows = reportTable("money", report).rows.map(({ label, values }) => [label, values[0] ?? 0] as const);
  const parts = rows.filter(([label]) => label !== "Sales" && !label.startsWith("Kept"));
  expect(parts.reduce((sum, [, amount]) => sum + amount, 0)).toBe(Object.fromEntries(rows)["Sales"]);
  expect(Object.fromEntries(rows)["Refunds"]).toBe(-483);
});

test("days and search combine, open ends work, and pages are kept", async () => {
  const day = (date: string, customerName: string) => storeOrder(db, { placedAt: new Date(`${date}T20:00:00Z`), customerName });
  await day("2025-03-01", "Zoe March");
  await day("2025-03-02", "Zoe April");
  await day("2025-03-02", "Yan");
  expect((await ask("/admin/orders?status=all&q=zoe&from=2025-03-02&to=2025-03-02")).orders.map((order) => order.customerName)).toEqual([
    "Zoe April",
  ]);
  expect((await ask("/admin/orders?status=all&q=zoe&to=2025-03-01")).total).toBe(1);
  expect((await ask("/admin/orders?status=all&q=zoe&from=2025-03-01")).total).toBe(2);
  const oldest = await ask("/admin/orders?status=all&from=2025-03-01&to=2025-03-02&sort=placed");
  expect(oldest.orders[0]?.customerName).toBe("Zoe March");
  expect((await ask("/admin/orders?status=all&from=2025-03-01&to=2025-03-02&page=2")).page).toBe(2);
});

test("digits match telephone numbers in any format, not digits within words", async () => {
  const on = { placedAt: new Date("2024-07-01T20:00:00Z") };
  await storeOrder(db, { ...on, customerName: "Ada Phone", customerPhone: "+1 (416) 555-7391" });
  const names = async (q: string) =>
    (await ask(`/admin/orders?status=all&from=2024-07-01&to=2024-07-01&q=${encodeURIComponent(q)}`)).orders.map(
      (order) => order.customerName,
    );
  for (const q of ["7391", "416-555 7391", "(416) 555", "+1416"]) expect(await names(q), q).toEqual(["Ada Phone"]);
  for (const q of ["Paul 7391", "ab7391c", "ada7391"]) expect(await names(q), q).toEqual([]);
});

test("finds any part of number, name or address, in any case", async () => {
  const at = (day: number) => ({ placedAt: new Date(`2024-08-0${day}T20:00:00Z`) });
  await storeOrder(db, { ...at(1), customerName: "Ng 100% O_Neil", customerEmail: "kim@example.net" });
  await storeOrder(db, { ...at(2), customerName: "Other", customerEmail: "ng.oneil@example.net" });
  const names = async (q: string) =>
    (await ask(`/admin/orders?status=all&from=2024-08-01&to=2024-08-02&q=${encodeURIComponent(q)}`)).orders.map(
      (order) => order.customerName,
    );
  for (const q of ["NG 100%", "0% O", "o_neil", "KIM@", "kim"]) expect(await names(q), q).toEqual(["Ng 100% O_Neil"]);
  for (const q of ["ng", "N", "example.NET"]) expect(await names(q), q).toEqual(["Other", "Ng 100% O_Neil"]);
  for (const q of ["Neil kim", "x_e", "%"]) expect(await names(q), q).toEqual(q === "%" ? ["Ng 100% O_Neil"] : []);
});

test("finds the few matches of a word next to one that nearly every order has", async () => {
  const on = (minute: number) => ({ placedAt: new Date(`2024-09-01T20:${String(minute).padStart(2, "0")}:00Z`) });
  for (let guest = 10; guest < 30; guest += 1)
    await storeOrder(db, { ...on(guest), customerName: `Guest ${guest}`, customerEmail: `guest${guest}@example.org` });
  const names = async (q: string, more = "") =>
    (await ask(`/admin/orders?status=all&from=2024-09-01&to=2024-09-01${more}&q=${encodeURIComponent(q)}`)).orders.map(
      (order) => order.customerName,
    );
  for (const q of ["Guest 17", "guest17@example.org", "T 17", "17@EX"]) expect(await names(q), q).toEqual(["Guest 17"]);
  // All parts have to stand in one of them, and together.
  for (const q of ["guest 17@", "17 guest", "guest1@example.org"]) expect(await names(q), q).toEqual([]);
  expect(await names("guest", "&per_page=3&page=2")).toEqual(["Guest 26", "Guest 25", "Guest 24"]);
  expect(await names("guest", "&per_page=3&page=7&sort=placed")).toEqual(["Guest 28", "Guest 29"]);
  expect(await ask("/admin/orders?status=all&from=2024-09-01&to=2024-09-01&q=guest&per_page=3&page=9")).toMatchObject({
    orders: [],
    total: 20,
  });
});

test("swaps reversed days and ignores invalid ones", () => {
  const days = (text: string) => {
    const { from, to } = readOrderQuery(new Request(`https://shop.example/admin/orders?${text}`), ZONE, NOW);
    return [from, to];
  };
  expect(days("from=2026-11-20&to=2026-11-13")).toEqual(["2026-11-13", "2026-11-20"]);
  expect(days("from=2026-02-30&to=")).toEqual(["", ""]);
  expect(days("from=yesterday&to=2026-11-13")).toEqual(["", "2026-11-13"]);
});

test("never searches all orders for a dashboard number", async () => {
  const days = (text: string) => {
    const { from, to } = readOrderQuery(new Request(`https://shop.example/admin/orders?${text}`), ZONE, NOW);
    return [from, to];
  };
  expect(days("promotion=3")).toEqual(["2026-10-21", ""]);
  expect(days("hour=3&to=2026-03-31")).toEqual(["2026-03-01", "2026-03-31"]);
  expect(days("option=1-2&from=2026-01-01")).toEqual(["2026-01-01", ""]);
  expect(days("hour=3&from=0001-01-01")).toEqual(["2026-10-21", ""]);
  // No further back than the reports: a leap year up to the last day, or to today where that is to come.
  expect(days("weekday=3&from=1970-01-01")).toEqual(["2025-11-20", ""]);
  expect(days("product=7&from=2020-01-01&to=2025-12-31")).toEqual(["2024-12-31", "2025-12-31"]);
  expect(days("reason=none&from=2020-01-01&to=2030-12-31")).toEqual(["2025-11-20", "2030-12-31"]);
  expect(days("status=sold&from=1970-01-01"), "a list without a number is as long as it is").toEqual(["1970-01-01", ""]);
  expect(days("promotion=3&to=1970-01-05")).toEqual(["1969-12-06", "1970-01-05"]);
  // What is late now is found by its status, and a list without a number by its days.
  for (const open of ["with=late", "status=sold", "q=zoe", "fulfillment=delivery"]) expect(days(open), open).toEqual(["", ""]);
  const on = (placedAt: string, promotionId: number) =>
    storeOrder(db, {
      placedAt: new Date(placedAt),
      appliedPromotions: [
        { promotionId, title: "Ten", code: null, kind: "order-percentage", amount: 338, explanation: "", lineShares: {}, deliveryShare: 0 },
      ],
    });
  const first = await on("2026-10-21T08:00:00Z", 77); // 4:00 AM in summer time: the first moment of the first day
  await on("2026-10-21T07:59:59Z", 77);
  await on("2026-10-21T08:00:00Z", 78);
  const found = await ask("/admin/orders?status=sold&promotion=77");
  expect(found).toMatchObject({ total: 1, isTotalCapped: false });
  expect(found.orders.map(({ id }) => id)).toEqual([first.order.id]);
});

test("finds a day through an index, not by reading every order", async () => {
  await db.$client.query(
    `insert into orders (id, number, business_date, public_token, cart_hash, checkout_key, status, payment_state, gateway, fulfillment, customer_name, customer_email, customer_phone, email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, is_tax_included, tip_cents, total_cents, placed_at)
     select gen_random_uuid(), 'N-' || n, '2020-01-01', 't' || n, 'h', 'k' || n, 'completed', 'none', 'none', 'pickup', 'Many', 'm' || n || '@example.com', '', 'm' || n || '@example.com', '', 100, 0, 0, 0, 0, '[]', false, 0, 100, '2020-01-01T12:00:00Z'::timestamptz + n * interval '10 minutes' from generate_series(1, 8000) n`,
  );
  await db.$client.query("analyze orders");
  const { rows } = await db.$client.query<{ "QUERY PLAN": string }>(
    `explain select * from orders where status in ('received','accepted','preparing','ready','out_for_delivery','completed') and fulfillment = 'pickup' and placed_at >= '2020-02-01T09:00:00Z' and placed_at < '2020-02-02T09:00:00Z' order by placed_at desc, id limit 50`,
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/orders_placed_idx|orders_status_idx/);
  expect(plan).not.toContain("Seq Scan");
});

test("reads lists and searches of very many orders from indexes", async () => {
  const plan = async (query: SQL) =>
    JSON.stringify(
      await inTransaction(db, async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`);
        return tx.execute(sql`explain ${query}`);
      }),
    );
  expect(await plan(sql`select id from orders where ${orderSearchText(orders)} like '%7391%'`)).toContain("orders_search_idx");
  for (const order of [NEWEST_FIRST, OLDEST_FIRST]) {
    const read = await plan(sql`select id from orders order by ${sql.join(order, sql`, `)} limit 50`);
    expect(read).toContain("orders_placed_idx");
    expect(read).not.toContain("Sort");
  }
});
