import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { orderEvents, orders, webhookInbox } from "#app/orders/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { SYSTEM } from "#app/orders/workflows/changes/order-command.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { insertProduct } from "#test/catalogue.ts";
import { orderOf } from "#test/checkouts.ts";
import { openTestShop, TEST_WEBHOOK_SECRET } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as cartItems from "./cart/cart-items.ts";
import * as cartRoute from "./cart/cart.ts";
import * as checkout from "./checkout.ts";
import * as orderStatusAction from "./order-status-action.ts";
import * as orderStatus from "./order-status.ts";
import * as webhooks from "./webhooks-stripe.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;

interface Placed {
  readonly orderToken: string;
  readonly clientSecret: string | null;
  readonly publishableKey: string;
  readonly amount: number;
  readonly gateway: string;
}

function body(expectedTotal: number, more: Record<string, unknown> = {}) {
  return {
    customer: { name: "Ana Pérez", email: "ana@example.com", phone: "+1 416 555 0134" },
    fulfillment: "pickup",
    expectedTotal,
    ...more,
  };
}

let keys = 0;

function pay(who: Visitor, sent: unknown, key: string | null = `key-${(keys += 1)}`): Promise<Response> {
  return who.call(checkout, "POST", "/api/checkout", { body: sent, headers: key === null ? {} : { "Idempotency-Key": key } });
}

/** A visitor whose cart holds one unit of a product at $10.00: $11.30 with tax. */
async function buyer(values: Parameters<typeof insertProduct>[1] = {}): Promise<Visitor> {
  const who = createVisitor(services);
  await who.call(cartItems, "POST", "/api/cart/items", { body: { productId: await insertProduct(db, values) } });
  return who;
}

async function placed(answer: Response): Promise<Placed> {
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
  return JSON.parse(text) as Placed;
}

function look(token: string, headers: Record<string, string> = {}): Promise<Response> {
  return createVisitor(services).call(orderStatus, "GET", `/api/order-status?order=${token}`, { headers });
}

test("rejects a tip that the shop does not take, and keeps the cart", async () => {
  const who = await buyer();
  for (const [field, tip] of [
    ["tip", { tip: 2 }],
    ["tipPercentage", { tipPercentage: 15 }],
  ] as const) {
    const refused = await pay(who, body(11.3, tip));
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: [{ path: field, message: "This shop takes no tips." }] });
  }
  await db.insert(settings).values({ key: "ALLOW_TIP", value: true });
  const tooMuch = await pay(who, body(21.31, { tip: 10.01 }));
  expect(await tooMuch.json()).toMatchObject({
    status: 422,
    errors: [{ path: "tip", message: "A tip for this order is at most $10.00." }],
  });
  expect((await (await who.call(cartRoute, "GET", "/")).json()) as object).toMatchObject({ tip: 0, final_total: 11.3 });
  expect((await placed(await pay(who, body(21.3, { tip: 10 })))).amount).toBe(21.3);
  await db.delete(settings);
});

test("charges nothing for a total in another currency or an invalid one", async () => {
  const who = await buyer();
  const euros = await pay(who, body(11.3, { expectedCurrency: "EUR" }));
  expect(euros.status).toBe(422);
  expect(await euros.json()).toMatchObject({ errors: [{ path: "payment", message: expect.stringContaining("charges in USD") as string }] });
  expect(await (await pay(who, body(11.3, { expectedCurrency: "usd" }))).json()).toMatchObject({
    status: 422,
    errors: [{ path: "expectedCurrency", message: "Send the currency you saw as its three letters, such as USD." }],
  });
  expect((await placed(await pay(who, body(11.3, { expectedCurrency: "USD" })))).amount).toBe(11.3);
});

