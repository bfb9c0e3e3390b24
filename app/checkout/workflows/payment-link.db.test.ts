import { asc, desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { orderEvents, orders } from "#app/orders/data/tables.ts";
import { paymentIntents } from "#app/payments/data/tables.ts";
import { advanceOrders } from "#app/orders/workflows/changes/advance-orders.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { settings } from "#app/store/data/tables.ts";
import { addMinutes, minutesBetween } from "#app/values/time.ts";
import { insertProduct } from "#test/catalogue.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { findOrderStatus } from "./guest-order.server.ts";
import { payByLink } from "./payment-link.server.ts";
import { applyStaffEvent } from "./staff-order.server.ts";
import { takeOrder, type TakeOrder } from "./place/take-order.server.ts";
import { reconcilePayments } from "./settle/reconcile-payments.server.ts";

const shop = await openTestShop({ connections: 30 });
const { services } = shop;
const { db } = services;
const ANA = { id: 7, name: "Ana", email: "ana@shop.example", roles: ["order-admin"], permissions: [] } as const;

/** As form and call of staff do. */
function cancelLink(orderId: string, user: StaffUser = ANA) {
  const command = { event: "cancel", reason: "other", text: "The link was cancelled.", refund: "full" } as const;
  return applyStaffEvent(services, user, { orderId, version: 0, command });
}

const customer = { name: "Bo Li", email: "bo@example.com", phone: "+1 416 555 1999" };

async function link(changes: Partial<TakeOrder> = {}, stock = 5) {
  const productId = await insertProduct(db, { stock });
  const request = takenOrderOf([{ productId, quantity: 2, choices: [], note: "" }], 2260, { isByLink: true, customer, ...changes });
  const result = await takeOrder(services, request);
  if (result.kind !== "ok") throw new Error(`refused: ${JSON.stringify(result).slice(0, 300)}`);
  const { order } = result;
  const stockNow = async () => (await db.select({ stock: products.stock }).from(products).where(eq(products.id, productId)))[0]?.stock;
  const now = async () => (await db.select().from(orders).where(eq(orders.id, order.id)))[0]!;
  return { request, order, stockNow, now };
}

async function secretOf(token: string): Promise<string> {
  const result = await payByLink(services, token);
  if (result?.kind !== "ok" || result.placed.clientSecret === null) throw new Error(`no secret: ${result?.kind}`);
  return result.placed.clientSecret;
}

test("waits with its stock until the link is paid, then is accepted as staff chose", async () => {
  const { order, stockNow, now } = await link({ minutes: 35 });
  expect(order).toMatchObject({
    status: "awaiting_payment",
    number: null,
    paymentState: "pending",
    gateway: "simulator",
    acceptMinutes: 35,
  });
  expect(minutesBetween(order.createdAt, order.payBy!)).toBe(60);
  expect(await stockNow()).toBe(3);
  expect(await db.$count(paymentIntents, eq(paymentIntents.orderId, order.id)), "no payment before the customer comes").toBe(0);

  shop.passMinutes(30);
  await reconcilePayments(services);
  expect(await now(), "longer than a checkout holds").toMatchObject({ status: "awaiting_payment", isStockTaken: true });

  await shop.confirm(await secretOf(order.publicToken));
  const status = await findOrderStatus(services, order.publicToken);
  expect(status?.order).toMatchObject({ status: "accepted", paymentState: "captured", capturedCents: 2260, source: "telephone" });
  expect(minutesBetween(status!.order.acceptedAt!, status!.order.promisedAt!)).toBeCloseTo(35, 0);
  expect(await stockNow()).toBe(3);
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id)).orderBy(asc(orderEvents.id));
  expect(events.map(({ event, actor, actorName }) => [event, actor, actorName]).slice(1)).toEqual([
    ["payment_link", "staff", "Ana"],
    ["payment_authorized", "system", ""],
    ["accept", "system", "Shop"],
  ]);
  const mails = await db
    .select({ kind: mailOutbox.kind })
    .from(mailOutbox)
    .where(eq(mailOutbox.orderId, order.id))
    .orderBy(asc(mailOutbox.createdAt));
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(new Set(["order_payment_link", "order_received", "order_accepted"]));
});

test("ends at its time: stock comes back, and nothing can be paid", async () => {
  const { order, stockNow, now } = await link();
  const secret = await secretOf(order.publicToken);
  shop.passMinutes(61);
  expect(await payByLink(services, order.publicToken)).toEqual({ kind: "ended" });
  await reconcilePayments(services);
  expect(await now()).toMatchObject({ status: "abandoned", isStockTaken: false });
  expect(await stockNow()).toBe(5);
  expect(await shop.confirm(secret), "the provider has ended the payment").not.toBe("requires_capture");
  expect(await payByLink(services, order.publicToken)).toEqual({ kind: "ended" });
});

test("ten openings at once make one payment", async () => {
  const { order } = await link();
  const secrets = await Promise.all(Array.from({ length: 10 }, () => secretOf(order.publicToken)));
  expect(new Set(secrets).size).toBe(1);
  const intents = await db.select().from(paymentIntents).where(eq(paymentIntents.orderId, order.id));
  expect(intents.filter(({ wanted }) => wanted === "pay")).toHaveLength(1);
});

