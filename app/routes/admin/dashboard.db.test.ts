import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { keepOrderDays } from "#app/orders/workflows/figures/keep-order-days.server.ts";
import { orderItems, orders } from "#app/orders/data/tables.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { DEMO_ACTOR } from "#app/staff/domain/demo-shop.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { addMinutes } from "#app/values/time.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as csv from "./figures-csv.ts";
import * as orderFile from "./orders/list-csv.ts";
import * as dashboard from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services);
const read = async (search: string) => (await ana.get(dashboard, `/admin${search}`)).data as Awaited<ReturnType<typeof dashboard.loader>>;
const file = async (search: string) =>
  String((await ana.get(csv, `/admin/figures.csv${search}`)).data)
    .trimEnd()
    .split("\r\n");

test("links the setup steps before the first order, and ticks the test order", async () => {
  const steps = async () => (await read("")).dashboard?.setup?.steps.filter(({ state }) => state === "open").map(({ id }) => id);
  expect((await read("")).alarms, "what a step asks for is not said twice").toEqual([]);
  expect(await steps()).toEqual(["store", "hours", "delivery", "menu", "look", "payment", "mail", "staff", "test-order"]);
  expect((await read("")).dashboard?.hasOrders, "no page of zeros").toBe(false);
  await storeOrder(db, { placedAt: new Date("2026-03-02T18:00:00Z"), customerName: "Test" });
  expect(await steps()).not.toContain("test-order");
  expect((await read("")).dashboard?.hasOrders).toBe(true);
});

test("ticks staff's own content and orders after the demo, but not the demo's", async () => {
  const { services: filled } = await openTestShop();
  const owner = openStaffPages(filled);
  const placedBefore = { placedAt: addMinutes(filled.now(), -60), customerName: "Demo" };
  const tx = filled.db;
  const filledAt = addMinutes(filled.now(), -30);
  await insertProduct(tx, { createdAt: addMinutes(filled.now(), -60) });
  await storeOrder(tx, placedBefore);
  const address = { STREET_ADDRESS: "41 Millrace Lane", TELEPHONE: "(416) 555-0142" };
  await inTransaction(tx, (each) => writeSettings(each, filled.secrets, address, DEMO_ACTOR));
  await tx.update(auditLog).set({ at: filledAt });
  await tx.update(settings).set({ updatedAt: filledAt });
  const done = async () => {
    const { dashboard: found } = (await owner.get(dashboard, "/admin")).data as Awaited<ReturnType<typeof dashboard.loader>>;
    return found?.setup?.steps.filter(({ state }) => state === "done").map(({ id }) => id);
  };
  const entered = ["store", "menu", "test-order"];
  for (const step of entered) expect(await done()).not.toContain(step);
  await insertProduct(tx, { createdAt: addMinutes(filled.now(), 1) });
  await storeOrder(tx, { ...placedBefore, placedAt: addMinutes(filled.now(), 1) });
  const own = { STREET_ADDRESS: "1 Main Street", TELEPHONE: "(416) 555-0199" };
  await inTransaction(tx, (each) => writeSettings(each, filled.secrets, own, { userId: 1, userName: "Ana" }));
  expect(await done()).toEqual(expect.arrayContaining(entered));
});

test("reads the day from the address; invalid days show today", async () => {
  const own = await read("?from=2026-03-02&to=2026-03-02");
  expect([own.dashboard?.range, own.dashboard?.label]).toEqual([null, "Mon, Mar 2, 2026"]);
  expect(own.dashboard?.figures?.report.current.days).toEqual([{ day: "2026-03-02", orders: 1, sales: 3938 }]);
  expect((await read("?range=ever&from=soon&to=2026-02-30")).dashboard?.range).toBe("today");
});

test("exports each table for the same period and escapes formulas", async () => {
  await db.update(orders).set({
    appliedPromotions: [
      { promotionId: 3, title: '=1+1, "ten"', code: null, kind: "x", amount: 338, explanation: "", lineShares: {}, deliveryShare: 0 },
    ],
  });
  expect(await file("?table=promotions&from=2026-03-01&to=2026-03-03")).toEqual(["Promotion,Orders,Given", `"'=1+1, ""ten""",1,3.38`]);
  expect(await file("?table=money&from=2026-03-02")).toContain("Discounts,-3.38,1,0.00");
  expect(await file("?table=nothing&from=2026-03-02")).toEqual(["Day,Sales,Orders", '"Mon, Mar 2, 2026",39.38,1']);
});

