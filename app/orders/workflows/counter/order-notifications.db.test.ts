import { eq } from "drizzle-orm";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { isPushEndpoint, makeVapidKeys, sendPush } from "#app/mail/gateway/push-service.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { countListeningScreens, noteScreen } from "#app/orders/data/counter/screens.server.ts";
import { listPushDevices } from "#app/orders/data/counter/push.server.ts";
import { pushKeys, pushSubscriptions } from "#app/orders/data/counter/tables.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { staffRoles, users } from "#app/staff/data/tables.ts";
import { insertRow } from "#app/staff/data/table-records.ts";
import { ownRoleName } from "#app/staff/domain/user.ts";
import { readSettings, writeSettings, type SettingChanges } from "#app/store/data/site-settings.server.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { addMinutes } from "#app/values/time.ts";
import { openSession, signOut } from "#app/staff/workflows/sign-in.server.ts";
import { endSessions } from "#app/staff/data/sessions.server.ts";
import { enqueueReceivedNotifications, notifyStaff } from "./order-notifications.server.ts";
import { pushToDevice, switchPushOff, switchPushOn } from "./push-devices.server.ts";
import { readPushKeys } from "./push-keys.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const PLACED = new Date("2026-11-20T22:15:00Z");
const SCREEN = "0b0f2f8e-3c51-4a55-9d58-6f6a4d1c9a01";
const STAFF = { id: 1, email: "ana@shop.example", name: "Ana", roles: ["order-admin"] } as const;
/** A device's keys as browsers make them. */
const DEVICE = { p256dh: (await makeVapidKeys()).publicKey, auth: Buffer.alloc(16, 7).toString("base64url") };

/** A local push service that returns given statuses and records requests. */
const asked: { path: string; headers: Record<string, unknown>; bytes: number }[] = [];
let answer = 201;
const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    asked.push({ path: request.url ?? "", headers: request.headers, bytes: Buffer.concat(chunks).byteLength });
    response.writeHead(answer).end();
  });
});
await new Promise<void>((done) => void service.listen(0, "127.0.0.1", done));
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
afterAll(() => service.close());

