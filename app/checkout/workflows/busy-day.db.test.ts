import { asc, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { readDemoFacts } from "#app/checkout/data/demo-facts.server.ts";
import { contentSeal } from "#app/checkout/domain/demo-removal.ts";
import { findFirstPlaced } from "#app/orders/data/figures/order-facts.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { DEMO_DAY_KEY } from "#app/orders/domain/demo-day.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { findDemoFilling } from "#app/staff/data/history.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { simulatorObjects } from "#stripe-simulator/store/tables.ts";
import { addDays, businessDay, instantOf } from "#app/values/time.ts";
import { insertDemoShop } from "#test/seeded-rows.ts";
import { openTestShop } from "#test/shop.ts";
import { addBusyDay, refuseBusyDay } from "./busy-day.server.ts";
import { removeDemo } from "./remove-demo.server.ts";

const ANA = { userId: 1, userName: "Ana" };
const OWNER = { kind: "staff", userId: null, name: "Tess", isAdmin: true } as const;
const ZONE = "America/Toronto";
/** One o'clock yesterday: the simulator, which has its own clock, still holds the cards. */
const NOON = instantOf(addDays(businessDay(new Date(), ZONE), -1), 13 * 60, ZONE);

const shop = await openTestShop({ storesPayments: true });
const services = { ...shop.services, now: () => NOON };
const { db } = services;
const intentOf = async (id: string | null) =>
  (
    await db
      .select({ body: simulatorObjects.body })
      .from(simulatorObjects)
      .where(eq(simulatorObjects.id, id ?? ""))
  )[0]?.body;
const ofDay = () =>
  db
    .select()
    .from(orders)
    .where(like(orders.checkoutKey, `${DEMO_DAY_KEY}%`))
    .orderBy(asc(orders.placedAt));

test("refuses in a shop without the demo", async () => {
  expect(await addBusyDay(services, ANA)).toMatchObject({ ok: false, error: expect.stringContaining("no demo content") as string });
  expect(await db.$count(orders)).toBe(0);
});

test("fills the day up to now: finished orders, some in progress, two waiting", async () => {
  await insertDemoShop(db, NOON);
  await db.insert(settings).values({ key: "CURRENCY", value: "CAD" });
  expect(await addBusyDay(services, ANA)).toMatchObject({ ok: true, value: { waiting: 2 } });
  const rows = await ofDay();
  expect(rows.length).toBeGreaterThan(20);
  const statuses = new Set(rows.map(({ status }) => status));
  for (const status of ["received", "preparing", "completed"] as const) expect(statuses).toContain(status);
  for (const row of rows) {
    const times = [row.placedAt, row.acceptedAt, row.preparingAt, row.readyAt, row.outAt, row.completedAt, row.endedAt];
    expect(times.every((at) => at === null || at <= NOON)).toBe(true);
    expect(row.businessDate).toBe(businessDay(NOON, ZONE));
    expect(row.currency).toBe("cad");
    expect(await intentOf(row.paymentIntentId)).toMatchObject({ currency: "cad", amount: row.finalTotalCents });
    expect(row.capturedCents).toBe(["authorized", "voided"].includes(row.paymentState) ? 0 : row.finalTotalCents);
  }
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  expect(rows.filter(({ allergyNote }) => allergyNote !== "")).toHaveLength(1);
});

test("does not count as the owner's test order or as added content", async () => {
  const since = await findDemoFilling(db);
  expect(await findFirstPlaced(db, since)).toBeNull();
  expect((await readDemoFacts(db)).added.orders).toBe(0);
});

test("adds no second day while orders are open", async () => {
  const before = await db.$count(orders);
  expect(await addBusyDay(services, ANA)).toMatchObject({ ok: false, error: expect.stringContaining("already open") as string });
  expect(await db.$count(orders)).toBe(before);
});

test("its waiting orders are accepted and rejected like any other", async () => {
  const [first, second] = (await ofDay()).filter(({ status }) => status === "received");
  const act = (order: typeof first, command: OrderCommand) =>
    applyOrderEvent(services, { orderId: order?.id ?? "", version: order?.version ?? 0, actor: OWNER, command });
  expect(await act(first, { event: "accept", minutes: 20 })).toMatchObject({ kind: "done" });
  expect(await act(second, { event: "reject", reason: "too_busy", text: "" })).toMatchObject({ kind: "done" });
  const states = (await ofDay()).filter(({ id }) => id === first?.id || id === second?.id);
  expect(states.map(({ status, paymentState }) => [status, paymentState])).toEqual([
    ["accepted", "captured"],
    ["rejected", "voided"],
  ]);
});

test("goes with the demo, open orders included", async () => {
  const facts = await readDemoFacts(db);
  expect(facts.openOrders).toBe(0);
  expect(await removeDemo(services, ANA, contentSeal(facts))).toMatchObject({ ok: true });
  expect(await db.$count(orders)).toBe(0);
  expect(await refuseBusyDay(services)).toContain("removed already");
});
