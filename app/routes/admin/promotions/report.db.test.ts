import { expect, test } from "vitest";
import { couponCodes, couponSets, promotions, promotionUses } from "#app/promotions/data/tables.ts";
import * as setPage from "#app/routes/admin/coupon-sets/detail.tsx";
import * as sets from "#app/routes/admin/coupon-sets/index.tsx";
import { addMinutes, MINUTES_PER_DAY } from "#app/values/time.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as form from "./form.tsx";
import * as list from "./index.tsx";
import * as csv from "./report-csv.ts";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const daysAgo = (days: number) => addMinutes(services.now(), -days * MINUTES_PER_DAY);

const [promotion] = await db
  .insert(promotions)
  .values({
    name: "=Flyer",
    title: "Flyer",
    trigger: "coupon",
    status: "active",
    condition: { type: "all", of: [] },
    actionKind: "order-fixed",
    actionParams: { amount: 500 },
  })
  .returning({ id: promotions.id });
const id = promotion?.id ?? 0;
const [set] = await db.insert(couponSets).values({ name: "Letterbox", promotionId: id }).returning();
const [code] = await db
  .insert(couponCodes)
  .values({ couponSetId: set?.id ?? 0, code: "FLYER", normalizedCode: "FLYER" })
  .returning();

/** A used offer; the order costs $39.38. */
async function use(days: number, amountCents: number, changes: Partial<typeof promotionUses.$inferInsert> = {}, refundedCents = 0) {
  const { order } = await storeOrder(db, { placedAt: daysAgo(days), capturedCents: 3938, refundedCents });
  const row = { promotionId: id, orderId: order.id, emailKey: "", amountCents, state: "redeemed" as const, createdAt: daysAgo(days) };
  await db.insert(promotionUses).values({ ...row, ...changes });
}
await use(0, 500, { couponCodeId: code?.id ?? null });
await use(0, 300, {}, 1000);
await use(20, 200);
await use(60, 100);
await use(1, 900, { state: "released" });
await use(1, 900, { state: "held" });
const edit = (search: string) => ana.get(form, `/admin/promotions/edit/${id}${search}`, { id: String(id) });

test("reports discounts per day from received orders minus refunds", async () => {
  const week = (await edit("?range=week")).data as { report: { days: { uses: number }[] } };
  expect(week.report).toMatchObject({ range: "week", uses: 2, discount: 800, revenue: 2 * 3938 - 1000, orders: 4 });
  expect(week.report.days.map(({ uses }) => uses)).toEqual([0, 0, 0, 0, 0, 0, 2]);
  expect((await edit("")).data).toMatchObject({ report: { range: "30-days", uses: 3, discount: 1000 } });
  expect((await edit("?range=much")).data).toMatchObject({ report: { range: "30-days" } });
  const own = (await edit("?from=2020-01-01&to=2020-01-03")).data as { report: { days: unknown[] } };
  expect(own.report).toMatchObject({ range: null, uses: 0, orders: 0 });
  expect(own.report.days).toHaveLength(3);
});

test("promotion and coupon set lists show and sort their period's metrics", async () => {
  expect((await ana.get(list, "/admin/promotions")).data).toMatchObject({ rows: [{ uses: 4, discount: 1100, share: "67%" }] });
  expect((await ana.get(list, "/admin/promotions?range=30-days&sort=-revenue")).data).toMatchObject({
    rows: [{ uses: 3, discount: 1000, revenue: 3 * 3938 - 1000, share: "60%" }],
  });
  expect((await ana.get(sets, "/admin/coupon-sets?range=week")).data).toMatchObject({ rows: [{ uses: 1, discount: 500, revenue: 3938 }] });
  const path = `/admin/coupon-sets/${set?.id}`;
  expect((await ana.get(setPage, path, { id: String(set?.id) })).data).toMatchObject({ report: { uses: 1, discount: 500 } });
});

test("exports the metrics as files", async () => {
  const read = async (search: string) => {
    const { data } = await ana.get(csv, `/admin/promotions/report.csv${search}`);
    return String(data).trimEnd().split("\r\n");
  };
  expect(await read("?range=week")).toEqual(["id,promotion,state,uses,given_away,paid,all_orders", `${id},'=Flyer,active,2,8.00,68.76,4`]);
  const days = await read(`?promotion=${id}&range=week`);
  expect(days).toHaveLength(8);
  expect(days.at(-1)).toMatch(/^\d{4}-\d{2}-\d{2},2,8\.00,68\.76$/);
  expect((await read(`?set=${set?.id}&range=week`)).at(-1)).toMatch(/,1,5\.00,39\.38$/);
});
