import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { webhookDeliveries, webhooks } from "#app/orders/data/webhooks/tables.ts";
import { WEBHOOK_EVENTS } from "#app/orders/domain/webhooks/webhook.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { deliverWebhook, forgetDeliveries, openWebhookSecret, sweepWebhooks } from "#app/orders/workflows/webhooks/webhooks.server.ts";
import { listAlarms } from "#app/routes/admin/alarms.server.ts";
import { tcpAddress } from "#server/tcp-address.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openOwnersPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as detail from "#app/routes/admin/history/detail.tsx";
import * as undo from "#app/routes/admin/undo.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import * as remove from "./delete.tsx";
import * as form from "./form.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = await openOwnersPages(services);
const ANA = { kind: "staff", userId: 1, name: "Ana", isAdmin: true } as const;

interface Arrived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
let arrived: Arrived[] = [];
let answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | "silent" | "other protocol" = {
  status: 204,
};
const receive: RequestListener = async (request, response) => {
  arrived.push({ path: request.url ?? "", headers: request.headers, body: await text(request) });
  if (answer === "silent") request.socket.destroy();
  else if (answer === "other protocol") request.socket.end("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n");
  else response.writeHead(answer.status, answer.headers).end("thanks");
};
const receiver = createServer(receive);
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
afterAll(() => receiver.close());
const HOOK = `http://127.0.0.1:${tcpAddress(receiver).port}/hook`;

beforeEach(async () => {
  arrived = [];
  answer = { status: 204 };
  await db.delete(webhooks);
});

async function addWebhook(over: Readonly<Record<string, string>> = {}): Promise<number> {
  const saved = await ana.edit(form, "/admin/webhooks/add", { url: HOOK, events: WEBHOOK_EVENTS.join(","), isOn: "on", ...over });
  return Number(/\d+$/.exec(saved.location ?? "")?.[0]);
}
const deliveries = () => db.select().from(webhookDeliveries).orderBy(webhookDeliveries.createdAt, webhookDeliveries.event);
const hook = async () => (await db.select().from(webhooks))[0];
const after = (minutes: number) => ({ ...services, now: () => new Date(services.now().getTime() + minutes * 60_000) });

async function acceptOrder() {
  const { order } = await storeOrder(db, { paymentState: "none", gateway: "none" });
  await applyOrderEvent(services, { orderId: order.id, version: order.version, actor: ANA, command: { event: "accept", minutes: 20 } });
  return order.id;
}

/** Tries the only delivery. */
async function tryOnce(tries: number, deps: typeof services = services) {
  const [delivery] = await deliveries();
  await deliverWebhook(deps, delivery?.id ?? "", tries);
  return (await deliveries())[0];
}

test("sends a signed event for an accepted order once, without personal data", async () => {
  const id = await addWebhook();
  const orderId = await acceptOrder();
  expect(await deliveries()).toMatchObject([{ event: "order.accepted", orderId, status: "waiting", tries: 0 }]);
  expect(await tryOnce(0)).toMatchObject({ status: "delivered", tries: 1, lastStatus: 204, lastError: null });
  await tryOnce(0);
  await tryOnce(1);
  const [call, ...more] = arrived;
  expect(more).toEqual([]);
  const secret = openWebhookSecret(services.secrets, (await hook())?.secret ?? "") ?? "";
  const { "webhook-id": key, "webhook-timestamp": timestamp, "webhook-signature": signed } = call?.headers ?? {};
  const expected = createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
    .update(`${String(key)}.${String(timestamp)}.${call?.body ?? ""}`)
    .digest("base64");
  expect(signed).toBe(`v1,${expected}`);
  expect(JSON.parse(call?.body ?? "")).toEqual({
    type: "order.accepted",
    timestamp: expect.any(String) as string,
    data: expect.objectContaining({ id: orderId, status: "accepted", is_test: false }) as object,
  });
  expect(Object.keys((JSON.parse(call?.body ?? "") as { data: object }).data).sort()).toEqual([
    "fulfillment",
    "id",
    "is_test",
    "number",
    "payment_state",
    "status",
    "version",
  ]);
  const page = await ana.get(form, `/admin/webhooks/edit/${id}`, { id: String(id) });
  expect(page.data).toMatchObject({ facts: { status: "on", secret, deliveries: [{ event: "order.accepted", status: "delivered" }] } });
});