test("from cart to received: what is paid is what was shown, and looking at the order settles it", async () => {
  const who = await buyer();
  const answer = await placed(await pay(who, body(11.3)));
  expect(answer).toMatchObject({ amount: 11.3, gateway: "simulator", publishableKey: "pk_test_simulator" });
  expect(await (await look(answer.orderToken)).json()).toMatchObject({
    status: "awaiting_payment",
    number: null,
    payment: { state: "pending" },
  });
  expect(await shop.confirm(answer.clientSecret)).toBe("requires_capture");
  shop.passMinutes(0.1);
  const status = (await (await look(answer.orderToken)).json()) as Record<string, unknown>;
  expect(status).toMatchObject({
    status: "received",
    final_total: 11.3,
    first_name: "Ana",
    can_cancel: true,
    payment: { state: "authorized", is_test: true },
  });
  for (const secret of ["Pérez", "ana@example.com", "0134", "4242"]) expect(JSON.stringify(status)).not.toContain(secret);
  expect(await (await who.call(cartRoute, "GET", "/api/cart")).json()).toMatchObject({ badge: 0 });
});

test("takes no simulated cards in a real shop, but orders paid in person and free ones", async () => {
  const payments = { current: async () => ({ ...(await services.payments.current()), takesCards: false }) };
  const last = await insertProduct(db, { stock: 1 });
  const visitor = createVisitor({ ...services, payments });
  await visitor.call(cartItems, "POST", "/api/cart/items", { body: { productId: last } });
  const refused = await pay(visitor, body(11.3));
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    detail: "Card payment is not set up yet.",
    errors: [{ path: "payment", message: "Card payment is not set up yet." }],
  });
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, { ALLOW_PAY_AT_PICKUP: true }, { userId: null, userName: "test" }));
  const atPickup = await placed(await pay(visitor, body(11.3, { payment: "pickup" })));
  expect(atPickup).toMatchObject({ clientSecret: null, gateway: "none" });
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, { ALLOW_PAY_AT_PICKUP: null }, { userId: null, userName: "test" }));
  const free = await insertProduct(db, { priceCents: 0 });
  await visitor.call(cartItems, "POST", "/api/cart/items", { body: { productId: free } });
  expect(await placed(await pay(visitor, body(0)))).toMatchObject({ clientSecret: null, gateway: "none" });
});

test("the order page is never cached, and 304 while nothing has changed", async () => {
  const answer = await placed(await pay(await buyer(), body(11.3)));
  await look(answer.orderToken);
  const first = await look(answer.orderToken);
  expect(first.headers.get("Cache-Control")).toBe("private, no-store");
  const again = await look(answer.orderToken, { "If-None-Match": first.headers.get("ETag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("unknown, malformed and missing tokens are all the same 404", async () => {
  const answers = await Promise.all(["A".repeat(32), "x", "", "%00", "../../etc", "A".repeat(250)].map((token) => look(token)));
  expect(answers.map((answer) => answer.status).filter((status) => status !== 404 && status !== 422)).toEqual([]);
  expect((await createVisitor(services).call(orderStatus, "GET", "/api/order-status")).status).toBe(404);
});

test("returns 400 without a key, 409 for a wrong total, 422 for invalid fields", async () => {
  const who = await buyer();
  expect((await pay(who, body(11.3), null)).status).toBe(400);
  const changed = await pay(who, body(9.99));
  expect(changed.status).toBe(409);
  expect(await changed.json()).toMatchObject({ cart: { final_total: 11.3 }, detail: expect.stringContaining("$11.30") });
  const wrong = await pay(who, body(11.3, { customer: { name: "", email: "no", phone: "1" }, total: 1 }));
  expect(wrong.status).toBe(422);
  const paths = ((await wrong.json()) as { errors: { path: string }[] }).errors.map((error) => error.path);
  expect(paths).toEqual(expect.arrayContaining(["customer.name", "customer.email", "customer.phone", "total"]));
  expect((await pay(createVisitor(services), body(11.3))).status).toBe(404);
});

test("the same key returns the same response; with another body 422", async () => {
  const who = await buyer();
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(who, body(11.3), "same-key")));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(texts).size).toBe(1);
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect((await pay(who, body(11.3, { instructions: "ring twice" }), "same-key")).status).toBe(422);
});

test("returns 503 with Retry-After when the provider hangs up, and a retry succeeds", async () => {
  const who = await buyer();
  shop.armFault("error_before", "payment_intents.create", 2);
  const failed = await pay(who, body(11.3), "retry-me");
  expect([failed.status, Number(failed.headers.get("Retry-After")) > 0]).toEqual([503, true]);
  expect((await pay(who, body(11.3), "retry-me")).status).toBe(200);
});