test("leaves days without computed totals to the job", async () => {
  const days = Array.from({ length: 65 }, (_, day) => new Date(Date.UTC(2026, 4, 1 + day, 18)));
  await Promise.all(days.map((placedAt) => storeOrder(db, { placedAt })));
  const year = "from=2026-01-01&to=2026-07-10";
  const { dashboard: early } = await read(`?${year}`);
  expect(early?.figures).toBeNull();
  expect(early?.waiting).toContain("66 days are still being added up");
  const refused = await ana.get(csv, `/admin/figures.csv?table=days&${year}`);
  expect([refused.status, refused.data]).toEqual([503, expect.objectContaining({ status: 503, detail: early?.waiting })]);
  expect((await read("?from=2026-05-01&to=2026-05-31")).dashboard?.figures?.report.current.days).toHaveLength(31);
  await keepOrderDays(db, services.now());
  const { dashboard: late } = await read(`?${year}`);
  expect(late?.figures?.report.current.days.reduce((sum, day) => sum + day.orders, 0)).toBe(66);
});

test("taxes of a period are listed by rate and lead to their orders", async () => {
  const hst = { label: "HST", rate: 130_000, base: 3037, amount: 395 };
  const split = [
    { label: "GST", rate: 50_000, base: 1000, amount: 50 },
    { label: "PST", rate: 70_000, base: 1000, amount: 70 },
    { label: "PST", rate: 70_000, base: 500, amount: 35 },
  ];
  const placedAt = new Date("2026-04-10T18:00:00Z");
  for (const taxLines of [[hst], [hst], split]) await storeOrder(db, { placedAt, taxLines });
  await storeOrder(db, { placedAt, taxLines: [hst], status: "rejected" });
  const rows = ["Tax,Orders,Taxed,Tax amount", "HST 13%,2,60.74,7.90", "PST 7%,1,15.00,1.05", "GST 5%,1,10.00,0.50"];
  expect(await file("?table=taxes&from=2026-04-10&to=2026-04-10")).toEqual(rows);
  await keepOrderDays(db, services.now());
  expect(await file("?table=taxes&from=2026-04-10&to=2026-04-10")).toEqual(rows);
  const { dashboard: found } = await read("?from=2026-04-10&to=2026-04-10");
  expect(found?.figures?.tables.taxes.rows[1]?.to).toBe("/admin/orders?status=sold&tax=70000+PST&from=2026-04-10&to=2026-04-10");
  const behind = await ana.get(orderFile, "/admin/orders/all.csv?status=sold&tax=70000+PST&from=2026-04-10&to=2026-04-10");
  expect(String(behind.data).trim().split("\r\n").slice(1)).toEqual([
    expect.stringMatching(/,"PST 7%: 1\.05; GST 5%: 0\.50","PST 7%: 15\.00; GST 5%: 10\.00",$/),
  ]);
});

test("lists untaxed sales and delivery fees as a tax line that links to their orders", async () => {
  const placedAt = new Date("2026-04-20T18:00:00Z");
  const hst = { label: "HST", rate: 130_000, base: 2610, amount: 339 };
  const taxTable = { delivery: 0, rates: [{ rate: 130_000, components: [{ label: "HST", rate: 130_000 }] }] };
  const { order: mixed } = await storeOrder(db, {
    placedAt,
    taxCents: 339,
    taxLines: [hst],
    deliveryFeeCents: 300,
    taxTable,
    totalCents: 4520,
  });
  await db
    .update(orderItems)
    .set({ taxRatePpm: 0, discountCents: 48 })
    .where(and(eq(orderItems.orderId, mixed.id), eq(orderItems.lineTotalCents, 475)));
  await storeOrder(db, { placedAt });
  const rows = ["Tax,Orders,Taxed,Tax amount", "HST 13%,2,56.47,7.34", "No tax 0%,1,7.27,0.00"];
  expect(await file("?table=taxes&from=2026-04-20&to=2026-04-20")).toEqual(rows);
  await keepOrderDays(db, services.now());
  expect(await file("?table=taxes&from=2026-04-20&to=2026-04-20")).toEqual(rows);
  const { dashboard: found } = await read("?from=2026-04-20&to=2026-04-20");
  const to = found?.figures?.tables.taxes.rows[1]?.to ?? "";
  expect(to).toBe("/admin/orders?status=sold&tax=0+No+tax&from=2026-04-20&to=2026-04-20");
  const behind = await ana.get(orderFile, to.replace("/admin/orders", "/admin/orders/all.csv"));
  expect(String(behind.data).trim().split("\r\n").slice(1)).toEqual([
    expect.stringMatching(/,"HST 13%: 3\.39; No tax 0%: 0\.00","HST 13%: 26\.10; No tax 0%: 7\.27",$/),
  ]);
});
