import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { findOrder } from "#app/orders/data/order/find-order.server.ts";
import { orderEvents, orders } from "#app/orders/data/tables.ts";
import type { LateOrder } from "#app/orders/ui/staff/board/late-orders.tsx";
import * as liveCall from "#app/routes/admin/api/orders-live.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { addMinutes, minutesBetween } from "#app/values/time.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { action, loader } from "./index.tsx";

const { services } = await openTestShop({ connections: 8 });
const { db } = services;
const ana = openStaffPages(services, "Ana", null, ["order-admin"]);
const PATH = "/admin/orders";
const CALL = "/admin/api/orders/live";

const START = services.now();
const inMinutes = (minutes: number) => addMinutes(START, minutes);

beforeEach(async () => {
  await db.delete(orders);
  await db.delete(mailOutbox);
  await db.delete(auditLog);
});

async function inKitchen(promisedInMinutes: number, changes: Parameters<typeof storeOrder>[1] = {}) {
  const promisedAt = inMinutes(promisedInMinutes);
  return (await storeOrder(db, { status: "preparing", paymentState: "none", gateway: "none", promisedAt, ...changes })).order;
}

const shown = async () => ((await ana.get({ loader }, PATH)).data as { live: { toDelay: readonly LateOrder[] } }).live.toDelay;
const delay = (minutes: number, list: readonly LateOrder[]) =>
  ana.post({ action }, PATH, {
    intent: "live",
    late: String(minutes),
    orders: list.map(({ id, version }) => `${id} ${version}`).join(","),
  });
const put = (body: object) =>
  ana.send(
    liveCall,
    new Request(new URL(CALL, services.env.publicUrl), {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );

/** Minutes from the start of the test to the promise, rounded. */
async function promiseOf({ id }: { readonly id: string }): Promise<number> {
  const order = await findOrder(db, id);
  return Math.round(minutesBetween(START, order?.promisedAt ?? START));
}

async function historyOf({ id }: { readonly id: string }) {
  return db.select().from(orderEvents).where(eq(orderEvents.orderId, id)).orderBy(asc(orderEvents.id));
}

test("delays the orders due now, each with history and email", async () => {
  const due = await inKitchen(20);
  const accepted = await inKitchen(10, { status: "accepted" });
  expect((await shown()).map(({ id }) => id)).toEqual([accepted.id, due.id]);
  const answer = await delay(15, await shown());
  expect(answer).toMatchObject({
    status: 200,
    data: { message: expect.stringMatching(/^2 orders are promised 15 minutes later\. This shop sends no emails: customers/) as string },
  });
  expect([await promiseOf(due), await promiseOf(accepted)]).toEqual([35, 25]);
  for (const order of [due, accepted]) {
    expect(await historyOf(order)).toMatchObject([{ event: "delay", actor: "staff", actorName: "Ana", data: { minutes: 15 } }]);
    const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.orderId, order.id));
    expect(mails.map(({ kind }) => kind)).toEqual(["order_delayed"]);
  }
  const audit = await db.select().from(auditLog);
  expect(audit.map((row) => [row.action, row.userName])).toEqual([
    ["order-delay", "Ana"],
    ["order-delay", "Ana"],
  ]);
});

test.each<[string, number, Parameters<typeof storeOrder>[1], boolean]>([
  ["requested within 90 minutes", 80, { requestedFor: inMinutes(80) }, true],
  ["as soon as possible, already delayed far", 120, {}, true],
  ["overdue", -60, {}, true],
  ["promised two hours ago and forgotten", -120, {}, false],
  ["requested for later", 150, { requestedFor: inMinutes(150) }, false],
  ["ready", 10, { status: "ready" }, false],
  ["on its way", 10, { status: "out_for_delivery", fulfillment: "delivery" }, false],
  ["not accepted", 10, { status: "received" }, false],
  ["finished", -10, { status: "completed" }, false],
])("an order that is %s", async (_, promisedInMinutes, changes, isDelayed) => {
  const order = await inKitchen(promisedInMinutes, changes);
  expect(await shown()).toEqual(isDelayed ? [{ id: order.id, version: order.version }] : []);
  await delay(10, [order]);
  expect(await historyOf(order)).toHaveLength(isDelayed ? 1 : 0);
});

test("counts the minutes from now when the promised time has passed", async () => {
  const order = await inKitchen(-30);
  await delay(20, [order]);
  expect(await promiseOf(order)).toBe(20);
});

test("delays once when the button is clicked twice", async () => {
  const list = [await inKitchen(10), await inKitchen(20), await inKitchen(30)];
  const answers = await Promise.all([delay(15, list), delay(15, list.toReversed()), put({ delay: { minutes: 15, orders: pairs(list) } })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(await Promise.all(list.map(promiseOf))).toEqual([25, 35, 45]);
  const late = await delay(15, list);
  expect(late).toMatchObject({ status: 409, data: { message: expect.stringContaining("No order was delayed") as string } });
});

test("skips and reports an order that has changed", async () => {
  const list = [await inKitchen(10), await inKitchen(20)];
  await db
    .update(orders)
    .set({ version: 7 })
    .where(eq(orders.id, list[1]?.id ?? ""));
  const answer = await delay(5, list);
  expect(answer.data).toMatchObject({
    message: expect.stringMatching(
      /^1 order is promised 5 minutes later\. .* 1 order was left out: it has changed or is no longer due\.$/,
    ) as string,
  });
  expect(await Promise.all(list.map(promiseOf))).toEqual([15, 20]);
});

test("the API lists and delays the orders, or changes nothing if one is rejected", async () => {
  const order = await inKitchen(10);
  const listed = (await ana.get(liveCall, CALL)).data as { orders_to_delay: readonly LateOrder[] };
  expect(listed.orders_to_delay).toEqual([{ id: order.id, version: order.version }]);
  const change = { minutes: 30, orders: listed.orders_to_delay };
  const refused = await put({ delay: change, sold_out: [{ kind: "product", id: 999, is_sold_out: true }] });
  expect([refused.status, await promiseOf(order)]).toEqual([422, 10]);
  expect(await put({ delay: change })).toMatchObject({ status: 200, data: { delayed_orders: 1 } });
  expect(await promiseOf(order)).toBe(40);
  expect((await put({ delay: change, busy_minutes: 20 })).status).toBe(409);
  expect((await ana.get(liveCall, CALL)).data).toMatchObject({ busy_minutes: 0 });
});

test("rejects invalid minutes and invalid lists", async () => {
  const order = await inKitchen(10);
  expect((await delay(25, [order])).status).toBe(400);
  expect((await delay(15, [])).status).toBe(400);
  expect((await ana.post({ action }, PATH, { intent: "live", late: "15", orders: "all" })).status).toBe(400);
  expect(await promiseOf(order)).toBe(10);
});

function pairs(list: readonly LateOrder[]): readonly LateOrder[] {
  return list.map(({ id, version }) => ({ id, version }));
}