test("sends nothing for rollbacks, unselected events, or while disabled", async () => {
  await addWebhook({ events: "order.ready" });
  await acceptOrder();
  await db.update(webhooks).set({ events: [...WEBHOOK_EVENTS], isOn: false });
  await acceptOrder();
  expect(await deliveries()).toEqual([]);
  await db.update(webhooks).set({ isOn: true });
  const { order } = await storeOrder(db, { paymentState: "none", gateway: "none" });
  await applyOrderEvent(services, { orderId: order.id, version: order.version + 1, actor: ANA, command: { event: "accept", minutes: 20 } });
  expect(await deliveries()).toEqual([]);
  await acceptOrder();
  await db.update(webhooks).set({ isOn: false });
  expect(await tryOnce(0)).toMatchObject({ status: "failed", lastError: "The webhook is switched off." });
  expect(arrived).toEqual([]);
});

test.each([
  [{ status: 500 }, "It answered 500."],
  [{ status: 301, headers: { Location: "/elsewhere" } }, "It answered 301."],
  ["silent", "It did not answer."],
  ["other protocol", "It did not answer."],
] as const)("an answer of %o is tried again for about a day, then by hand", async (bad, lastError) => {
  answer = bad;
  const id = await addWebhook();
  await acceptOrder();
  for (let tries = 0; tries < 7; tries += 1) expect(await tryOnce(tries)).toMatchObject({ status: "waiting", tries: tries + 1, lastError });
  expect(await tryOnce(7)).toMatchObject({ status: "failed", tries: 8 });
  expect(arrived.map(({ path }) => path)).toEqual(Array.from({ length: 8 }, () => "/hook"));
  expect(new Set(arrived.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(await hook()).toMatchObject({ isOn: true, failingSince: expect.any(Date) as Date });
  answer = { status: 200 };
  const delivery = (await deliveries())[0]?.id ?? "";
  const again = () => ana.post(form, `/admin/webhooks/edit/${id}`, { intent: "again", delivery }, { id: String(id) });
  expect((await again()).status).toBe(302);
  expect(await tryOnce(0)).toMatchObject({ status: "delivered", tries: 1 });
  expect(await hook()).toMatchObject({ failingSince: null });
});

test("retries with the delays of Standard Webhooks", async () => {
  answer = { status: 503 };
  await addWebhook();
  await acceptOrder();
  await tryOnce(0);
  const [first, second] = await db.execute<{ tries: number; wait: number }>(
    sql`select (data ->> 'tries')::int as tries, round(extract(epoch from start_after - created_on))::int as wait from pgboss.job
        where name = 'webhooks' and data ->> 'deliveryId' = ${(await deliveries())[0]?.id ?? ""} order by 1`,
    "objects",
  );
  expect([first, second]).toEqual([
    { tries: 0, wait: 0 },
    { tries: 1, wait: 5 },
  ]);
});

test("disables after three days of failures, or after a 410, and alerts the dashboard", async () => {
  const alarms = async () =>
    (await listAlarms(services, new Request("http://localhost/admin"))).filter(({ text: words }) => words.includes("webhook"));
  answer = { status: 500 };
  const id = await addWebhook();
  await acceptOrder();
  const failAll = async (minutes: number) => {
    for (let tries = 0; tries <= 7; tries += 1) await tryOnce(tries, after(minutes));
    const delivery = (await deliveries())[0]?.id ?? "";
    expect((await ana.post(form, `/admin/webhooks/edit/${id}`, { intent: "again", delivery }, { id: String(id) })).status).toBe(302);
  };
  await failAll(0);
  await failAll(3 * 24 * 60 - 60);
  await tryOnce(0, after(3 * 24 * 60 + 60));
  // One failed try after a quiet week is no reason.
  expect(await hook()).toMatchObject({ isOn: true });
  expect(await alarms()).toEqual([]);
  for (let tries = 1; tries <= 7; tries += 1) await tryOnce(tries, after(3 * 24 * 60 + 60));
  expect(await hook()).toMatchObject({ isOn: false, isGivenUp: true });
  expect(await alarms()).toHaveLength(1);
  expect((await ana.edit(form, `/admin/webhooks/edit/${id}`, { isOn: "on" }, { id: String(id) })).status).toBe(302);
  expect(await alarms()).toEqual([]);
  expect(await hook()).toMatchObject({ isOn: true, isGivenUp: false, failingSince: null });
  answer = { status: 410 };
  const gone = (await deliveries())[0]?.id ?? "";
  await ana.post(form, `/admin/webhooks/edit/${id}`, { intent: "again", delivery: gone }, { id: String(id) });
  await tryOnce(0);
  expect(await hook()).toMatchObject({ isOn: false, isGivenUp: true });
});

test("recovers a delivery with a lost job once", async () => {
  await addWebhook();
  await acceptOrder();
  await db.execute(sql`delete from pgboss.job where name = 'webhooks'`);
  const jobs = async () =>
    (await db.execute<{ key: string }>(sql`select singleton_key as key from pgboss.job where name = 'webhooks'`, "objects")).map(
      ({ key }) => key,
    );
  expect(await sweepWebhooks(services)).toBe(0);
  expect(await sweepWebhooks(after(11))).toBe(1);
  await sweepWebhooks(after(11));
  expect(await jobs()).toEqual([`${(await deliveries())[0]?.id}:0`]);
  answer = { status: 500 };
  await tryOnce(0);
  await tryOnce(1);
  await db.execute(sql`delete from pgboss.job where name = 'webhooks'`);
  expect(await sweepWebhooks(after(14))).toBe(0);
  expect(await sweepWebhooks(after(16))).toBe(1);
  expect(await jobs()).toEqual([`${(await deliveries())[0]?.id}:2`]);
});

test("sends a test once, whatever events are selected", async () => {
  answer = { status: 500 };
  const id = await addWebhook({ events: "order.ready" });
  expect((await ana.post(form, `/admin/webhooks/edit/${id}`, { intent: "test" }, { id: String(id) })).status).toBe(302);
  expect(await tryOnce(0)).toMatchObject({ event: "test.ping", status: "failed", tries: 1 });
  expect(JSON.parse(arrived[0]?.body ?? "")).toMatchObject({ type: "test.ping", data: {} });
});

test.each([
  ["begins no time of failing", null, 500],
  ["ends no time of failing", -60, 200],
  ["switches nothing off after days of failing", -4 * 24 * 60, 500],
  ["switches nothing off when it answers 410", null, 410],
] as const)("a test %s", async (_, failingMinutes, status) => {
  const id = await addWebhook();
  const failingSince = failingMinutes === null ? null : after(failingMinutes).now();
  await db.update(webhooks).set({ failingSince });
  answer = { status };
  await ana.post(form, `/admin/webhooks/edit/${id}`, { intent: "test" }, { id: String(id) });
  await tryOnce(0);
  expect(arrived).toHaveLength(1);
  expect(await hook()).toMatchObject({ isOn: true, isGivenUp: false, failingSince });
});

test("the history stores no address, which may contain a secret, and limits undo", async () => {
  await db.delete(auditLog);
  const url = (key: string) => `https://example.com/hidden-path?key=${key}`;
  const id = await addWebhook({ url: url("first-secret") });
  const edit = (over: Readonly<Record<string, string>>) => ana.edit(form, `/admin/webhooks/edit/${id}`, over, { id: String(id) });
  await edit({ url: url("second-secret"), events: "order.ready" });
  await edit({ isOn: "" });
  const entries = await db.select().from(auditLog).orderBy(auditLog.id);
  expect(entries).toMatchObject([
    { action: "add", subject: "example.com", before: { [id]: null }, after: { [id]: { url: "set" } } },
    { action: "edit", before: { [id]: { url: "set" } }, after: { [id]: { url: "changed", events: ["order.ready"] } } },
    { action: "edit", before: { [id]: { isOn: true } }, after: { [id]: { isOn: false } } },
  ]);
  const lines = await Promise.all(entries.map((entry) => ana.get(detail, `/admin/history/${entry.id}`, { id: String(entry.id) })));
  expect(lines.map(({ data }) => (data as { canUndo: boolean }).canUndo)).toEqual([false, false, true]);
  const { data } = await ana.get(form, `/admin/webhooks/edit/${id}`, { id: String(id) });
  expect((data as { history: { canUndo: boolean }[] }).history.map(({ canUndo }) => canUndo)).toEqual([true, false, false]);
  for (const entry of entries.toReversed()) await ana.post(undo, "/admin/undo", { entry: String(entry.id), to: "/admin/webhooks" });
  expect(await hook()).toMatchObject({ url: url("second-secret"), events: ["order.ready"], isOn: true });
  await ana.post(remove, `/admin/webhooks/delete/${id}`, {}, { id: String(id) });
  expect(await hook()).toBeUndefined();
  expect(JSON.stringify(await db.select().from(auditLog))).not.toMatch(/hidden-path|-secret|whsec_/);
});

test.each([
  [{ url: "" }, "url"],
  [{ url: "example.com/hook" }, "url"],
  [{ url: "ftp://example.com/hook" }, "url"],
  [{ url: "http://example.com/hook" }, "url"],
  [{ url: "https://10.0.0.1/hook" }, "url"],
  [{ url: "https://169.254.169.254/latest" }, "url"],
  [{ url: "https://[::ffff:10.0.0.1]/" }, "url"],
  [{ url: "https://intranet/hook" }, "url"],
  [{ url: "https://ana:secret@example.com/hook" }, "url"],
  [{ events: "" }, "events"],
  [{ events: "order.eaten" }, "events"],
])("refuses %o beside its field", async (over, field) => {
  const refused = await ana.edit(form, "/admin/webhooks/add", {
    url: "https://example.com/hook",
    events: "order.placed",
    isOn: "on",
    ...over,
  });
  expect(refused.status).toBe(422);
  expect(Object.keys(errorsOf(refused.data))).toEqual([field]);
  expect(await hook()).toBeUndefined();
});

test("a public shop calls no address of its own network", async () => {
  await addWebhook();
  await acceptOrder();
  const online = { ...services, env: { ...services.env, publicUrl: "https://shop.example" } };
  expect(await tryOnce(0, online)).toMatchObject({ status: "waiting", lastError: "Its address leads to no public server." });
  await db.update(webhooks).set({ url: "https://localtest.invalid/hook" });
  expect(await tryOnce(1, online)).toMatchObject({ status: "waiting", lastError: "Its address leads to no public server." });
  expect(arrived).toEqual([]);
});

test("filters by status, and deletes deliveries after 30 days", async () => {
  await addWebhook();
  await db.insert(webhooks).values([
    { url: "https://example.com/off", secret: "x", isOn: false },
    { url: "https://example.com/failing", secret: "x", failingSince: services.now() },
  ]);
  const urls = async (search: string) => {
    const { data } = await ana.get(list, `/admin/webhooks${search}`);
    return (data as { rows: readonly { readonly url: string }[] }).rows.map(({ url }) => url);
  };
  expect(await urls("?status=on")).toEqual([HOOK]);
  expect(await urls("?status=off")).toEqual(["https://example.com/off"]);
  expect(await urls("?status=failing")).toEqual(["https://example.com/failing"]);
  expect(await urls("?q=example&sort=-url")).toEqual(["https://example.com/off", "https://example.com/failing"]);
  await acceptOrder();
  await forgetDeliveries(db, new Date(Date.now() + 29 * 86_400_000));
  expect((await deliveries()).length).toBe(1);
  await forgetDeliveries(db, new Date(Date.now() + 31 * 86_400_000));
  expect(await deliveries()).toEqual([]);
});