test("a link created before the keys were entered is paid with the current keys", async () => {
  const { order, now } = await link();
  await db.update(orders).set({ gateway: "stripe" }).where(eq(orders.id, order.id));
  await secretOf(order.publicToken);
  expect((await now()).gateway, "as the payment").toBe("simulator");
  await db.update(paymentIntents).set({ providerId: "pi_of_other_keys" }).where(eq(paymentIntents.orderId, order.id));
  await shop.confirm(await secretOf(order.publicToken));
  await findOrderStatus(services, order.publicToken);
  expect(await now()).toMatchObject({ status: "accepted", capturedCents: 2260 });
});

test.each([false, true])("a link paid after the shop has closed or paused waits for staff, with AUTO_ACCEPT %s", async (isAuto) => {
  const { order, now } = await link();
  const secret = await secretOf(order.publicToken);
  await db.insert(settings).values([
    { key: "ORDERING_PAUSED_UNTIL", value: addMinutes(services.now(), 60).toISOString() },
    { key: "AUTO_ACCEPT", value: isAuto },
  ]);
  await shop.confirm(secret);
  await findOrderStatus(services, order.publicToken);
  expect(await now()).toMatchObject({ status: "received", paymentState: "authorized" });
  // The shop takes orders again: the job of each minute leaves the order to staff, and emails them that it waits.
  await db.delete(settings).where(eq(settings.key, "ORDERING_PAUSED_UNTIL"));
  await db.insert(settings).values({ key: "ORDER_EMAIL_RECIPIENT", value: "shop@example.com" });
  shop.passMinutes(10);
  for (let minute = 0; minute < 2; minute += 1) await advanceOrders(services);
  expect(await now()).toMatchObject({ status: "received", paymentState: "authorized" });
  const events = await db.select({ event: orderEvents.event }).from(orderEvents).where(eq(orderEvents.orderId, order.id));
  expect(events.filter(({ event }) => event === "left_to_staff")).toHaveLength(1);
  const mails = await db.select({ kind: mailOutbox.kind }).from(mailOutbox).where(eq(mailOutbox.orderId, order.id));
  expect(mails.map(({ kind }) => kind)).toContain("order_waiting_staff");
  await db.delete(settings);
});

test("an open link that is being cancelled creates no payment", async () => {
  const { order, now } = await link();
  const results = await Promise.all([payByLink(services, order.publicToken), cancelLink(order.id)]);
  expect((await now()).status).toBe("abandoned");
  await reconcilePayments(services);
  const open = await db.select().from(paymentIntents).where(eq(paymentIntents.orderId, order.id));
  expect(
    open.filter(({ wanted }) => wanted === "pay"),
    JSON.stringify(results.map((result) => result?.kind)),
  ).toEqual([]);
});

test("staff who change an order before its link is paid read that it is unpaid", async () => {
  const { order } = await link();
  const actor = { kind: "staff", userId: ANA.id, name: ANA.name, isAdmin: true } as const;
  const command = { event: "edit", removeItemIds: [order.id] } as const;
  expect(await applyOrderEvent(services, { orderId: order.id, version: null, actor, command })).toMatchObject({
    kind: "conflict",
    message: "This order waits for its payment. Change it when it is paid, or cancel it on its page.",
  });
});

test("the same key gives one link, and a used link reports that it is paid", async () => {
  const { request, order } = await link();
  const again = await takeOrder(services, request);
  expect(again.kind === "ok" && again.order.id).toBe(order.id);
  await shop.confirm(await secretOf(order.publicToken));
  await findOrderStatus(services, order.publicToken);
  expect(await payByLink(services, order.publicToken)).toEqual({ kind: "already-placed", orderToken: order.publicToken });
});

test("a paid order whose capture gets no answer is completed later", async () => {
  const { order, now } = await link();
  const secret = await secretOf(order.publicToken);
  await shop.confirm(secret);
  shop.armFault("reset_after", "payment_intents.capture", 1);
  await findOrderStatus(services, order.publicToken);
  shop.passMinutes(5);
  await reconcilePayments(services);
  expect(await now()).toMatchObject({ status: "accepted", paymentState: "captured", capturedCents: 2260 });
});

test("staff cancel a link, unless the customer was faster", async () => {
  const { order, stockNow } = await link();
  await secretOf(order.publicToken);
  expect(await cancelLink(order.id)).toMatchObject({ kind: "done", order: { status: "abandoned" } });
  expect(await stockNow()).toBe(5);
  expect(await payByLink(services, order.publicToken)).toEqual({ kind: "ended" });
  expect(await cancelLink(order.id), "once").toMatchObject({ kind: "conflict" });
  const [entry] = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id)).orderBy(desc(orderEvents.id)).limit(1);
  expect(entry).toMatchObject({ event: "abandon", actor: "staff", actorName: "Ana" });
  expect(await db.$count(auditLog, eq(auditLog.subject, `order ${order.id}`))).toBe(1);

  const paid = await link();
  await shop.confirm(await secretOf(paid.order.publicToken));
  expect(await cancelLink(paid.order.id)).toMatchObject({ kind: "conflict", order: { status: "accepted" } });

  const kitchen = { ...ANA, roles: ["kitchen"] as const };
  const open = await link();
  expect(await cancelLink(open.order.id, kitchen)).toMatchObject({ kind: "forbidden" });
});

test("needs no link when there is nothing to pay, and no token of another order works", async () => {
  const { order } = await link({ isByLink: false });
  expect(order).toMatchObject({ status: "accepted", payBy: null });
  expect(await payByLink(services, order.publicToken)).toBeUndefined();
  expect(await payByLink(services, "unknown-token-of-nobody")).toBeUndefined();
  const over = await link();
  await cancelLink(over.order.id);
  expect(await takeOrder(services, over.request), "its form begins another order").toMatchObject({ kind: "entered" });
});