beforeEach(async () => {
  await db
    .insert(users)
    .values({ id: 1, email: STAFF.email, name: "Ana", passwordHash: "", roles: ["order-admin"] })
    .onConflictDoNothing();
  await set({ ORDER_EMAIL_RECIPIENT: "owner@shop.example" });
  asked.length = 0;
  answer = 201;
});
afterEach(async () => {
  await set({
    ORDER_EMAIL_RECIPIENT: null,
  });
  await db.delete(pushSubscriptions);
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

async function jobs(queue: string): Promise<readonly { data: Record<string, unknown>; wait: number }[]> {
  const { rows } = await db.$client.query(
    "select data, round(extract(epoch from start_after - created_on))::int as wait from pgboss.job where name = $1 order by created_on, start_after",
    [queue],
  );
  return rows as { data: Record<string, unknown>; wait: number }[];
}

/** Signs Ana in with a browser and enables push. */
async function switchOn(keys = DEVICE, path = "device", sessionToken?: string) {
  const token = sessionToken ?? (await openSession(db, STAFF, { replaces: null, userAgent: "", now: new Date() })).token;
  return switchPushOn(services, { ...STAFF, sessionToken: token }, { endpoint: `${origin}/${path}`, ...keys }, "Tablet");
}

test("emails once after 70 seconds without a listening device", async () => {
  const { order } = await storeOrder(db, { placedAt: PLACED });
  await notifyStaff(at(PLACED), order.id, "received");
  expect(await jobs("order-news")).toMatchObject([{ data: { orderId: order.id, news: "unheard" }, wait: 70 }]);
  const later = at(addMinutes(PLACED, 70 / 60));
  await notifyStaff(later, order.id, "unheard");
  await notifyStaff(later, order.id, "unheard");
  expect(await mailsOf(order.id)).toEqual(["order_unheard_staff"]);
  expect(await jobs("order-news")).toMatchObject([{}, { data: { news: "waiting" }, wait: 170 }]);
  await notifyStaff(at(addMinutes(PLACED, 4)), order.id, "waiting");
  expect(await mailsOf(order.id)).toEqual(["order_unheard_staff", "order_waiting_staff"]);
});

test("notifies immediately and schedules the listening check once", async () => {
  const { order } = await storeOrder(db, { placedAt: PLACED });
  await enqueueReceivedNotifications(db, services.jobs, order, await readSettings(db), { now: PLACED, hasDevices: true });
  await notifyStaff(at(PLACED), order.id, "received", { isLookPlanned: true });
  expect(await jobs("order-news")).toMatchObject([
    { data: { orderId: order.id, news: "received", isLookPlanned: true }, wait: 0 },
    { data: { orderId: order.id, news: "unheard" }, wait: 70 },
  ]);
  expect(await jobs("push")).toEqual([]);
  await switchOn();
  await notifyStaff(at(PLACED), order.id, "received", { isLookPlanned: true });
  expect([await jobs("order-news"), await jobs("push")].map((each) => each.length)).toEqual([2, 1]);
});

test("schedules only the check without push devices", async () => {
  const { order } = await storeOrder(db, { placedAt: PLACED });
  await enqueueReceivedNotifications(db, services.jobs, order, await readSettings(db), { now: PLACED, hasDevices: false });
  expect(await jobs("order-news")).toMatchObject([{ data: { orderId: order.id, news: "unheard" }, wait: 70 }]);
});

test("sends no email while a device listens or after a decision", async () => {
  const time = addMinutes(PLACED, 70 / 60);
  const beat = { id: SCREEN, userId: 1 };
  await noteScreen(db, { ...beat, isAudible: false }, time);
  expect(await countListeningScreens(db, time)).toBe(0);
  await noteScreen(db, { ...beat, isAudible: true }, time);
  expect(await countListeningScreens(db, time)).toBe(1);
  const { order } = await storeOrder(db, { placedAt: PLACED });
  await notifyStaff(at(time), order.id, "unheard");
  expect(await mailsOf(order.id)).toEqual([]);
  expect(await countListeningScreens(db, addMinutes(time, 1)), "gone after a minute").toBe(0);
  const { order: decided } = await storeOrder(db, { placedAt: PLACED, status: "accepted" });
  await notifyStaff(at(addMinutes(time, 1)), decided.id, "unheard");
  expect(await mailsOf(decided.id)).toEqual([]);
});

test("the first check of an order placed while closed is 70 s after opening", async () => {
  await set({ STORE_TIMEZONE: "UTC", STORE_OPEN_TIME: "23:00", STORE_CLOSING_TIME: "23:30" });
  const { order } = await storeOrder(db, { placedAt: PLACED });
  await notifyStaff(at(PLACED), order.id, "received");
  expect(await jobs("order-news")).toMatchObject([{ wait: 45 * 60 + 70 }]);
  await set({ STORE_TIMEZONE: null, STORE_OPEN_TIME: null, STORE_CLOSING_TIME: null });
});

test("a retried notification reaches each device once", async () => {
  const { order } = await storeOrder(db, { placedAt: PLACED });
  await switchOn();
  await notifyStaff(at(PLACED), order.id, "received");
  await db.$client.query("update pgboss.job set state = 'completed', completed_on = now() where name = 'push'");
  await notifyStaff(at(PLACED), order.id, "received");
  expect(await jobs("push")).toHaveLength(1);
});

test("rejects keys that are not on the curve", async () => {
  const keys = { p256dh: `B${"A".repeat(86)}`, auth: DEVICE.auth };
  expect(await switchOn(keys)).toBe("keys");
  expect(await db.select().from(pushSubscriptions)).toEqual([]);
  const message = { keys: await makeVapidKeys(), contact: "mailto:a@b.example", payload: "{}", keepSeconds: 1, topic: "orders" };
  expect(await sendPush({ ...message, target: { endpoint: `${origin}/device`, ...keys } }, true)).toMatchObject({ kind: "refused" });
  expect(asked).toEqual([]);
});

test("notifies a device until its user signs out there", async () => {
  const told = async () => (await listPushDevices(db)).length;
  const now = new Date();
  const first = await openSession(db, STAFF, { replaces: null, userAgent: "", now });
  await switchOn(DEVICE, "tablet", first.token);
  await switchOn(DEVICE, "phone");
  const withRole = async (role: string) => {
    await db
      .update(users)
      .set({ roles: [role] })
      .where(eq(users.id, STAFF.id));
    return told();
  };
  const [shift, cooks] = [
    await insertRow(db, staffRoles, { name: "Shift", permissions: ["orders"] }),
    await insertRow(db, staffRoles, { name: "Cooks", permissions: ["kitchen"] }),
  ];
  expect([await withRole(ownRoleName(cooks)), await withRole(ownRoleName(shift))], "own roles").toEqual([0, 2]);
  expect([await withRole("menu-editor"), await withRole("manager"), await withRole("order-admin")], "who may open orders").toEqual([
    0, 2, 2,
  ]);
  const nextDay = addMinutes(now, 24 * 60);
  const again = await openSession(db, STAFF, { replaces: first.token, userAgent: "", now: nextDay });
  expect(await told(), "the night between, and a new sign-in").toBe(2);
  await signOut(db, again.token);
  expect(await told(), "only the phone is left").toBe(1);
  const ben = { id: 2, email: "ben@shop.example", name: "Ben", roles: ["order-admin"] } as const;
  await db.insert(users).values({ ...ben, roles: ["order-admin"], passwordHash: "" });
  const shared = await openSession(db, STAFF, { replaces: null, userAgent: "", now: nextDay });
  await switchOn(DEVICE, "tablet", shared.token);
  await openSession(db, ben, { replaces: shared.token, userAgent: "", now: nextDay });
  expect(await told(), "Ben sits there now").toBe(1);
  expect(await switchOn(DEVICE, "tablet", shared.token), "that sign-in is over").toBe("session");
  await inTransaction(db, (tx) => endSessions(tx, 1, { except: null }));
  expect(await told(), "a new password signs out everywhere").toBe(0);
});

test("another user's page ends a device left enabled; the history names both", async () => {
  await switchOn();
  const ben = { id: 2, email: "ben@shop.example", name: "Ben", roles: ["order-admin"] } as const;
  await switchPushOff(services, ben, `${origin}/device`);
  expect(await listPushDevices(db)).toEqual([]);
  const { rows } = await db.$client.query("select user_name, subject from audit_log where action = 'push-off' order by id desc limit 1");
  expect(rows).toEqual([{ user_name: "Ben", subject: "user 1" }]);
});

test("encrypts and signs notifications without customer data", async () => {
  const { order } = await storeOrder(db, { placedAt: PLACED });
  expect(await switchOn()).toBe("on");
  await notifyStaff(at(PLACED), order.id, "received");
  const [job] = await jobs("push");
  expect(job?.data).toMatchObject({ title: `New order ${order.number}`, body: "Pickup", tries: 0 });
  expect(JSON.stringify(job?.data)).not.toContain("Ana");
  await pushToDevice(services, String(job?.data.deviceId), { title: "New order", body: "Pickup" }, 0);
  expect(asked).toMatchObject([
    { path: "/device", headers: { "content-encoding": "aes128gcm", ttl: "600", urgency: "high", topic: "orders" } },
  ]);
  expect(asked[0]?.bytes).toBeGreaterThan(40);
  const { publicKey } = await readPushKeys(services);
  expect(String(asked[0]?.headers.authorization)).toContain(`k=${publicKey}`);
  const [stored] = await db.select().from(pushKeys);
  expect(stored?.sealedPrivateKey).not.toContain((await readPushKeys(services)).privateKey);
  await switchPushOff(services, STAFF, `${origin}/device`);
  expect(await db.select().from(pushSubscriptions)).toEqual([]);
});

test("removes a deleted device and retries an unresponsive service four times", async () => {
  const subscribe = async () => {
    await switchOn();
    const [row] = await db.select().from(pushSubscriptions);
    return row?.id ?? "";
  };
  const id = await subscribe();
  answer = 503;
  for (const [tries, wait] of [5, 20, 60, 180].entries()) {
    await pushToDevice(services, id, { title: "New order", body: "" }, tries);
    expect((await jobs("push")).at(-1)).toMatchObject({ data: { tries: tries + 1 }, wait });
  }
  await pushToDevice(services, id, { title: "New order", body: "" }, 4);
  expect(await jobs("push"), "given up").toHaveLength(4);
  answer = 410;
  await pushToDevice(services, id, { title: "New order", body: "" }, 0);
  expect(await db.select().from(pushSubscriptions)).toEqual([]);
});

test("calls only public push services", async () => {
  for (const endpoint of [
    "http://push.example/x",
    "https://127.0.0.1/x",
    "https://10.0.0.5/x",
    "https://169.254.169.254/latest",
    "https://[::1]/x",
    "https://intranet/x",
    "https://push.example:8443/x",
    "https://user:pass@push.example/x",
    "ftp://push.example/x",
    "nonsense",
  ])
    expect(isPushEndpoint(endpoint, false), endpoint).toBe(false);
  expect(isPushEndpoint("https://fcm.googleapis.com/fcm/send/abc", false)).toBe(true);
  expect(isPushEndpoint("https://10.0.0.5/x", true), "also of a shop at localhost").toBe(false);
  // The name passes the address check, but the connection does not.
  const message = { keys: await makeVapidKeys(), contact: "mailto:a@b.example", payload: "{}", keepSeconds: 1, topic: "orders" };
  const target = { endpoint: "https://localhost.localdomain/x", ...DEVICE };
  expect((await sendPush({ ...message, target }, false)).kind).toBe("later");
});

test("replaces keys encrypted with another APP_SECRET and removes devices", async () => {
  const before = await readPushKeys(services);
  await switchOn();
  const other = { db, secrets: createSecretBox("another secret for tests, at least 32 characters") };
  const [one, two] = await Promise.all([readPushKeys(other), readPushKeys(other)]);
  expect(one.publicKey).not.toBe(before.publicKey);
  expect(two).toEqual(one);
  expect(await db.select().from(pushSubscriptions)).toEqual([]);
});
