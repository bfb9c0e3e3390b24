import { and, eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { readSettings, writeSettings, type SettingChanges } from "#app/store/data/site-settings.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { addMinutes } from "#app/values/time.ts";
import { advanceOrders } from "./advance-orders.server.ts";
import { mailWaitingOrder } from "#app/orders/workflows/mail/waiting-mail.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const STAFF = "counter@shop.example, owner@shop.example";
const CLEARED: SettingChanges = {
  ORDER_EMAIL_RECIPIENT: null,
  STORE_OPEN_TIME: null,
  STORE_CLOSING_TIME: null,
  STORE_TIMEZONE: null,
  ORDER_AUTO_REJECT_MINUTES: null,
};

afterEach(() => set(CLEARED));

async function set(changes: SettingChanges): Promise<void> {
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, changes, { userId: null, userName: "Test" }));
}

/** A fixed clock for runs of the job. */
function runAt(time: Date): Promise<void> {
  return advanceOrders({ ...services, now: () => time });
}

async function waitingMails(orderId: string): Promise<readonly string[]> {
  const where = and(eq(mailOutbox.orderId, orderId), eq(mailOutbox.kind, "order_waiting_staff"));
  const rows = await db.select({ recipient: mailOutbox.recipient }).from(mailOutbox).where(where);
  return rows.map((row) => row.recipient).toSorted();
}

test("emails each staff address once after four undecided minutes", async () => {
  await set({ ORDER_EMAIL_RECIPIENT: STAFF });
  const placedAt = new Date("2026-11-20T22:15:00Z");
  const { order } = await storeOrder(db, { placedAt });
  await runAt(addMinutes(placedAt, 3.9));
  expect(await waitingMails(order.id)).toEqual([]);
  await Promise.all([runAt(addMinutes(placedAt, 4)), runAt(addMinutes(placedAt, 4))]);
  await runAt(addMinutes(placedAt, 5));
  expect(await waitingMails(order.id)).toEqual(["counter@shop.example", "owner@shop.example"]);
  const { rows } = await db.$client.query("select count(*)::int as jobs from pgboss.job where name = 'mail'");
  expect(rows[0].jobs).toBeGreaterThanOrEqual(2);
  await set({ ORDER_EMAIL_RECIPIENT: "new@shop.example" });
  await runAt(addMinutes(placedAt, 6));
  expect(await waitingMails(order.id), "a new address brings no second alert").toHaveLength(2);
});

test("the timer of an order placed while closed starts at opening", async () => {
  await set({ ORDER_EMAIL_RECIPIENT: STAFF, STORE_TIMEZONE: "UTC", STORE_OPEN_TIME: "11:00", STORE_CLOSING_TIME: "21:00" });
  const { order } = await storeOrder(db, { placedAt: new Date("2026-11-20T08:00:00Z") });
  await runAt(new Date("2026-11-20T11:03:00Z"));
  expect(await waitingMails(order.id)).toEqual([]);
  await runAt(new Date("2026-11-20T11:04:00Z"));
  expect(await waitingMails(order.id)).toHaveLength(2);
});

test("a scheduled order does not alert before its preparation", async () => {
  await set({ ORDER_EMAIL_RECIPIENT: STAFF });
  const { order } = await storeOrder(db, {
    placedAt: new Date("2026-11-20T18:00:00Z"),
    requestedFor: new Date("2026-11-20T20:00:00Z"),
    prepMinutes: 20,
  });
  await runAt(new Date("2026-11-20T19:30:00Z"));
  expect(await waitingMails(order.id)).toEqual([]);
  await runAt(new Date("2026-11-20T19:40:00Z"));
  expect(await waitingMails(order.id)).toHaveLength(2);
});

test("a decided order alerts no one, also when decided during the job", async () => {
  await set({ ORDER_EMAIL_RECIPIENT: STAFF });
  const { order } = await storeOrder(db, { status: "accepted", paymentState: "captured", capturedCents: 3938 });
  expect(await mailWaitingOrder(services, order.id, await readSettings(db))).toBe(0);
  expect(await waitingMails(order.id)).toEqual([]);
});

test("sends nothing without a staff address", async () => {
  const placedAt = new Date("2026-11-20T22:15:00Z");
  const { order } = await storeOrder(db, { placedAt });
  await runAt(addMinutes(placedAt, 30));
  expect(await waitingMails(order.id)).toEqual([]);
});
