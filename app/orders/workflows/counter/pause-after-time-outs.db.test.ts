import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { orderEvents, orders } from "#app/orders/data/tables.ts";
import { advanceOrders } from "#app/orders/workflows/changes/advance-orders.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { users } from "#app/staff/data/tables.ts";
import { readSettings, writeSettings, type SettingChanges } from "#app/store/data/site-settings.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { zoneWhereItIs } from "#test/clock.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { changeLiveControls } from "./change-live-controls.server.ts";

const { services } = await openTestShop();
const { db } = services;
const PLACED = new Date("2026-11-20T22:15:00Z");
const STAFF = { id: 1, email: "ana@shop.example", name: "Ana", roles: ["order-admin"] } as const;

beforeAll(async () => {
  await db.insert(users).values({ ...STAFF, passwordHash: "", roles: [...STAFF.roles] });
});
beforeEach(() => set({ ORDER_EMAIL_RECIPIENT: "owner@shop.example", ORDER_AUTO_REJECT_MINUTES: 10 }));
afterEach(async () => {
  await set({ ORDERING_PAUSED_UNTIL: null, ORDERING_PAUSED_BECAUSE: null, TIME_OUTS_COUNT_FROM: null, STORE_TIMEZONE: null });
  await db.$client.query("delete from pgboss.job");
});

async function set(changes: SettingChanges): Promise<void> {
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, changes, { userId: null, userName: "Test" }));
}

function at(time: Date) {
  return { ...services, now: () => time };
}

async function mailsOf(orderId: string): Promise<readonly string[]> {
  return (await db.select({ kind: mailOutbox.kind }).from(mailOutbox).where(eq(mailOutbox.orderId, orderId))).map((row) => row.kind);
}

test("two consecutive time-outs pause ordering once", async () => {
  const first = await storeOrder(db, { placedAt: PLACED, gateway: "none", paymentState: "none" });
  const soon = at(addMinutes(PLACED, 10));
  await advanceOrders(soon);
  expect((await readSettings(db)).ORDERING_PAUSED_UNTIL).toBe("");
  const second = await storeOrder(db, { placedAt: addMinutes(PLACED, 1), gateway: "none", paymentState: "none" });
  const third = await storeOrder(db, { placedAt: addMinutes(PLACED, 1), gateway: "none", paymentState: "none" });
  await advanceOrders(at(addMinutes(PLACED, 11)));
  const settings = await readSettings(db);
  expect(settings.ORDERING_PAUSED_BECAUSE).toBe("no_response");
  expect(settings.ORDERING_PAUSED_UNTIL, "until the end of the business day in Toronto").toBe("2026-11-21T09:00:00.000Z");
  expect(await mailsOf(first.order.id)).not.toContain("ordering_paused_staff");
  const told = [...(await mailsOf(second.order.id)), ...(await mailsOf(third.order.id))];
  expect(told.filter((kind) => kind === "ordering_paused_staff")).toHaveLength(1);
  const { rows } = await db.$client.query("select 1 from pgboss.job where name = 'order-news' and data->>'news' = 'paused'");
  expect(rows).toHaveLength(1);
});

test("ignores time-outs of other days and before resuming", async () => {
  await db.update(orders).set({ status: "completed" });
  await db.delete(orderEvents);
  // No business day ends while they are told apart.
  await set({ STORE_TIMEZONE: zoneWhereItIs(12) });
  const pausedBy = async () => (await readSettings(db)).ORDERING_PAUSED_BECAUSE;
  const timeOut = async () => {
    await storeOrder(db, { placedAt: addMinutes(new Date(), -15), gateway: "none", paymentState: "none" });
    await advanceOrders(at(new Date()));
    return pausedBy();
  };
  expect(await timeOut()).toBe("staff");
  await db.update(orderEvents).set({ at: addMinutes(new Date(), -24 * 60) });
  expect(await timeOut(), "the first of this day").toBe("staff");
  expect(await timeOut(), "the second").toBe("no_response");
  expect((await changeLiveControls(at(new Date()), STAFF, { paused_until: null })).ok).toBe(true);
  await advanceOrders(at(new Date()));
  expect(await pausedBy(), "not again at the next look").toBe("staff");
  expect(await timeOut(), "the first after that").toBe("staff");
  // After the reconciler: ended by the system without a timer.
  const { order } = await storeOrder(db, { status: "rejected", gateway: "none", paymentState: "none" });
  const step = { actor: "system", event: "time_out", fromStatus: "received", toStatus: "rejected" } as const;
  await db.insert(orderEvents).values({ orderId: order.id, ...step });
  await advanceOrders(at(new Date()));
  expect(await pausedBy()).toBe("no_response");
});

test("ignores time-outs during a staff pause after it ends", async () => {
  await db.update(orders).set({ status: "completed" });
  await db.delete(orderEvents);
  await set({ STORE_TIMEZONE: zoneWhereItIs(12) });
  const now = new Date();
  const timeOutAgo = async (minutes: number) => {
    const { order } = await storeOrder(db, { status: "rejected", gateway: "none", paymentState: "none" });
    const step = { actor: "system", event: "time_out", fromStatus: "received", toStatus: "rejected" } as const;
    await db.insert(orderEvents).values({ orderId: order.id, ...step, at: addMinutes(now, -minutes) });
  };
  await changeLiveControls(at(addMinutes(now, -3)), STAFF, { paused_until: addMinutes(now, -0.5) });
  await timeOutAgo(2);
  await timeOutAgo(1);
  await advanceOrders(at(now));
  expect((await readSettings(db)).ORDERING_PAUSED_BECAUSE).toBe("staff");
  await timeOutAgo(0.3);
  await timeOutAgo(0.2);
  await advanceOrders(at(now));
  expect((await readSettings(db)).ORDERING_PAUSED_BECAUSE, "two after its end do").toBe("no_response");
});