test("a customer's cancellation before acceptance releases the authorization", async () => {
  const answer = await placed(await pay(await buyer(), body(11.3)));
  await shop.confirm(answer.clientSecret);
  shop.passMinutes(0.1);
  await look(answer.orderToken);
  const cancelled = await createVisitor(services).call(orderStatusAction, "POST", "/", {
    params: { action: "cancel" },
    body: { order: answer.orderToken },
  });
  expect(await cancelled.json()).toMatchObject({ status: "cancelled", payment: { state: "voided" }, can_cancel: false });
  const again = await createVisitor(services).call(orderStatusAction, "POST", "/", {
    params: { action: "cancel" },
    body: { order: answer.orderToken },
  });
  expect(again.status).toBe(409);
  const unknown = await createVisitor(services).call(orderStatusAction, "POST", "/", {
    params: { action: "cancel" },
    body: { order: "A".repeat(32) },
  });
  expect(unknown.status).toBe(404);
});

test("a completed order's items can be reviewed once, others not", async () => {
  const answer = await placed(await pay(await buyer({ priceCents: 0 }), body(0)));
  const { items } = (await (await look(answer.orderToken)).json()) as { items: { id: string }[] };
  const review = (rating: unknown, itemId = items[0]?.id) =>
    createVisitor(services).call(orderStatusAction, "POST", "/", {
      params: { action: "review" },
      body: { order: answer.orderToken, itemId, rating, text: "Great" },
    });
  expect((await review(5)).status).toBe(409);
  const { id } = await orderOf(db, answer.orderToken);
  const staff = { kind: "staff" as const, userId: null, name: "Kim", isAdmin: true };
  await applyOrderEvent(services, { orderId: id, version: null, actor: SYSTEM, command: { event: "accept", minutes: 10 } });
  for (const event of ["ready", "complete"] as const)
    await applyOrderEvent(services, { orderId: id, version: null, actor: staff, command: { event } });
  expect((await review(6)).status).toBe(422);
  expect((await review(5, crypto.randomUUID())).status).toBe(404);
  expect((await review(5)).status).toBe(201);
  const again = await review(5);
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ status: 409, order: { status: "completed", items: [{ is_reviewed: true }] } });
});

function event(intentId: string, id: string, secret = TEST_WEBHOOK_SECRET, at = Math.floor(Date.now() / 1000)) {
  const rawBody = JSON.stringify({
    id,
    object: "event",
    type: "payment_intent.amount_capturable_updated",
    created: at,
    livemode: false,
    data: { object: { id: intentId, object: "payment_intent" } },
  });
  const signature = createHmac("sha256", secret).update(`${at}.${rawBody}`).digest("hex");
  return {
    rawBody,
    headers: { "Content-Type": "application/json", "Stripe-Signature": `t=${at},v1=${signature}`, "Sec-Fetch-Site": "cross-site" },
  };
}

test("rejects unsigned, forged and stale webhooks with 400", async () => {
  const answer = await placed(await pay(await buyer(), body(11.3)));
  const intentId = (await orderOf(db, answer.orderToken)).paymentIntentId ?? "";
  await shop.confirm(answer.clientSecret);
  const good = event(intentId, "evt_stale", TEST_WEBHOOK_SECRET, Math.floor(Date.now() / 1000) - 400);
  const bad = [event(intentId, "evt_forged", "whsec_other"), good, { rawBody: "{}", headers: { "Content-Type": "application/json" } }];
  for (const sent of bad) expect((await createVisitor(services).call(webhooks, "POST", "/", sent)).status).toBe(400);
  expect((await orderOf(db, answer.orderToken)).status).toBe("awaiting_payment");
  expect(await db.select().from(webhookInbox)).toEqual([]);
});

test("a webhook places the order; a duplicate has no effect", async () => {
  const answer = await placed(await pay(await buyer(), body(11.3)));
  const order = await orderOf(db, answer.orderToken);
  await shop.confirm(answer.clientSecret);
  const sent = event(order.paymentIntentId ?? "", "evt_1");
  const answers = await Promise.all(Array.from({ length: 5 }, () => createVisitor(services).call(webhooks, "POST", "/", sent)));
  expect(answers.map((each) => each.status)).toEqual([200, 200, 200, 200, 200]);
  expect((await orderOf(db, answer.orderToken)).status).toBe("received");
  expect(await db.select().from(mailOutbox).where(eq(mailOutbox.orderId, order.id))).toHaveLength(1);
  expect(await db.select().from(webhookInbox)).toHaveLength(1);
});

test("an event that is repeated or arrives late changes nothing", async () => {
  const answer = await placed(await pay(await buyer(), body(11.3)));
  const { id, paymentIntentId } = await orderOf(db, answer.orderToken);
  await shop.confirm(answer.clientSecret);
  const first = event(paymentIntentId ?? "", "evt_again");
  const send = (sent: ReturnType<typeof event>) => createVisitor(services).call(webhooks, "POST", "/", sent);
  expect((await send(first)).status).toBe(200);
  await applyOrderEvent(services, { orderId: id, version: null, actor: SYSTEM, command: { event: "accept", minutes: 10 } });
  const everything = async () => ({
    order: await orderOf(db, answer.orderToken),
    events: await db.select().from(orderEvents).where(eq(orderEvents.orderId, id)),
    mails: (await db.select().from(mailOutbox).where(eq(mailOutbox.orderId, id))).length,
    inbox: await db.select().from(webhookInbox),
  });
  const before = await everything();
  expect(before.order).toMatchObject({ status: "accepted", paymentState: "captured" });
  const now = Math.floor(Date.now() / 1000);
  const signed = async (id: string, at: number) => (await send(event(paymentIntentId ?? "", id, TEST_WEBHOOK_SECRET, at))).status;
  expect((await send(first)).status, "the very same request").toBe(200);
  expect(await signed("evt_again", now + 1), "the same event, signed again").toBe(200);
  expect(await signed("evt_again", now - 301), "signed too long ago").toBe(400);
  expect(await signed("evt_other", now - 3600), "another one, signed too long ago").toBe(400);
  expect(await everything()).toEqual(before);
});

test("shows a refund made at the provider on the order once", async () => {
  const answer = await placed(await pay(await buyer(), body(11.3)));
  await shop.confirm(answer.clientSecret);
  shop.passMinutes(0.1);
  await look(answer.orderToken);
  const { id, paymentIntentId } = await orderOf(db, answer.orderToken);
  await applyOrderEvent(services, { orderId: id, version: null, actor: SYSTEM, command: { event: "accept", minutes: 10 } });
  const { gateway } = await services.payments.current();
  await gateway.refundIntent(paymentIntentId ?? "", { amount: 500, currency: "usd" }, "from-the-dashboard");
  for (const name of ["evt_r1", "evt_r2"]) await createVisitor(services).call(webhooks, "POST", "/", event(paymentIntentId ?? "", name));
  const status = (await (await look(answer.orderToken)).json()) as { payment: unknown };
  expect(status.payment).toMatchObject({ state: "partially_refunded", refunded: 5, refunds: [{ amount: 5, status: "succeeded" }] });
  const [stored] = await db.select({ refunded: orders.refundedCents }).from(orders).where(eq(orders.id, id));
  expect(stored?.refunded).toBe(500);
});

test.each([
  ["email, spelled differently", { email: "BLOCKED+2@example.com", phone: "" }],
  ["phone, with another email", { email: "new@example.com", phone: "(416) 555-0777" }],
])("refuses a blocked customer by %s, reserves nothing and accuses nobody", async (_how, contact) => {
  const keys = { emailKey: "blocked@example.com", phoneKey: "+14165550777" };
  const { order } = await storeOrder(db, keys);
  await db
    .update(customers)
    .set({ isBlocked: true, blockedReason: "Never came" })
    .where(eq(customers.id, order.customerId ?? 0));
  const before = await db.$count(orders);
  const refused = await pay(await buyer({ stock: 1 }), body(11.3, { customer: { name: "Cy", ...contact } }));
  expect(refused.status).toBe(422);
  const text = await refused.text();
  expect(text).toContain("We can’t take this order online. Nothing was charged.");
  expect(text).not.toMatch(/block|Never came/i);
  expect(await db.$count(orders)).toBe(before);
  await db.update(customers).set({ isBlocked: false });
  expect((await pay(await buyer(), body(11.3, { customer: { name: "Cy", ...contact } }))).status).toBe(200);
});
